// SPDX-License-Identifier: Apache-2.0
// The rules of the TLM-2.0 base protocol that ProtocolChecker checks: one table.
#pragma once

#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace mmasc::tlm {

enum class ProtocolRule {
  status_preset,
  data_length_zero,
  data_pointer_null,
  streaming_width_zero,
  byte_enable_length_zero,
  byte_enable_value,
  dmi_hint_preset,
  option_preset,
  no_memory_manager,
  not_acquired,
  reused_in_flight,
  mixed_transports,
  wrong_direction,
  out_of_order,
  request_exclusion,
  response_exclusion,
  illegal_reply,
  accepted_changed,
  time_goes_back,
  delay_goes_back,
  waits,
  blocking_from_method,
  status_incomplete,
  status_changed,
  command_changed,
  data_changed,
  byte_enables_changed,
  streaming_width_changed,
  written_data_changed,
  disabled_byte_changed,
  debug_count,
  dmi_not_initialised,
  dmi_command,
  dmi_range,
  dmi_pointer_null,
  dmi_rights,
  invalidation_range,
  call_in_invalidation,
};

struct ProtocolRuleRow {
  ProtocolRule rule;
  std::string_view name;
  std::string_view side;      // whose fault it is: initiator, target or either
  std::string_view sentence;  // what has to hold
  std::string_view clause;    // of IEEE 1666-2011
};

// One row for each rule, in the order of the enumeration.
inline constexpr std::size_t kProtocolRules = 38;
extern const std::array<ProtocolRuleRow, kProtocolRules> kProtocolRuleRows;

inline const ProtocolRuleRow& row_of(ProtocolRule rule) {
  return kProtocolRuleRows[static_cast<std::size_t>(rule)];
}
inline std::ostream& operator<<(std::ostream& out, ProtocolRule rule) {
  return out << row_of(rule).name;
}

// The table of docs/tlm_checker.md, as Markdown.
std::string protocol_rules_table();

}  // namespace mmasc::tlm
