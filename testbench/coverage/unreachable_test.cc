// SPDX-License-Identifier: Apache-2.0
// The default test's check on a few units, so that sanitizers see it too.
#include "arith/random_sequences.h"
#include "coverage/contradictions.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

TEST(Unreachable, IsNeverMetOnAFewUnits) {
  int unreachable = contradictions_tried(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"), 2, 1);
  for_each_random_sequence(7, 3, [&](const Sequence& sequence, auto) {
    unreachable += contradictions_tried(sequence.unit(), 2, 1);
  });
  EXPECT_GT(unreachable, 10);
}

}  // namespace
}  // namespace mmasc
