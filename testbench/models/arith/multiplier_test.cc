// SPDX-License-Identifier: Apache-2.0
// The multiplier over every pair of operands of up to 8 bits, of every pair of signed formats.
#include "mmasc/arith/multiplier.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arith/checked_numbers.h"
#include "arith/host_value.h"
#include "mmasc/unit/formats.h"
#include "specification/known_units.h"

namespace mmasc {
namespace {

using Checked = CheckedNumbers<Numbers128>;

Unit one_product(const Format& a, const Format& b) {
  Unit unit = known::plain_unit({a.name, b.name, "f32", "f32"}, 1, 1);
  unit.datapath.sums = {known::sum("dot", {known::term("products"), known::term("c")})};
  return unit;
}

void expect_exact_product(const Plan& plan, std::uint64_t a, std::uint64_t b) {
  Operands in;
  in.push_back(Operand::a, a);
  in.push_back(Operand::b, b);
  const auto terms = multiply<Checked>(plan, in);
  const auto product = terms[0];
  const MultiplierPlan& m = plan.multiplier;
  const double x = host_value(m.a, a), y = host_value(m.b, b), expected = x * y;
  ASSERT_EQ(product.nan, std::isnan(expected));
  if (product.nan) return;
  ASSERT_EQ(product.negative, std::signbit(expected));
  ASSERT_EQ(product.infinite, std::isinf(expected));
  if (product.infinite) return;
  ASSERT_EQ(product.zero, expected == 0);
  ASSERT_EQ(product.exponent.value, stored_exponent(m.a, a) + stored_exponent(m.b, b));
  ASSERT_EQ(std::ldexp(static_cast<double>(product.significand.value),
                       static_cast<int>(product.exponent.value) - m.product.fraction_bits),
            std::abs(expected));
}

TEST(Multiplier, EveryPairOfSmallOperands) {
  for (const Format& a : shipped_formats())
    for (const Format& b : shipped_formats()) {
      if (a.storage_bits() > 8 || b.storage_bits() > 8 || !a.is_signed() || !b.is_signed())
        continue;
      const Plan plan = make_plan(one_product(a, b));
      Checked::set_limits({plan.word_bits, plan.exponent_bits});
      for (std::uint64_t x = 0; x <= a.storage_mask(); ++x)
        for (std::uint64_t y = 0; y <= b.storage_mask(); ++y) {
          expect_exact_product(plan, x, y);
          if (HasFatalFailure()) FAIL() << a.name << ' ' << x << " * " << b.name << ' ' << y;
        }
    }
}

}  // namespace
}  // namespace mmasc
