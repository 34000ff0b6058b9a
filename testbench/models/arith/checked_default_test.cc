// SPDX-License-Identifier: Apache-2.0
// Planned widths on more units than in checked_test.cc, and on the bundled vectors.
#include <gtest/gtest.h>

#include "arith/checked_results.h"
#include "mmasc/unit/catalog.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

TEST(ManyCheckedPlans, OfRandomUnits) { expect_plans_hold(400, 1600); }

TEST(ManyCheckedPlans, OfEveryBundledVector) {
  std::size_t compared = 0;
  for (const VectorFile& file : bundled_files()) {
    const Sequence sequence(catalog().find(file.instruction));
    for (const Case& row : file.cases) {
      ++compared;
      SCOPED_TRACE(file.name + ":" + std::to_string(row.line));
      expect_same_bits(sequence, view(row));
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(compared, 30000u);
}

}  // namespace
}  // namespace mmasc
