// SPDX-License-Identifier: Apache-2.0
// The reference against the bundled vectors, and where sums overflow.
#include "mmasc/arith/reference.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/promotion.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "specification/exact.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

// In every rounding mode, as a result's overflow: IEEE 754 would stop at the greatest number in
// some.
TEST(Reference, PromotionAndALateCOverflowToInfinity) {
  constexpr std::uint64_t greatest = 0x7f7fffff, infinity = 0x7f800000, minus = 0x80000000;
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  for (const Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero, Rounding::down,
                                  Rounding::up, Rounding::away}) {
    const PromotedSum sum(unit, rounding);
    EXPECT_EQ(sum.add(greatest, greatest), infinity);
    EXPECT_EQ(sum.add(greatest | minus, greatest | minus), infinity | minus);
    EXPECT_EQ(sum.add(infinity, greatest | minus), infinity);
  }
  const std::vector<std::uint64_t> ones(32, 0x38);
  const Case x = case_of(ones, ones, greatest);
  for (const auto& [rounding, d] : {std::pair{"toward_zero", greatest}, {"up", infinity}}) {
    const Unit late =
        unit.with("instruction.late_c", std::string("{ rounding = \"") + rounding + "\" }");
    EXPECT_EQ(evaluate(Sequence(late), view(x)), d) << rounding;
    EXPECT_EQ(evaluate_exactly(late, x), d) << rounding;
  }
}

TEST(Reference, GivesEveryBundledVector) {
  std::size_t compared = 0;
  for (const VectorFile& file : bundled_files()) {
    const Sequence sequence(catalog().find(file.instruction));
    for (const Case& row : file.cases) {
      ++compared;
      ASSERT_TRUE(same_bits(*file.layout.format[Operand::d], evaluate(sequence, view(row)), row.d(),
                            file.nan == NanMatch::any))
          << file.name << ':' << row.line;
    }
  }
  EXPECT_GT(compared, 30000u);
}

}  // namespace
}  // namespace mmasc
