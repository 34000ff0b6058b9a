// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/unit_ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>

#include "mmasc/unit/status_flags.h"

namespace mmasc {
namespace {

std::string port(std::string_view direction, const std::string& range, std::string_view name,
                 std::string_view what) {
  return fmt::format("    {} logic {}{}{}", direction, range, name,
                     what.empty() ? "" : fmt::format(" /* {} */", what));
}
std::string wire(std::string_view direction, std::string_view name, std::string_view what = "") {
  return port(direction, "", name, what);
}
std::string vector(std::string_view direction, int bits, std::string_view name,
                   std::string_view what) {
  return port(direction, fmt::format("[{}:0] ", bits - 1), name, what);
}
std::string id(std::string_view direction, std::string_view name) {
  return port(direction, "[ID_BITS-1:0] ", name, "");
}

std::string pairs(const RtlUnit& unit) {
  std::vector<std::string> pairs;
  for (const auto& [a, b] : unit.formats)
    pairs.push_back(fmt::format("{}: {} x {}", pairs.size(), a.name, b.name));
  return fmt::format("{}", fmt::join(pairs, ", "));
}

std::string port_of(const RtlUnit& unit, const OperandRow& row) {
  const std::vector<int> widths = port_widths(unit, row.operand);
  const bool is_even = std::ranges::count(widths, widths.front()) == std::ssize(widths);
  return vector(row.operand == Operand::d ? "output" : "input ", port_bits(unit, row.operand),
                port_name(row),
                is_even ? fmt::format("{} element{} of {} bits", widths.size(),
                                      widths.size() == 1 ? "" : "s", widths.front())
                        : fmt::format("{} elements", widths.size()));
}

}  // namespace

int select_bits(const RtlUnit& unit) {
  return std::max(1, static_cast<int>(std::bit_width(unit.formats.size() - 1)));
}

std::vector<int> port_widths(const RtlUnit& unit, Operand operand) {
  const Plan& plan = unit.plan;
  const MultiplierPlan& m = plan.multiplier;
  const auto all = [](int count, int bits) {
    return std::vector<int>(static_cast<std::size_t>(count), bits);
  };
  switch (operand) {
    case Operand::a:
      return all(m.lanes, unit.a_bits());
    case Operand::b:
      return all(m.b_elements(), unit.b_bits());
    case Operand::c:
      return all(1, m.c.storage_bits());
    case Operand::metadata:
      return all(m.metadata_elements(), m.metadata.storage_bits());
    case Operand::random:
      return {plan.random_bits.begin(), plan.random_bits.end()};
    case Operand::d:
      return all(1, plan.d.storage_bits());
    default:
      break;
  }
  for (const ScalePlan& scale : m.scales)
    if (scale.operand == operand) return all(m.lanes / scale.lanes, scale.format.storage_bits());
  return {};
}

std::vector<Operand> operands_with_ports(const RtlUnit& unit) {
  std::vector<Operand> operands;
  for (const OperandRow& row : kInputs)
    if (port_bits(unit, row.operand) > 0) operands.push_back(row.operand);
  return operands;
}

int port_bits(const RtlUnit& unit, Operand operand) {
  const std::vector<int> widths = port_widths(unit, operand);
  return std::accumulate(widths.begin(), widths.end(), 0);
}

std::string port_name(const OperandRow& row) {
  return fmt::format("{}_{}", row.name, row.operand == Operand::d ? 'o' : 'i');
}

std::vector<std::string> port_declarations(const RtlUnit& unit) {
  std::vector<std::string> ports{
      wire("input ", "clk_i"),   wire("input ", "rst_ni", "asynchronous, active low"),
      wire("input ", "valid_i"), wire("output", "ready_o"),
      id("input ", "id_i"),      vector("input ", select_bits(unit), "format_i", pairs(unit))};
  for (const Operand operand : operands_with_ports(unit))
    ports.push_back(port_of(unit, row_of(operand)));
  ports.push_back(
      wire("input ", "c_is_input_i", "c is the instruction's own, not a step's result"));
  ports.push_back(wire("output", "valid_o"));
  ports.push_back(wire("input ", "ready_i"));
  ports.push_back(id("output", "id_o"));
  ports.push_back(port_of(unit, row_of(Operand::d)));
  if (unit.plan.raises_flags)
    ports.push_back(vector("output", kStatusFlagBits, kFlagsPort, "NV, DZ, OF, UF, NX"));
  return ports;
}

}  // namespace mmasc
