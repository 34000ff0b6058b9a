// SPDX-License-Identifier: Apache-2.0
// The simulated hardware, the reference and the specification on datapaths nobody built.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/arith/same_bits.h"
#include "mmasc/pipeline/engine.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"
#include "specification/exact.h"

namespace mmasc {

// `count` units: of the seeds first, first + stride, ... as many as it takes.
struct Seeds {
  std::uint64_t first, stride, count;
};

inline void expect_agreement(const Unit& unit, std::uint64_t seed) {
  constexpr int kOperations = 16;
  const OperationBatch batch = random_batch(unit, kOperations, seed);
  const auto reference = batch.run(*make_reference_engine(unit));
  const auto pipeline = batch.run(*make_pipeline_engine(unit));
  const bool any_nan = !unit.datapath.result.nan;
  for (std::size_t i = 0; i < batch.operations().size(); ++i) {
    const Case& x = batch.operations()[i];
    const auto exact = evaluate_exactly(unit, x);
    ASSERT_TRUE(pipeline[i] == reference[i] && same_bits(unit.d(), reference[i], exact, any_nan))
        << "seed " << seed << ", operation " << i << std::hex << "\npipeline  " << pipeline[i]
        << "\nreference " << reference[i] << "\nexact     " << exact << "\n"
        << batch.describe(i);
  }
}

// Whether the unit has a plan: an exact window may be wider than any, which both engines must say.
inline bool has_plan(const Unit& unit) {
  try {
    make_plan(unit);
    return true;
  } catch (const RowError&) {
    EXPECT_THROW(make_reference_engine(unit), RowError);
    EXPECT_THROW(make_pipeline_engine(unit), RowError);
    return false;
  }
}

inline void expect_agreement(const Seeds& seeds) {
  std::uint64_t compared = 0, refused = 0;
  for (std::uint64_t seed = seeds.first; compared < seeds.count; seed += seeds.stride) {
    const Unit unit = random_unit(seed);
    if (!has_plan(unit)) {
      ASSERT_LT(++refused * 100, seeds.count) << "too many units are refused";
      continue;
    }
    ++compared;
    ASSERT_NO_FATAL_FAILURE(expect_agreement(unit, seed));
  }
}

}  // namespace mmasc
