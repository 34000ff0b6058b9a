// SPDX-License-Identifier: Apache-2.0
// The pipeline's flags beside d, and a tile's behind D.
#include <gtest/gtest.h>

#include "mmasc/pipeline/engine.h"
#include "random/flagged_units.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

TEST(PipelineStatusFlags, AreThoseOfTheReference) {
  std::uint64_t all = 0;
  for (const Unit& unit : flagged_units()) {
    const OperationBatch operations = random_batch(unit, 200, 1);
    const auto expected = operations.run_with_flags(*make_reference_engine(unit));
    EXPECT_EQ(operations.run_with_flags(*make_pipeline_engine(unit)), expected);
    EXPECT_EQ(operations.run(*make_pipeline_engine(unit)),
              operations.run(*make_reference_engine(unit)));
    for (const Result& result : expected) all |= result.flags;
  }
  EXPECT_NE(all, 0U);
}

}  // namespace
}  // namespace mmasc
