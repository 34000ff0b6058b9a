// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/unit_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>

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

std::string elements(int count, int bits, std::string_view name) {
  return vector("input ", count * bits, name, fmt::format("{} elements of {} bits", count, bits));
}

}  // namespace

int select_bits(const RtlUnit& unit) {
  return std::max(1, static_cast<int>(std::bit_width(unit.formats.size() - 1)));
}

int scale_count(const Plan& plan) {
  const int lanes = plan.multiplier.scale_lanes;
  return lanes > 0 ? plan.lanes() / lanes : 0;
}

int metadata_port_bits(const MultiplierPlan& plan) {
  return plan.is_sparse() ? plan.metadata_elements() * plan.metadata.storage_bits() : 0;
}

int random_port_bits(const Plan& plan) {
  return std::accumulate(plan.random_bits.begin(), plan.random_bits.end(), 0);
}

std::vector<std::string> port_declarations(const RtlUnit& unit) {
  const Plan& plan = unit.plan;
  const MultiplierPlan& m = plan.multiplier;
  std::vector<std::string> ports{wire("input ", "clk_i"),
                                 wire("input ", "rst_ni", "asynchronous, active low"),
                                 wire("input ", "valid_i"),
                                 wire("output", "ready_o"),
                                 id("input ", "id_i"),
                                 vector("input ", select_bits(unit), "format_i", pairs(unit)),
                                 elements(plan.lanes(), unit.a_bits(), "a_i"),
                                 elements(m.b_elements(), unit.b_bits(), "b_i"),
                                 vector("input ", m.c.storage_bits(), "c_i", m.c.name)};
  if (m.is_sparse())
    ports.push_back(elements(m.metadata_elements(), m.metadata.storage_bits(), "metadata_i"));
  if (const int scales = scale_count(plan); scales > 0)
    for (const char* name : {"sa_i", "sb_i"})
      ports.push_back(vector("input ", scales * m.scale.storage_bits(), name,
                             fmt::format("{} x {}", scales, m.scale.name)));
  ports.push_back(
      wire("input ", "c_is_input_i", "c is the instruction's own, not a step's result"));
  if (const int bits = random_port_bits(plan); bits > 0)
    ports.push_back(vector("input ", bits, "random_i",
                           fmt::format("{} random elements", plan.random_bits.size())));
  ports.push_back(wire("output", "valid_o"));
  ports.push_back(wire("input ", "ready_i"));
  ports.push_back(id("output", "id_o"));
  ports.push_back(vector("output", plan.d.storage_bits(), "d_o", plan.d.name));
  return ports;
}

}  // namespace mmasc
