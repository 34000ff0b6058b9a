// SPDX-License-Identifier: Apache-2.0
// Partial sums are as wide as what an adder is told to take.
#include "mmasc/unit/addend_bits.h"

#include <gtest/gtest.h>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// Adders are told one width for all addends but the last.
TEST(AddendBits, OfAPartialSumAreNoFewerThanThoseOfItsAddends) {
  const Unit& integers = catalog().find("turing/mma.m8n8k16.s32.s8.s8.s32");
  for (const char* terms :
       {R"(["products[0:3]", "c", "products[3:4]"])", R"(["c", "products[0:3]", "products[3:4]"])",
        R"(["products[0:1]", "c", "products[1:4]"])"})
    for (const int radix : {2, 3, 4}) {
      Unit unit = integers.with("lanes", "4").with("dot.terms", terms);
      unit.structure.adder_tree.radix = radix;
      const Plan plan = make_plan(unit);
      const SumPlan& sum = plan.sums[0];
      for (int level = 0; addends_left(sum.addend_count, radix, level) > 1; ++level) {
        const int count = addends_left(sum.addend_count, radix, level);
        const int left = addends_left(count, radix, 1);
        const AddendBits bits = addend_bits(plan, sum, level);
        const AddendBits behind = addend_bits(plan, sum, level + 1);
        for (int i = 0; i < count; ++i)
          EXPECT_GE(behind.of(i / radix, left), bits.of(i, count)) << terms << radix << level << i;
        EXPECT_LE(behind.most(), sum.sum_bits);
      }
    }
}

}  // namespace
}  // namespace mmasc
