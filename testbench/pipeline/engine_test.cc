// SPDX-License-Identifier: Apache-2.0
// The engine pipeline where `structure` is at its limits.
#include "pipeline/engine.h"

#include <gtest/gtest.h>

#include <chrono>

#include "random/operation_batch.h"

namespace mmasc {
namespace {

// 42 units of 1,544 register ranks each, which took most of a minute to elaborate.
TEST(PipelineEngine, TheLimitsOfStructureTakeSeconds) {
  const Unit unit = parse_unit(R"(
[datapath."my.sequence"]
lanes  = 64
sum    = [{ name = "dot", terms = ["products", "c"], shape = "sequential", round_to = "f32" }]
result = { format = "f32" }
[instruction."my/sequence"]
shape     = { m = 1, n = 1, k = 64 }
formats   = { a = "f16", b = "f16", c = "f32" }
datapath  = "my.sequence"
structure = "most"
[structure.most]
multiplier = { registers = 8 }
aligner    = { registers = 8 }
adder_tree = { radix = 2, registers_per_level = 8 }
normalizer = { registers = 8 }
units      = 42
initiation_interval = 64
)");
  const OperationBatch batch = random_batch(unit, 3, 1);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(batch.run(*make_pipeline_engine(unit)), batch.run(*make_reference_engine(unit)));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace mmasc
