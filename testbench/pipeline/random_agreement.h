// SPDX-License-Identifier: Apache-2.0
// The simulated hardware, the reference and the tests' exact evaluator on datapaths nobody built.
#pragma once

#include <gtest/gtest.h>

#include <ostream>

#include "arith/same_bits.h"
#include "exact/exact.h"
#include "pipeline/engine.h"
#include "pipeline/random_batch.h"
#include "random/random_unit.h"
#include "spec/error.h"

namespace mmasc {

struct SeedRange {
  std::uint64_t first, count;
  friend std::ostream& operator<<(std::ostream& out, const SeedRange& seeds) {
    return out << seeds.first << "_to_" << seeds.first + seeds.count - 1;
  }
};

inline void expect_agreement(const Unit& unit, std::uint64_t seed) {
  constexpr int kOperations = 16;
  const RandomBatch batch(unit, kOperations, seed);
  const auto reference = batch.run(*make_reference_engine(unit));
  const auto pipeline = batch.run(*make_pipeline_engine(unit));
  const bool any_nan = !unit.datapath.result.nan;
  for (std::size_t i = 0; i < batch.operations().size(); ++i) {
    const OperandBits& x = batch.operations()[i];
    const auto exact = evaluate_exactly(unit, x.a, x.b, x.c, x.sa, x.sb);
    ASSERT_TRUE(pipeline[i] == reference[i] && same_bits(unit.d(), reference[i], exact, any_nan))
        << "seed " << seed << ", operation " << i << std::hex << "\npipeline  " << pipeline[i]
        << "\nreference " << reference[i] << "\nexact     " << exact << "\n"
        << batch.describe(i);
  }
}

// A unit whose exact window is too wide is refused, which must stay rare.
inline void expect_agreement(const SeedRange& seeds) {
  std::uint64_t refused = 0;
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      expect_agreement(unit, seed);
    } catch (const RowError& error) {
      ++refused;
    }
  }
  EXPECT_LT(refused * 20, seeds.count);
  testing::Test::RecordProperty("refused", static_cast<int>(refused));
}

}  // namespace mmasc
