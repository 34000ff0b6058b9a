// SPDX-License-Identifier: Apache-2.0
// RTL is proved stage by stage: a row of each family, and units of every kind of stage.
#include <gtest/gtest.h>

#include "printed_name.h"
#include "proof/families.h"
#include "proof/proof_of.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"
#include "rtl/named_units.h"

namespace mmasc {
namespace {

// Anticipated leading zeros are proved in `amount` stages.
class Proved : public ::testing::TestWithParam<NamedUnit> {};

TEST_P(Proved, ByItsStages) {
  const Plan plan = make_plan(GetParam().unit());
  const proof::UnitProof proof = proof::prove_rtl(plan, emit_rtl(plan, "unit"));
  EXPECT_EQ(proof.outcome, proof::Outcome::proved) << testing::stages_not_proved(proof);
  EXPECT_GE(proof.theorems.size(), 2 * static_cast<std::size_t>(plan.stages.size()));
  EXPECT_EQ(std::ranges::count(proof.theorems, proof::kLeadingZeros, &proof::Theorem::claim),
            static_cast<std::ptrdiff_t>(GetParam().amount));
}

std::vector<NamedUnit> rows(const std::vector<std::string>& ids) {
  std::vector<NamedUnit> units;
  for (const std::string& id : ids) units.push_back({id, [id] { return catalog().find(id); }});
  return units;
}

Unit truncating(const char* field, const std::string& value) {
  return catalog().find(testing::kTruncating).with(field, value);
}

Unit stochastic() {
  return testing::narrow_truncating()
      .with("dot.alignment_rounding", R"({ mode = "stochastic", random_bits = 5 })")
      .with("result.rounding", R"({ mode = "stochastic", random_bits = 4 })");
}

Unit without_registers_behind_the_tree() {
  Unit unit = pair_of_rounded_sums();
  unit.structure.adder_tree.registers_per_level = 0;
  return unit;
}

// Two partial sums fill the next adder: its sum fits because neither is the least of its width.
Unit that_partial_sums_fill() {
  return parse_unit(R"(
[datapath.x]
lanes  = 8
sum    = [{ name = "group", terms = ["products"], round_to = "f32" }, { name = "accumulate", terms = ["c", "group"] }]
result = { format = "f32", nan = "7fc00000" }

[instruction."my/x"]
shape    = { m = 4, n = 4, k = 8 }
formats  = { a = "e6m1", b = "e6m1", c = "f32" }
datapath = "x"
)");
}

NamedUnit anticipating_row(const char* name, const char* id) {
  return {name, [id] { return anticipating(catalog().find(id)).value(); }, 1};
}

INSTANTIATE_TEST_SUITE_P(
    Default, Proved,
    ::testing::ValuesIn(rows(testing::different_families()) +
                        std::vector<NamedUnit>{
                            {"stochastic", stochastic},
                            {"leading_zeros",
                             [] { return anticipating(testing::narrow_truncating()).value(); }, 1},
                            {"leading_zeros_with_flags",
                             [] { return anticipating(flagged_units()[2]).value(); }, 1},
                            {"leading_zeros_of_several_sums", pair_of_rounded_sums, 2},
                            {"leading_zeros_of_a_few_bits", sums_of_three_bits, 2},
                            {"leading_zeros_without_registers_behind_the_tree",
                             without_registers_behind_the_tree, 2},
                        }),
    PrintedName());

// Whole words of floating point, an integer's, and roundings that draw random bits. Words of more
// than 120 bits have no bounds; that a partial sum is not the least of its width goes from level to
// level. An accumulator holds a number: a total with a sign beside it is negated before it wraps.
INSTANTIATE_TEST_SUITE_P(
    Long, Proved,
    ::testing::ValuesIn(
        rows(testing::smallest_of_families()) +
        std::vector<NamedUnit>{
            anticipating_row("leading_zeros", testing::kTruncating),
            anticipating_row("leading_zeros_to_nearest_even", "rdna3/v_wmma_f32_16x16x16_f16"),
            {"random_bits", [] { return stochastic_unit(0); }},
            {"whole_words", [] { return catalog().find(testing::kTruncating); }},
            {"two_fused_additions", [] { return catalog().find("x86/vdpbf16ps"); }},
            {"an_integer", [] { return catalog().find(testing::kIntegers); }},
            {"a_wide_window", [] { return truncating("dot.fraction_bits", "125"); }},
            {"that_partial_sums_fill", that_partial_sums_fill},
            {"an_accumulator_that_wraps", [] { return testing::with_accumulator("wrap"); }},
            {"an_accumulator_that_saturates", [] { return testing::with_accumulator("saturate"); }},
        }),
    PrintedName());

}  // namespace
}  // namespace mmasc
