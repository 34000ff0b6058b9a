// SPDX-License-Identifier: Apache-2.0
// Claims on lanes: those that say the same of another lane are one, and are proved once.
#include "mmasc/proof/cone.h"

#include <gtest/gtest.h>

#include <string>

#include "mmasc/proof/premises.h"
#include "mmasc/proof/solver.h"

namespace mmasc::proof {
namespace {

struct Lanes {
  AndGraph gates;
  std::vector<NamedLiteral> inputs;

  Literal input(const std::string& name) {
    inputs.push_back({name, gates.input()});
    return inputs.back().literal;
  }
  std::string claim(Literal bit) const {
    const Cone cone = cone_of(gates, inputs, bit);
    std::vector<NamedLiteral> named;
    for (std::uint32_t i = 0; i < cone.gates.size(); ++i)
      if (cone.gates.is_input(i)) named.push_back({std::to_string(named.size()), 2 * i});
    return aiger_of(cone.gates, named, {{"bit", cone.bit}});
  }
};

// The gates of the second lane are made in another order.
TEST(Cone, IsThatOfAnotherLane) {
  Lanes lanes;
  const Literal a0 = lanes.input("stage.a_0[0]"), b0 = lanes.input("stage.b_0[0]"),
                a1 = lanes.input("stage.a_1[0]"), b1 = lanes.input("stage.b_1[0]"),
                e = lanes.input("largest[0]");
  AndGraph& gates = lanes.gates;
  const Literal ab0 = gates.both(a0, invert(b0));
  const Literal first = gates.both(ab0, gates.either(a0, e));
  const Literal ae1 = gates.either(a1, e);
  const Literal second = gates.both(ae1, gates.both(a1, invert(b1)));
  const Literal other = gates.both(gates.both(invert(a1), b1), gates.either(b1, e));
  EXPECT_EQ(lanes.claim(first), lanes.claim(second));
  EXPECT_NE(lanes.claim(first), lanes.claim(invert(second)));
  EXPECT_NE(lanes.claim(first), lanes.claim(other));
}

TEST(Cone, HasTheGraphsValues) {
  Lanes lanes;
  const Literal x = lanes.input("x[0]"), unused = lanes.input("y[0]"), z = lanes.input("z[0]");
  const Literal bit = invert(lanes.gates.choose(x, z, invert(lanes.gates.differ(x, z))));
  lanes.gates.both(unused, bit);
  const Cone cone = cone_of(lanes.gates, lanes.inputs, bit);
  ASSERT_EQ(cone.inputs.size(), 2U);
  EXPECT_EQ(inputs_of(lanes.gates, bit), (std::vector<std::uint32_t>{x / 2, z / 2}));
  std::vector<NamedLiteral> named;
  std::vector<std::uint64_t> given;
  const std::vector<std::uint64_t> all{0b0011, 0, 0b0101};
  for (const std::uint32_t number : cone.inputs) {
    named.push_back({"i", 2 * (static_cast<std::uint32_t>(named.size()) + 1)});
    given.push_back(number == x / 2 ? all[0] : all[2]);
  }
  for (std::uint32_t i = 0, at = 0; i < cone.gates.size(); ++i)
    if (cone.gates.is_input(i)) named[at++].literal = 2 * i;
  EXPECT_EQ(value_of(simulate(cone.gates, named, given), cone.bit) & 15,
            value_of(simulate(lanes.gates, lanes.inputs, all), bit) & 15);
}

TEST(Cone, OfDeepLogicNeedsNoDeepStack) {
  Lanes lanes;
  Literal chain = lanes.input("x[0]");
  for (int i = 1; i < 300'000; ++i) chain = lanes.gates.both(invert(chain), lanes.input("x[0]"));
  EXPECT_EQ(cone_of(lanes.gates, lanes.inputs, chain).inputs.size(), 300'000U);
}

TEST(Premises, OfOtherLanesStayOut) {
  Lanes lanes;
  const Literal x = lanes.input("x[0]"), y = lanes.input("y[0]"), z = lanes.input("z[0]");
  AndGraph& gates = lanes.gates;
  Premises premises;
  premises.add(gates, gates.either(x, y));
  premises.add(gates, z);
  premises.add(gates, kTrue);
  const Literal claim = gates.both(invert(x), invert(y));
  EXPECT_EQ(premises.about(gates, claim), gates.either(x, y));
  EXPECT_EQ(premises.all(gates), gates.both(gates.either(x, y), z));
  EXPECT_EQ(premises.about(gates, invert(x)), kTrue);
}

// A false claim is never among those that were proved.
TEST(ProvedClaims, AreNotThoseThatWereRefuted) {
  Lanes lanes;
  AndGraph& gates = lanes.gates;
  Literal all = kTrue;
  for (int i = 0; i < 6; ++i) all = gates.both(all, lanes.input("x[" + std::to_string(i) + "]"));
  ProvedClaims proved;
  for (int run = 0; run < 2; ++run) {
    const Answer answer = never(gates, lanes.inputs, all, {}, proved);
    EXPECT_EQ(answer.outcome, Outcome::refuted);
    EXPECT_EQ(answer.example, std::vector<bool>(6, true));
  }
  EXPECT_EQ(proved.size(), 0U);
}

TEST(ProvedClaims, AreKnownByTheirText) {
  ProvedClaims proved;
  proved.add("a claim");
  EXPECT_TRUE(proved.contains("a claim"));
  EXPECT_FALSE(proved.contains("another claim"));
  EXPECT_EQ(proved.size(), 1U);
}

}  // namespace
}  // namespace mmasc::proof
