// SPDX-License-Identifier: Apache-2.0
// The engine pipeline where `structure` is at its limits.
#include "mmasc/pipeline/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "mmasc/pipeline/simulate.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/plans_made.h"
#include "pipeline/own_process.h"
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

// Planning takes longer than to simulate one operation.
TEST(PipelineEngine, PlansOnce) {
  const Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const OperationBatch batch = random_batch(unit, 3, 1);
  const std::uint64_t before = plans_made();
  const auto engine = make_pipeline_engine(unit);
  EXPECT_EQ(plans_made(), before + 1);
  batch.run(*engine);
  batch.run(*engine);
  EXPECT_EQ(plans_made(), before + 1);
}

// Does what the engine does in a child, where the test above counts no plans.
class Simulator final : public Engine {
 public:
  explicit Simulator(const Unit& unit) : sequence_(unit) {}
  std::string_view name() const override { return "simulator"; }
  const Unit& unit() const override { return sequence_.unit(); }
  void dot(const DotBatch& batch) const override {
    std::ranges::copy(simulate_here(sequence_, make_tile(batch)).d, batch.d.begin());
  }

 private:
  Sequence sequence_;
};

TEST(PipelineEngine, ASimulationPlansNothing) {
  const Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const OperationBatch batch = random_batch(unit, 3, 1);
  const Simulator simulator(unit);
  const std::vector<std::uint64_t> d = batch.run(*make_reference_engine(unit));
  EXPECT_TRUE(passes_in_child([&] {
    const std::uint64_t before = plans_made();
    EXPECT_EQ(batch.run(simulator), d);
    EXPECT_EQ(plans_made(), before);
  }));
}

}  // namespace
}  // namespace mmasc
