// SPDX-License-Identifier: Apache-2.0
#include "mmasc/protocol_checker/protocol_rules.h"

namespace mmasc::tlm {

using enum ProtocolRule;

// clang-format off
const std::array<ProtocolRuleRow, kProtocolRules> kProtocolRuleRows{{
    {status_preset, "status_preset", "initiator", "A request begins with TLM_INCOMPLETE_RESPONSE.", "14.17"},
    {data_length_zero, "data_length_zero", "initiator", "A read or write has a data length above 0.", "14.12"},
    {data_pointer_null, "data_pointer_null", "initiator", "A read or write has a data pointer; so has a debug access with a length.", "14.11, 11.3.4"},
    {streaming_width_zero, "streaming_width_zero", "initiator", "The streaming width is above 0.", "14.15"},
    {byte_enable_length_zero, "byte_enable_length_zero", "initiator", "Byte enables have a length above 0.", "14.14"},
    {byte_enable_value, "byte_enable_value", "initiator", "Every byte enable is 0x00 or 0xff.", "14.13"},
    {dmi_hint_preset, "dmi_hint_preset", "initiator", "A request begins with the DMI hint false.", "14.16"},
    {option_preset, "option_preset", "either", "The option attribute is TLM_MIN_PAYLOAD throughout a transport.", "14.8"},
    {no_memory_manager, "no_memory_manager", "initiator", "A transaction of nb_transport has a memory manager.", "14.5"},
    {not_acquired, "not_acquired", "either", "A managed transaction that is passed on has a reference count above 0.", "14.5"},
    {reused_in_flight, "reused_in_flight", "initiator", "A transaction begins again only after its end.", "14.5"},
    {mixed_transports, "mixed_transports", "initiator", "A transaction in flight uses one of b_transport and nb_transport, not both.", "15.2.10"},
    {wrong_direction, "wrong_direction", "either", "BEGIN_REQ and END_RESP go forward, END_REQ and BEGIN_RESP backward, in calls and replies.", "15.2.3"},
    {out_of_order, "out_of_order", "either", "The phases of a transaction come in their order: BEGIN_REQ, END_REQ (which BEGIN_RESP implies), BEGIN_RESP, END_RESP.", "15.2.4"},
    {request_exclusion, "request_exclusion", "initiator", "BEGIN_REQ waits for the end of the request before it.", "15.2.6"},
    {response_exclusion, "response_exclusion", "target", "BEGIN_RESP waits for the end of the response before it.", "15.2.6"},
    {illegal_reply, "illegal_reply", "either", "TLM_COMPLETED answers BEGIN_REQ, BEGIN_RESP or END_RESP; TLM_UPDATED answers BEGIN_REQ or BEGIN_RESP.", "15.2.4"},
    {accepted_changed, "accepted_changed", "either", "TLM_ACCEPTED leaves phase and delay as they were.", "11.1.2"},
    {time_goes_back, "time_goes_back", "either", "No phase of a transaction is annotated with a time before that of its last.", "15.2.7"},
    {delay_goes_back, "delay_goes_back", "target", "b_transport returns with a local time no earlier than that of its call.", "11.1.3"},
    {waits, "waits", "either", "Non-blocking, debug and DMI calls do not wait.", "11.1.2, 11.2, 11.3"},
    {blocking_from_method, "blocking_from_method", "initiator", "b_transport is called from a thread.", "11.1.1"},
    {status_incomplete, "status_incomplete", "target", "A response has a status other than TLM_INCOMPLETE_RESPONSE.", "14.17"},
    {status_changed, "status_changed", "initiator", "The status stays as the response brought it.", "14.7"},
    {command_changed, "command_changed", "either", "The command stays as the request brought it.", "14.7"},
    {data_changed, "data_changed", "either", "Data pointer and data length stay as the request brought them.", "14.7"},
    {byte_enables_changed, "byte_enables_changed", "either", "Byte enables, their pointer and their length stay as the request brought them.", "14.7"},
    {streaming_width_changed, "streaming_width_changed", "either", "The streaming width stays as the request brought it.", "14.7"},
    {written_data_changed, "written_data_changed", "either", "The data of a write stay as the request brought them.", "14.7"},
    {disabled_byte_changed, "disabled_byte_changed", "target", "A read leaves the bytes that are not enabled.", "14.13"},
    {debug_count, "debug_count", "target", "Debug transport returns no more than the data length.", "11.3.4"},
    {dmi_not_initialised, "dmi_not_initialised", "initiator", "A DMI request comes with a descriptor as constructed.", "11.2.5"},
    {dmi_command, "dmi_command", "initiator", "A DMI request is one to read or to write.", "11.2.3"},
    {dmi_range, "dmi_range", "target", "The range of a DMI answer holds the address asked for.", "11.2.5"},
    {dmi_pointer_null, "dmi_pointer_null", "target", "A DMI grant has a pointer.", "11.2.5"},
    {dmi_rights, "dmi_rights", "target", "A DMI grant includes the access asked for.", "11.2.5"},
    {invalidation_range, "invalidation_range", "target", "The range of an invalidation ends no earlier than it starts.", "11.2.6"},
    {call_in_invalidation, "call_in_invalidation", "initiator", "An initiator makes no call while its grants are invalidated.", "11.2.6"},
}};
// clang-format on

std::string protocol_rules_table() {
  std::string table =
      "| rule | at fault | what has to hold | IEEE 1666-2011 |\n|---|---|---|---|\n";
  for (const auto& row : kProtocolRuleRows)
    table.append("| `")
        .append(row.name)
        .append("` | ")
        .append(row.side)
        .append(" | ")
        .append(row.sentence)
        .append(" | ")
        .append(row.clause)
        .append(" |\n");
  return table;
}

}  // namespace mmasc::tlm
