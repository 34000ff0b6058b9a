// SPDX-License-Identifier: Apache-2.0
// The reference against the specification on more units and operands than in
// reference_test.cc.
#include <gtest/gtest.h>

#include "arith/exact_results.h"

namespace mmasc {
namespace {

TEST(MoreUnits, GiveTheExactResult) { expect_exact_results(400, 1600, 20); }

TEST(MoreOperands, OfEveryRowGiveTheExactResult) { expect_exact_rows(6, 14); }

}  // namespace
}  // namespace mmasc
