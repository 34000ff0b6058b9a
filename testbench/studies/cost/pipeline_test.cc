// SPDX-License-Identifier: Apache-2.0
// Pipelines as netlists: what is a stage's data path, and what no pipeline of so many ranks.
#include "mmasc/cost/pipeline.h"

#include <gtest/gtest.h>

#include "mmasc/cost/yosys.h"

namespace mmasc {
namespace {

const OutputPins kPins{{kDataRegister, "Q"}, {kHandshakeRegister, "Q"}};

std::string data_register(const std::string& d, const std::string& q, const std::string& enable) {
  return ".subckt $_DFFE_PP_ C=clk D=" + d + " E=" + enable + " Q=" + q + "\n";
}

std::string fault(const std::string& cells, int ranks) {
  return fault_of_pipeline(
      data_path(parse_blif(".inputs a b e f clk\n.outputs x\n" + cells + ".end\n", kPins)), ranks);
}

TEST(Pipeline, CrossesEachRankOnce) {
  const std::string gate = ".gate NAND2X1 A=a1 B=b1 Y=n\n";
  const std::string whole = data_register("a", "a1", "e") + data_register("b", "b1", "e") + gate +
                            data_register("n", "x", "f");
  EXPECT_EQ(fault(whole, 2), "");
  EXPECT_EQ(fault(whole, 3), "paths to x cross 2 registers, not 3");
  // One path lacks a register.
  EXPECT_EQ(fault(data_register("a", "a1", "e") + ".gate NAND2X1 A=a1 B=b Y=n\n" +
                      data_register("n", "x", "f"),
                  2),
            "paths to n cross 1 and 0 registers");
  EXPECT_EQ(fault(data_register("a", "a1", "e") + data_register("b", "b1", "f") + gate +
                      data_register("n", "x", "f"),
                  2),
            "registers of rank 1 have two enables");
  EXPECT_EQ(fault(data_register("a", "a1", "e") + data_register("b", "b1", "e") + gate +
                      data_register("n", "x", "e"),
                  2),
            "two ranks have one enable");
  EXPECT_EQ(fault(data_register("nowhere", "a1", "e") + ".gate INVX1 A=a1 Y=x\n", 1),
            "nowhere is driven by nothing");
  // A constant has crossed as many as it must.
  EXPECT_EQ(fault(".gate _const1_ z=b1\n" + data_register("a", "a1", "e") + gate +
                      data_register("n", "x", "f"),
                  2),
            "");
}

TEST(Pipeline, IsTheDataPathWithoutTheHandshake) {
  const Netlist stage = parse_blif(
      ".inputs valid_i ready_i a clk rst\n.outputs ready_o valid_o x same zero\n"
      ".names valid_o ready_i ready_o\n1- 1\n"
      ".subckt $_DFFE_PN0P_ C=clk D=valid_i E=ready_o R=rst Q=valid_o\n"
      ".names zero\n"
      ".names a n\n0 1\n" +
          data_register("n", "x", "ready_o") + ".names x same\n1 1\n.end\n",
      kPins);
  const Netlist data = data_path(stage);
  EXPECT_EQ(data.output_names, (std::vector<std::string>{"x", "same", "zero"}));
  const Netlist least = with_short_names(without_spare_outputs(data));
  EXPECT_EQ(least.output_names, std::vector<std::string>{"o0"});
  ASSERT_EQ(least.inputs.size(), 1U);
  EXPECT_EQ(least.nets[static_cast<std::size_t>(least.inputs[0])], "i0");
  ASSERT_EQ(least.cells.size(), 2U);
  const Netlist wires = without_registers(least);
  ASSERT_EQ(wires.cells.size(), 1U);
  EXPECT_EQ(wires.outputs[0], wires.cells[0].output);
}

// A NAND whose output waits for a rank while an input of it goes round.
TEST(Pipeline, IsWrittenWithARankForEachCut) {
  const Netlist mapped = parse_blif(
      ".inputs i0 i1\n.outputs o0\n.gate NAND2X1 A=i0 B=i1 Y=n1\n.gate NOR2X1 A=n1 B=i1 Y=o0\n"
      ".end\n");
  const std::string text = pipeline_text(mapped, {0, 1}, 2);
  const auto has = [&](const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  };
  has("NAND2X1 c3 (.A(i0), .B(i1), .Y(n3_0));");
  has("NOR2X1 c2 (.A(n3_1), .B(n1_1), .Y(n2_1));");
  has(".WIDTH(2)) u_rank_0");
  has(".data_i({i1, n3_0})");
  has(".WIDTH(1)) u_rank_1");
  has("assign o0 = n2_2;");
}

TEST(Pipeline, HasPiecesBetweenRegisters) {
  const Netlist pieces = pieces_of(data_path(parse_blif(
      ".inputs a e f clk\n.outputs x\n.gate INVX1 A=a Y=n\n" + data_register("n", "m", "e") +
          ".gate INVX1 A=m Y=o\n" + data_register("o", "x", "f") + ".end\n",
      kPins)));
  EXPECT_EQ(pieces.output_names, (std::vector<std::string>{"n", "o"}));
  EXPECT_EQ(pieces.cells.size(), 2U);
  for (const Netlist::Cell& cell : pieces.cells) EXPECT_EQ(cell.type, "INVX1");
}

}  // namespace
}  // namespace mmasc
