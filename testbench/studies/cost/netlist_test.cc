// SPDX-License-Identifier: Apache-2.0
// Netlists in BLIF: what is read, and written again.
#include "mmasc/cost/netlist.h"

#include <gtest/gtest.h>

#include "mmasc/unit/error.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

constexpr const char* kText =
    "# a comment\n"
    ".model stage\n"
    ".inputs a \\\n b\n"
    ".outputs x y same\n"
    ".names $true\n1\n"
    ".names a b n1\n11 1\n"
    ".names n1 same\n1 1\n"
    ".gate NAND2X1 A=same B=$true Y=x\n"
    ".subckt $_DFFE_PP_ C=a D=n1 E=b Q=y\n"
    ".end\n";

TEST(Netlist, IsReadWithBuffersAsNames) {
  const Netlist netlist = parse_blif(kText, {{"$_DFFE_PP_", "Q"}});
  EXPECT_EQ(netlist.inputs.size(), 2U);
  EXPECT_EQ(netlist.output_names, (std::vector<std::string>{"x", "y", "same"}));
  ASSERT_EQ(netlist.cells.size(), 4U);
  EXPECT_TRUE(netlist.cells[0].is_constant());
  EXPECT_EQ(netlist.cells[1].table, "11 1\n");
  EXPECT_EQ(netlist.cells[2].inputs[0], netlist.cells[1].output);
  EXPECT_EQ(netlist.outputs[2], netlist.cells[1].output);
  EXPECT_EQ(netlist.cells[3].at("D"), netlist.cells[1].output);
  EXPECT_EQ(netlist.cells[3].at("S"), -1);
  EXPECT_EQ(netlist.outputs[1], netlist.cells[3].output);
}

TEST(Netlist, IsWrittenAsItIsRead) {
  const std::string once = blif_of(parse_blif(kText, {{"$_DFFE_PP_", "Q"}}));
  EXPECT_EQ(blif_of(parse_blif(once)), once);
  EXPECT_NE(once.find(".names n1 same\n1 1\n"), std::string::npos) << once;
}

TEST(Netlist, RefusesWhatItCannotRead) {
  const auto message = [](const char* text) {
    return testing::message_of<EnvironmentError>([&] { parse_blif(text).in_order(); });
  };
  EXPECT_EQ(message(".latch a b 0\n"), "a netlist in BLIF has the line .latch a b 0");
  EXPECT_EQ(message(".gate INVX1 A Y=b\n"), "a netlist in BLIF has the pin A");
  EXPECT_EQ(message("11 1\n"), "a netlist in BLIF has the line 11 1");
  EXPECT_EQ(message(".gate INVX1 A=a Y=b\n.gate INVX1 A=b Y=a\n"), "a netlist has a loop");
}

}  // namespace
}  // namespace mmasc
