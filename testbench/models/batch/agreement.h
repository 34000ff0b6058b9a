// SPDX-License-Identifier: Apache-2.0
// The batch engine on every target against the reference, operation by operation.
#pragma once

#include <gtest/gtest.h>

#include "batch/engines.h"
#include "mmasc/unit/error.h"
#include "random/operation_batch.h"

namespace mmasc {

// A tile of lanes and a part of one.
inline constexpr int kOperations = 70;

inline void expect_agreement(const Unit& unit, const OperationBatch& batch) {
  const auto reference = batch.run(*make_reference_engine(unit));
  for (const auto& [target, engine] : engines_on_all_targets(unit)) {
    const auto d = batch.run(*engine);
    for (std::size_t i = 0; i < d.size(); ++i)
      ASSERT_EQ(d[i], reference[i]) << target << ", operation " << i << ": " << std::hex << d[i]
                                    << ", not " << reference[i] << "\n"
                                    << batch.describe(i);
  }
}

inline void expect_agreement(const Unit& unit, std::uint64_t seed, int count = kOperations) {
  SCOPED_TRACE(seed);
  expect_agreement(unit, random_batch(unit, count, seed));
}

// Whether the unit has a plan: an exact window may be wider than any, which every engine must say.
inline bool has_plan(const Unit& unit) {
  try {
    make_reference_engine(unit);
    return true;
  } catch (const RowError&) {
    EXPECT_THROW(make_batch_engine(unit), RowError);
    return false;
  }
}

}  // namespace mmasc
