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

inline std::uint64_t fold(const Plan& plan, const Operands& operands) {
  std::vector<bool> bits;
  const auto append = [&](std::uint64_t element, int width) {
    for (int i = 0; i < width; ++i) bits.push_back((element >> i & 1) != 0);
  };
  for (const Operand operand : operands_with_ports(plan)) {
    const std::vector<int> widths = port_widths(plan, operand);
    for (int i = 0; i < operands[operand].size(); ++i)
      append(operands[operand][i], widths[static_cast<std::size_t>(i)]);
  }
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
  const int d = plan.d.storage_bits();
  int bits = 1;  // c_is_input_i
  std::string ports, together;
  for (const Operand operand : operands_with_ports(plan)) {
    const std::string name = port_name(row_of(operand));
    const int width = port_bits(plan, operand);
    bits += width;
    ports += "  input logic [" + std::to_string(width - 1) + ":0] " + name + ",\n";
    together = ", " + name + together;
  }
  const auto parameter = [](const char* name, int value) {
    return std::string("  parameter int ") + name + " = " + std::to_string(value);
  };
  std::string text = "module fold_unit #(\n" + parameter("ID_BITS", 8) + ",\n";
  text += parameter("D", d) + ",\n" + parameter("SLICES", (bits + d - 1) / d) + "\n) (\n";
  text += "  input logic clk_i, rst_ni, valid_i, ready_i, format_i, c_is_input_i,\n";
  text += "  input logic [ID_BITS-1:0] id_i,\n";
  text += ports;
  text += "  output logic ready_o, valid_o,\n  output logic [ID_BITS-1:0] id_o,\n";
  text += "  output logic [D-1:0] d_o\n);\n";
  text += "  wire [SLICES*D-1:0] bits = (SLICES*D)'({c_is_input_i" + together + "});\n";
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
