// SPDX-License-Identifier: Apache-2.0
// The engine rtl against the reference, operation by operation.
#pragma once

#include <gtest/gtest.h>

#include "mmasc/coverage/cover.h"
#include "mmasc/verilated/engine.h"
#include "random/operation_batch.h"

namespace mmasc {

// Vectors that meet the cover points, as far as a few draws go, then of every default class, then
// random ones.
inline OperationBatch driving_batch(const Unit& unit, std::uint64_t seed, int operations) {
  OperationBatch batch(unit);
  const Generator generator(unit, seed);
  CoverLimits limits;
  limits.count = 16;
  limits.tries = 200;
  for (const Case& x : cover(generator, limits).cases) batch.add(x);
  for (const VectorClass each : kDefaultClasses)
    for (std::uint64_t i = 0; i < 10; ++i) batch.add(generator.make(each, i));
  add_random(batch, unit, operations, seed);
  return batch;
}

inline void expect_rtl_agrees(const Unit& unit, std::uint64_t seed, int operations) {
  const OperationBatch batch = driving_batch(unit, seed, operations);
  const auto reference = batch.run(*make_reference_engine(unit));
  const auto d = batch.run(*make_rtl_engine(unit));
  for (std::size_t i = 0; i < d.size(); ++i)
    ASSERT_EQ(d[i], reference[i]) << "seed " << seed << ", operation " << i << ": " << std::hex
                                  << d[i] << ", not " << reference[i] << "\n"
                                  << batch.describe(i);
}

}  // namespace mmasc
