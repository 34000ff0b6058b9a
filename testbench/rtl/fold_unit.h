// SPDX-License-Identifier: Apache-2.0
// A unit with the ports of a plan's, two ranks deep, in whose result every bit of the operands has
// a place: their bits side by side, cut into slices as wide as d, folded by rotating and XOR.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/payload.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/unit_ports.h"

namespace mmasc::testing {

constexpr int kFoldLatency = 2;

inline int scales_of(const MultiplierPlan& in) {
  return in.scale_lanes > 0 ? in.lanes / in.scale_lanes : 0;
}

inline std::uint64_t fold(const Plan& plan, const Operands& operands) {
  const MultiplierPlan& in = plan.multiplier;
  std::vector<bool> bits;
  const auto append = [&](std::uint64_t element, int width) {
    for (int i = 0; i < width; ++i) bits.push_back((element >> i & 1) != 0);
  };
  append(operands.c(), in.c.storage_bits());
  for (const std::uint64_t each : operands[Operand::a]) append(each, in.a.storage_bits());
  for (const std::uint64_t each : operands[Operand::b]) append(each, in.b.storage_bits());
  for (const std::uint64_t each : operands[Operand::sa]) append(each, in.scale.storage_bits());
  for (const std::uint64_t each : operands[Operand::sb]) append(each, in.scale.storage_bits());
  for (const std::uint64_t each : operands[Operand::metadata])
    append(each, in.metadata.storage_bits());
  append(operands.c_is_input, 1);
  const auto width = static_cast<std::size_t>(plan.d.storage_bits());
  bits.resize((bits.size() + width - 1) / width * width);
  std::vector<bool> folded(width);
  for (std::size_t low = 0; low < bits.size(); low += width) {
    std::vector<bool> next(width);
    for (std::size_t i = 0; i < width; ++i)
      next[i] = folded[(i + width - 1) % width] != bits[low + i];
    folded = next;
  }
  std::uint64_t d = 0;
  for (std::size_t i = 0; i < width; ++i) d |= std::uint64_t{folded[i]} << i;
  return d;
}

// Its `assertion` is checked at every rising edge.
inline Rtl fold_unit(const Plan& plan, const std::string& assertion = "1'b1") {
  const MultiplierPlan& in = plan.multiplier;
  const int scale_bits = scales_of(in) > 0 ? scales_of(in) * in.scale.storage_bits() : 0;
  const int a = in.lanes * in.a.storage_bits(), b = in.b_elements() * in.b.storage_bits();
  const int c = in.c.storage_bits(), d = plan.d.storage_bits();
  const int metadata = in.is_sparse() ? in.metadata_elements() * in.metadata.storage_bits() : 0;
  const int bits = a + b + c + 2 * scale_bits + metadata + 1;
  const auto port = [](int width, const std::string& name) {
    return "  input logic [" + std::to_string(width - 1) + ":0] " + name + ",\n";
  };
  const std::string scale_ports =
      scale_bits > 0 ? port(scale_bits, "sa_i") + port(scale_bits, "sb_i") : std::string();
  const std::string scales = scale_bits > 0 ? "sb_i, sa_i, " : "";
  const std::string metadata_port = metadata > 0 ? port(metadata, "metadata_i") : std::string();
  const auto parameter = [](const char* name, int value) {
    return std::string("  parameter int ") + name + " = " + std::to_string(value);
  };
  std::string text = "module fold_unit #(\n" + parameter("ID_BITS", 8) + ",\n";
  text += parameter("D", d) + ",\n" + parameter("SLICES", (bits + d - 1) / d) + "\n) (\n";
  text += "  input logic clk_i, rst_ni, valid_i, ready_i, format_i, c_is_input_i,\n";
  text += "  input logic [ID_BITS-1:0] id_i,\n";
  text += port(a, "a_i") + port(b, "b_i") + port(c, "c_i") + scale_ports + metadata_port;
  text += "  output logic ready_o, valid_o,\n  output logic [ID_BITS-1:0] id_o,\n";
  text += "  output logic [D-1:0] d_o\n);\n";
  text += "  wire [SLICES*D-1:0] bits = (SLICES*D)'({c_is_input_i, " +
          std::string(metadata > 0 ? "metadata_i, " : "") + scales + "b_i, a_i, c_i});\n";
  text += R"(
  logic [D-1:0] folded, d0_q, d1_q;
  always_comb begin
    folded = '0;
    for (int i = 0; i < SLICES; i++) folded = {folded[D-2:0], folded[D-1]} ^ bits[i*D+:D];
  end

  logic valid0_q, valid1_q;
  logic [ID_BITS-1:0] id0_q, id1_q;
  wire move1 = !valid1_q || ready_i;
  wire move0 = !valid0_q || move1;
  assign ready_o = move0;
  assign valid_o = valid1_q;
  assign id_o = id1_q;
  assign d_o = d1_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      valid0_q <= 1'b0;
      valid1_q <= 1'b0;
    end else begin
      if (move0) valid0_q <= valid_i;
      if (move1) valid1_q <= valid0_q;
    end
  always_ff @(posedge clk_i) begin
    if (move0 && valid_i) begin
      id0_q <= id_i;
      d0_q <= folded;
    end
    if (move1 && valid0_q) begin
      id1_q <= id0_q;
      d1_q <= d0_q;
    end
  end
)";
  text += "  always @(posedge clk_i) if (rst_ni) assert (" + assertion + ");\nendmodule\n";
  Rtl rtl{"fold_unit", {{"fold_unit.sv", std::move(text)}}};
  rtl.operands = operands_with_ports(plan);
  return rtl;
}

}  // namespace mmasc::testing
