// SPDX-License-Identifier: Apache-2.0
// The engine rtl against the reference, operation by operation.
#pragma once

#include <gtest/gtest.h>

#include "random/operation_batch.h"
#include "rtl_ref/verilated/engine.h"

namespace mmasc {

inline void expect_rtl_agrees(const Unit& unit, std::uint64_t seed, int operations) {
  const OperationBatch batch = random_batch(unit, operations, seed);
  const auto reference = batch.run(*make_reference_engine(unit));
  const auto d = batch.run(*make_rtl_engine(unit));
  for (std::size_t i = 0; i < d.size(); ++i)
    ASSERT_EQ(d[i], reference[i]) << "seed " << seed << ", operation " << i << ": " << std::hex
                                  << d[i] << ", not " << reference[i] << "\n"
                                  << batch.describe(i);
}

}  // namespace mmasc
