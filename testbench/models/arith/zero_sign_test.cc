// SPDX-License-Identifier: Apache-2.0
// Sums that sign their zeros otherwise than the datapath's other sums, on the stage functions
// and their vector lanes, against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <string>

#include "arith/compared_ways.h"
#include "mmasc/unit/catalog.h"
#include "unit/rows.h"

namespace mmasc {
namespace {

// A chain of two products, and c. `fields` are of the datapath.
Unit chain_unit(const std::string& fields = "zero_sign = \"ieee\"") {
  return parse_unit(R"(
[datapath."my.chain"]
lanes     = 2
flush     = { results = "keep_sign" }
sum       = [
  { name = "first", terms = ["products[0:1]"], round_to = "f32" },
  { name = "chain", terms = ["first", "products[1:2]"], round_to = "f32" },
  { name = "accumulate", terms = ["c", "chain"] },
]
result    = { format = "f32" }
)" + fields + R"(
[instruction."my/chain"]
formats  = { a = "bf16", b = "bf16", c = "f32" }
datapath = "my.chain"
shape    = { m = 1, n = 1, k = 2 }
)");
}

constexpr std::uint64_t kMinusZero = 0x80000000, kMinusZeroOfA = 0x8000;

// The case is -0 beside a product of -0 and one that is that or is flushed to it.
std::uint64_t sum_of_minus_zeros(const Unit& unit, bool flushed) {
  constexpr std::uint64_t kOne = 0x3f80, kMinusTiny = 0x8d80, kTiny = 0x0d80;  // 2^-100
  const Case x = case_of({flushed ? kMinusTiny : kMinusZeroOfA, kMinusZeroOfA},
                         {flushed ? kTiny : kOne, kOne}, kMinusZero);
  const std::uint64_t d = evaluate(Sequence(unit), view(x));
  EXPECT_EQ(d, evaluate_exactly(unit, x));
  return d;
}

TEST(ZeroSignOfASum, IsOfItsExactZerosAlone) {
  const Unit ieee = chain_unit();
  EXPECT_EQ(sum_of_minus_zeros(ieee, false), kMinusZero);
  EXPECT_EQ(sum_of_minus_zeros(ieee, true), kMinusZero);
  const Unit first = ieee.with("first.zero_sign", "plus");
  EXPECT_EQ(sum_of_minus_zeros(first, false), 0u);
  EXPECT_EQ(sum_of_minus_zeros(first, true), kMinusZero);  // its flush keeps the sign
  for (const char* name : {"chain", "accumulate"}) {
    const Unit other = ieee.with(std::string(name) + ".zero_sign", "plus");
    EXPECT_EQ(sum_of_minus_zeros(other, false), 0u) << name;
    EXPECT_EQ(sum_of_minus_zeros(other, true), 0u) << name;
  }
}

TEST(ZeroSignOfASum, IsTheDatapathsUnlessItHasOne) {
  Unit own = chain_unit("");
  for (const char* name : {"first", "chain", "accumulate"}) {
    EXPECT_EQ(sum_of_minus_zeros(own, false), 0u) << name;
    own = own.with(std::string(name) + ".zero_sign", "ieee");
  }
  EXPECT_EQ(sum_of_minus_zeros(own, false), kMinusZero);
  EXPECT_EQ(own.datapath.zero_sign, ZeroSign::plus);
  EXPECT_EQ(own.with("first.zero_sign", "").datapath.sums[0].zero_sign, std::nullopt);
}

TEST(ZeroSignOfASum, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* sign : {"plus", "ieee"})
    for (const char* name : {"first", "chain", "accumulate"})
      for (const char* own : {"plus", "ieee"})
        for (const char* rounding : {"nearest_even", "down"}) {
          SCOPED_TRACE(std::string(sign) + " " + name + " " + own + " " + rounding);
          const Unit plain = chain_unit(std::string("zero_sign = \"") + sign + '"')
                                 .with("chain.rounding", rounding)
                                 .with("result.rounding", rounding);
          changed_results(plain.with(std::string(name) + ".zero_sign", own), plain);
          if (HasFailure()) return;
        }
}

TEST(ZeroSignOfASum, IsRefusedForIntegers) {
  EXPECT_EQ(input_error([] { (void)find_unit("x86/tdpbssd").with("dot.zero_sign", "ieee"); }),
            "sum.dot.zero_sign: s32 is an integer, which has no -0; remove it");
}

}  // namespace
}  // namespace mmasc
