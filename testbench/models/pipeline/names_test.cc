// SPDX-License-Identifier: Apache-2.0
// No code asks what a unit is called: under random words it gives the same bits.
#include <gtest/gtest.h>

#include "mmasc/pipeline/engine.h"
#include "mmasc/unit/error.h"
#include "pipeline/renamed.h"
#include "pipeline/samples.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

constexpr int kNamedOperations = 6;

TEST(Names, ChangeNoBitOfTheCatalogue) {
  const auto& units = catalog().units();
  ASSERT_FALSE(units.empty());
  std::uint64_t seed = 0;
  for (const Unit& unit : units) {
    const OperationBatch batch = random_batch(unit, kNamedOperations, ++seed);
    EXPECT_EQ(batch.run(*make_reference_engine(renamed(unit, seed))),
              batch.run(*make_reference_engine(unit)))
        << unit.instruction.id;
  }
}

TEST(Names, ChangeNoBitOfTheCataloguesHardware) {
  std::uint64_t seed = 0;
  for (const Sample& sample : kSamples) {
    const Unit unit = sample.unit();
    const OperationBatch batch = random_batch(unit, kNamedOperations, ++seed);
    EXPECT_EQ(batch.run(*make_pipeline_engine(renamed(unit, seed))),
              batch.run(*make_reference_engine(unit)))
        << unit.instruction.id;
  }
}

TEST(Names, ChangeNoBitOfRandomUnits) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Unit unit = random_unit(seed);
    const Unit other = renamed(unit, seed);
    const OperationBatch batch = random_batch(unit, kNamedOperations, seed);
    try {
      EXPECT_EQ(batch.run(*make_pipeline_engine(other)), batch.run(*make_reference_engine(unit)))
          << seed;
      ++compared;
    } catch (const RowError&) {  // too wide to build, under any name
      EXPECT_THROW(make_reference_engine(unit), RowError);
      EXPECT_THROW(make_reference_engine(other), RowError);
    }
  }
  EXPECT_GT(compared, 90);
}

// Also as a user's file holds them.
TEST(Names, SurviveAFile) {
  std::uint64_t seed = 0;
  for (const Sample& sample : kSamples) {
    const Unit unit = sample.unit();
    Catalog mine;
    mine.add(to_toml(renamed(unit, ++seed)), "renamed");
    ASSERT_EQ(mine.units().size(), 1u);
    const OperationBatch batch = random_batch(unit, kNamedOperations, seed);
    EXPECT_EQ(batch.run(*make_reference_engine(mine.units().front())),
              batch.run(*make_reference_engine(unit)))
        << unit.instruction.id;
  }
}

}  // namespace
}  // namespace mmasc
