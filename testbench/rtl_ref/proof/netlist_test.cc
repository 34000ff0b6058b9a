// SPDX-License-Identifier: Apache-2.0
// Netlists of modules as one logic: what black boxes hide, what is wired wrongly, and what is
// damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/proof/cone.h"
#include "mmasc/proof/flatten.h"
#include "mmasc/proof/solver.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

// y = not (a and b) by way of a register; half holds the gates.
const std::string kText =
    "# a comment\n\n"
    ".model top\n.inputs a[0] a[1]\n.outputs y wire_o[0]\n"
    ".names $false\n.names $true\n1\n.names $undef\n"
    ".subckt half p[0]=a[0] p[1]=a[1] q=taken\n.cname u_half\n"
    ".subckt register d_i=taken q_o=y\n.cname u_register\n"
    ".names a[1] wire_o[0]\n1 1\n"
    ".end\n\n"
    ".model half\n.inputs p[0] p[1]\n.outputs q\n"
    ".subckt $_AND_ A=p[0] B=p[1] Y=seen[0]\n.cname $and\n"
    ".subckt $_NOT_ A=seen[0] Y=q\n.cname $not\n"
    ".end\n\n"
    ".model register\n.inputs d_i\n.outputs q_o\n.blackbox\n.end\n";

FlatLogic logic_of(const std::string& text) {
  return flatten(parse_blif(text, "text"), "top", "seen");
}
std::string changed(const std::string& from, const std::string& to) {
  std::string text = kText;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}
std::string complaint(const std::string& text) {
  try {
    logic_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
std::vector<std::string> names(const std::vector<NamedLiteral>& all) {
  std::vector<std::string> found;
  for (const NamedLiteral& each : all) found.push_back(each.name);
  std::ranges::sort(found);
  return found;
}

TEST(Netlist, IsCutAtItsBlackBoxes) {
  const FlatLogic logic = logic_of(kText);
  EXPECT_EQ(names(logic.inputs), (std::vector<std::string>{"a[0]", "a[1]", "u_register.q_o[0]"}));
  EXPECT_EQ(names(logic.outputs),
            (std::vector<std::string>{"u_half.seen[0]", "u_register.d_i[0]", "wire_o[0]", "y[0]"}));
  const auto literal = [&](const std::vector<NamedLiteral>& all, const std::string& name) {
    return std::ranges::find(all, name, &NamedLiteral::name)->literal;
  };
  const Literal seen = literal(logic.outputs, "u_half.seen[0]");
  EXPECT_EQ(literal(logic.outputs, "u_register.d_i[0]"), invert(seen));
  EXPECT_EQ(literal(logic.outputs, "y[0]"), literal(logic.inputs, "u_register.q_o[0]"));
  EXPECT_EQ(literal(logic.outputs, "wire_o[0]"), literal(logic.inputs, "a[1]"));
  const auto [x, y] = logic.gates.gate(seen / 2);
  EXPECT_EQ(x, literal(logic.inputs, "a[0]"));
  EXPECT_EQ(y, literal(logic.inputs, "a[1]"));
}

// What nothing drives, and what is undefined, may be anything.
TEST(Netlist, LeavesFreeWhatNothingDrives) {
  for (const std::string& text :
       std::vector<std::string>{changed("B=p[1]", "B=nothing"), changed("B=p[1]", "B=$undef"),
                                changed("p[1]=a[1] ", "")}) {
    const FlatLogic logic = logic_of(text);
    const auto free = std::ranges::find_if(
        logic.inputs, [](const NamedLiteral& input) { return input.name.starts_with("undriven"); });
    ASSERT_NE(free, logic.inputs.end());
    EXPECT_NE(std::ranges::find_if(logic.outputs,
                                   [&](const NamedLiteral& output) {
                                     const auto from = inputs_of(logic.gates, output.literal);
                                     return std::ranges::count(from, free->literal / 2) > 0;
                                   }),
              logic.outputs.end());
  }
}

TEST(Netlist, RefusesWhatIsNoLogic) {
  EXPECT_NE(complaint(changed("B=p[1]", "B=q")).find("feeds itself"), std::string::npos);
  EXPECT_NE(
      complaint(changed(".names a[1] wire_o[0]", ".names a[1] taken")).find("several drivers"),
      std::string::npos);
  EXPECT_NE(complaint(changed("A=seen[0] Y=q", "A=seen[0] Y=p[0]")).find("several drivers"),
            std::string::npos);
  EXPECT_NE(complaint(changed(".subckt half", ".subckt $_DFF_P_")).find("$_DFF_P_"),
            std::string::npos);
  EXPECT_NE(complaint(changed(".model top", ".model bottom")).find("no such module"),
            std::string::npos);
  EXPECT_NE(complaint(changed("$_NOT_ A=seen[0] Y=q\n.cname $not",
                              "half p[0]=seen[0] q=q\n.cname u_again"))
                .find("holds itself"),
            std::string::npos);
}

// Whatever is damaged is refused or is other logic; nothing else happens.
TEST(Netlist, TakesDamage) {
  std::uint64_t state = 1;
  int refused = 0;
  for (int run = 0; run < 20'000; ++run) {
    state = state * 6364136223846793005 + 1442695040888963407;
    std::string damaged =
        kText.substr(0, run % 2 == 0 ? (state >> 33) % kText.size() : kText.size());
    if (!damaged.empty()) damaged[(state >> 20) % damaged.size()] = static_cast<char>(state >> 50);
    refused += complaint(damaged).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 10'000);
  EXPECT_LT(refused, 20'000);
}

}  // namespace
}  // namespace mmasc::proof
