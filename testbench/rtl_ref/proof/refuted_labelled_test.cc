// SPDX-License-Identifier: Apache-2.0
// Every planted fault is refuted at its stage, with operands that show it.
#include <gtest/gtest.h>

#include "printed_name.h"
#include "proof/proof_of.h"

namespace mmasc {
namespace {

class Fault : public ::testing::TestWithParam<testing::TextFault> {};

// One of each stage, in narrow numbers.
TEST_P(Fault, IsRefutedAtItsStage) {
  testing::expect_refuted(testing::narrow_truncating(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Default, Fault, ::testing::ValuesIn([] {
                           std::vector<testing::TextFault> some;
                           for (const testing::TextFault& fault : testing::kTextFaults)
                             if (fault.unit == std::string_view(testing::kTruncating) &&
                                 (some.empty() ||
                                  some.back().stage != std::string_view(fault.stage)))
                               some.push_back(fault);
                           return some;
                         }()),
                         OwnName());

class FaultOfARow : public Fault {};

TEST_P(FaultOfARow, IsRefutedAtItsStage) {
  testing::expect_refuted(catalog().find(GetParam().unit), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Long, FaultOfARow, ::testing::ValuesIn(testing::kTextFaults), OwnName());

class LostSign : public ::testing::TestWithParam<const char*> {};

TEST_P(LostSign, OfAnAccumulatorIsRefuted) {
  const Plan plan = make_plan(testing::with_accumulator(GetParam()));
  const Rtl rtl =
      testing::with_changed_text(emit_rtl(plan, "unit"), "mmasc_total.sv",
                                 "negated_i ? {BITS{1'b0}} - total_i : total_i", "total_i");
  EXPECT_EQ(proof::prove_rtl(plan, rtl).outcome, proof::Outcome::refuted);
}

INSTANTIATE_TEST_SUITE_P(Long, LostSign, ::testing::Values("wrap", "saturate"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace mmasc
