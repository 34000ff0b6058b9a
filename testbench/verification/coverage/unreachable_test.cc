// SPDX-License-Identifier: Apache-2.0
// The default test's check on a few units, so that sanitizers see it too.
#include "arith/random_sequences.h"
#include "coverage/contradictions.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

TEST(Unreachable, IsNeverMetOnAFewUnits) {
  int unreachable = contradictions_tried(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"), 2, 1);
  for_each_random_sequence(7, 3, [&](const Sequence& sequence, auto) {
    unreachable += contradictions_tried(sequence.unit(), 2, 1);
  });
  EXPECT_GT(unreachable, 10);
}

// Fixed-point products above 2^40 have fewer than no fraction bits.
TEST(Unreachable, IsNeverMetWhereTheLastBitKeptIsFarAboveOne) {
  const Unit unit = parse_unit(R"(
[format.large]
exponent_bits = 3
fraction_bits = 2
bias          = -20

[datapath.x]
lanes  = 2
sum    = [{ name = "dot", terms = ["products"], exponent = "scales" },
          { name = "all", terms = ["dot", "c"] }]
result = { format = "f32" }

[instruction."my/x"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "large", b = "large", c = "f32" }
datapath = "x"
)");
  EXPECT_GT(contradictions_tried(unit, 2, 1), 10);
}

}  // namespace
}  // namespace mmasc
