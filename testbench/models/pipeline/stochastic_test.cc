// SPDX-License-Identifier: Apache-2.0
// Random bits travel with their operation through the pipeline.
#include <gtest/gtest.h>

#include "mmasc/pipeline/register_view.h"
#include "mmasc/unit/plan.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

// Each rank keeps what later stages need, and no more.
TEST(StochasticPipeline, KeepsOnlyWhatLaterStagesDraw) {
  const Plan plan = make_plan(stochastic_unit(3));
  const int all = plan.random_bits.size();
  int before = all, ranks = 0;
  for (const RegisterView& view : registers_of(plan)) {
    int left = 0;
    for (const RegisterView::Field& field : view.fields)
      left += field.name.starts_with("random_") ? 1 : 0;
    EXPECT_EQ(left, all - first_random_after(plan, *view.stage)) << view.name;
    EXPECT_LE(left, before) << view.name;
    before = left;
    ++ranks;
  }
  EXPECT_GT(ranks, 0);
  EXPECT_EQ(before, 0);
}

}  // namespace
}  // namespace mmasc
