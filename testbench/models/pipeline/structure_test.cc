// SPDX-License-Identifier: Apache-2.0
// Structure changes no bit; the latency is what its registers add up to.
#include <gtest/gtest.h>

#include "mmasc/pipeline/dot_product_unit.h"
#include "pipeline/bench.h"
#include "pipeline/latency_formula.h"
#include "pipeline/operations.h"
#include "pipeline/own_process.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kStructureOperations = 8;

// Every field by itself over its range, then structures at random.
std::vector<Structure> structures() {
  std::vector<Structure> all;
  const auto add = [&](auto set) {
    Structure structure;
    set(structure);
    all.push_back(structure);
  };
  for (int radix = 2; radix <= 8; ++radix) add([&](Structure& s) { s.adder_tree.radix = radix; });
  for (int registers = 0; registers <= 3; ++registers) {
    add([&](Structure& s) { s.multiplier.registers = registers; });
    add([&](Structure& s) { s.aligner.registers = registers; });
    if (registers < 3) add([&](Structure& s) { s.adder_tree.registers_per_level = registers; });
    if (registers > 0) add([&](Structure& s) { s.normalizer.registers = registers; });
  }
  Random random(1);
  for (int i = 0; i < 12; ++i)
    add([&](Structure& s) {
      s.multiplier.registers = random.between(0, 3);
      s.aligner.registers = random.between(0, 3);
      s.adder_tree.radix = random.between(2, 8);
      s.adder_tree.registers_per_level = random.between(0, 2);
      s.normalizer.registers = random.between(1, 3);
    });
  add([](Structure& s) {
    s.multiplier.registers = s.aligner.registers = s.adder_tree.registers_per_level = 0;
  });
  return all;
}

std::string describe(const Structure& s) {
  return "multiplier " + std::to_string(s.multiplier.registers) + ", aligner " +
         std::to_string(s.aligner.registers) + ", radix " + std::to_string(s.adder_tree.radix) +
         ", registers per level " + std::to_string(s.adder_tree.registers_per_level) +
         ", normalizer " + std::to_string(s.normalizer.registers);
}

void expect_same(const Unit& unit, const std::vector<std::uint64_t>& results) {
  const Sequence sequence(unit);
  const auto steps = random_steps(sequence, kStructureOperations, 1);
  Clock clock;
  const auto dot = make_dot_product_unit("unit", sequence.plan());
  Bench<Operands, Result> bench("bench", clock, *dot);
  const int latency = latency_by_formula(unit);
  EXPECT_EQ(dot->plan().latency(), latency);
  clock.start_in_reset();
  bench.start(steps, Schedule::back_to_back(kStructureOperations));
  clock.run(kStructureOperations + latency + 8);
  ASSERT_EQ(bench.delivered.size(), results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(bench.delivered[i].payload.d, results[i]);
    EXPECT_EQ(bench.delivered[i].cycle - bench.accepted[i], latency);
  }
}

class StructureOf : public ::testing::TestWithParam<Sample> {};

TEST_P(StructureOf, ChangesNoBitAndAddsUpToTheLatency) {
  Unit unit = GetParam().unit();
  const Sequence sequence(unit);
  const auto results = results_of(sequence.plan(), random_steps(sequence, kStructureOperations, 1));
  for (const Structure& structure : structures()) {
    unit.structure = structure;
    EXPECT_TRUE(passes_in_child([&] { expect_same(unit, results); })) << describe(structure);
  }
}

INSTANTIATE_TEST_SUITE_P(Units, StructureOf, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

TEST(LatencyFormula, IsThePlansForEveryRowOfTheCatalogue) {
  ASSERT_FALSE(catalog().units().empty());
  for (const Unit& unit : catalog().units()) {
    EXPECT_EQ(make_plan(unit).latency(), latency_by_formula(unit)) << unit.instruction.id;
    if (unit.instruction.late_c) {
      EXPECT_EQ(make_late_c_plan(unit).latency(), late_c_latency_by_formula(unit));
    }
  }
}

}  // namespace
}  // namespace mmasc
