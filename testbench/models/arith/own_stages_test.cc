// SPDX-License-Identifier: Apache-2.0
// Stages of one's own take the place of the plan's, in every engine that has stages; what no
// register of the plan can hold is refused.
#include <gtest/gtest.h>

#include <stdexcept>

#include "arith/operands.h"
#include "arith/truncated.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/arith/stages.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/random_elements.h"
#include "printed_name.h"
#include "random/random_operands.h"
#include "thrown.h"

namespace mmasc {
namespace {

// Each gives what a register of the plan cannot hold.
template <class N>
struct TooWideProduct : Stages<N> {
  Terms<N> multiply(const Plan& plan, const Operands& in) const override {
    Terms<N> terms = Stages<N>::multiply(plan, in);
    const int bits = plan.multiplier.product.magnitude_bits;
    terms.significand[0] = N::shift_left(N::word_of(1, 2), bits, bits + 2);
    return terms;
  }
};
template <class N>
struct TooGreatSum : Stages<N> {
  Addends<N> align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) const override {
    Addends<N> addends = Stages<N>::align(plan, level, in);
    const int bits = addend_bits(plan, plan.sums[level.first_sum], 0).each;
    addends.addend[0] = N::shift_left(N::word_of(1, 2), bits - 1, bits + 1);  // a sign that is not
    return addends;
  }
};
template <class N>
struct TooFewTerms : Stages<N> {
  Terms<N> multiply(const Plan& plan, const Operands& in) const override {
    Terms<N> terms = Stages<N>::multiply(plan, in);
    terms.resize(terms.size() - 1);
    return terms;
  }
};

template <class N>
struct Failing : Stages<N> {
  Addends<N> align(const Plan&, const LevelPlan&, const Terms<N>&) const override {
    throw std::runtime_error("no table of shifts");
  }
};

std::string without_two_bits(std::string hex) {
  const int digit = std::stoi(hex.substr(hex.size() - 1), nullptr, 16);
  hex.back() = "048c"[digit / 4];
  return hex;
}

std::shared_ptr<const StageSet> shared(StageSet set) {
  return std::make_shared<const StageSet>(std::move(set));
}

class OwnStages : public ::testing::TestWithParam<const char*> {
 protected:
  const Unit& unit() const { return catalog().find(GetParam()); }
  void expect_refusal(StageSet set, const std::string& what) const {
    const Sequence sequence(unit(), shared(std::move(set)));
    const auto x = random_operands(unit(), 1);
    EXPECT_EQ(error_of<InputError>([&] { (void)evaluate(sequence, view(x)); }), what);
  }
};

TEST_P(OwnStages, AreThePlansWhereNothingIsOverridden) {
  const Sequence shipped(unit()), own(unit(), shared(StageSet::of<Stages>()));
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto x = random_operands(unit(), seed);
    ASSERT_EQ(evaluate(own, view(x)), evaluate(shipped, view(x))) << seed;
  }
}

TEST_P(OwnStages, ShowTheirFirstOtherField) {
  const Sequence shipped(unit());
  const Plan& plan = shipped.plan();
  const StageSet truncated = StageSet::of<Truncated>();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto x = random_operands(unit(), seed);
    const Operands in = shipped.step(0, view(x), 0);
    const auto ours = fields_of_step(plan, &truncated, in),
               theirs = fields_of_step(plan, nullptr, in);
    ASSERT_EQ(ours.size(), theirs.size());
    EXPECT_EQ(ours.front().stage, "multiplier");
    EXPECT_EQ(ours.front().field, "term_0.significand");
    EXPECT_EQ(ours.front().bits, without_two_bits(theirs.front().bits));
    EXPECT_EQ(theirs.back().field, "d");
    EXPECT_EQ(std::stoull(theirs.back().bits, nullptr, 16), evaluate(plan, in).d);
    EXPECT_EQ(std::stoull(ours.back().bits, nullptr, 16), evaluate(plan, truncated, in).d);
  }
}

TEST_P(OwnStages, GiveNoMoreBitsThanThePlanHas) {
  const Plan plan = make_plan(unit());
  expect_refusal(StageSet::of<TooWideProduct>(),
                 "stages: multiplier gives term_0.significand that does not fit the " +
                     std::to_string(plan.multiplier.product.magnitude_bits) +
                     " bits that the plan has for it");
  expect_refusal(StageSet::of<TooGreatSum>(),
                 "stages: aligner_0 gives addend_0 that does not fit the " +
                     std::to_string(addend_bits(plan, plan.sums[0], 0).each) +
                     " bits that the plan has for it");
  expect_refusal(StageSet::of<Failing>(), "stages: aligner_0 failed: no table of shifts");
  expect_refusal(StageSet::of<TooFewTerms>(),
                 "stages: multiplier gives more or fewer elements than the plan has; change values "
                 "alone");
}

// Words of 64, 128 and more bits; of several sums; of integers; of block scales.
INSTANTIATE_TEST_SUITE_P(Units, OwnStages,
                         ::testing::Values("volta/mma.m8n8k4.f32.f16.f16.f32",
                                           "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
                                           "ampere/mma.m8n8k4.f64.f64.f64.f64",
                                           "cdna3/v_mfma_f32_16x16x32_fp8_bf8",
                                           "ampere/mma.m16n8k32.s32.s8.s8.s32",
                                           "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1"
                                           ".4X.ue4m3"),
                         PrintedName());

// 1.875 * 1.875 is 3.515625, 225 in units of 2^-6: 224 are left, 3.5.
TEST(OwnStagesOfAUnit, ChangeD) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  const auto truncated = shared(StageSet::of<Truncated>());
  const auto engine = make_reference_engine_of(Sequence(unit, truncated));
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  std::vector<std::uint64_t> a(k), b(k), c(1), d(1);
  a[5] = b[5] = 0x3f;  // 1.875
  engine->dot(a, b, c, d);
  EXPECT_EQ(d[0], 0x40600000u);
  make_reference_engine(unit)->dot(a, b, c, d);
  EXPECT_EQ(d[0], 0x40610000u);
}

// The addition that takes a late C is no step of the unit.
TEST(OwnStagesOfAUnit, AreNotThoseOfALateC) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  Unit late = unit;
  late.instruction.late_c.emplace();
  const Sequence shipped(late), own(late, shared(StageSet::of<Truncated>()));
  auto x = random_operands(late, 3);
  for (std::uint64_t& element : x[Operand::a]) element = 0;
  EXPECT_EQ(evaluate(own, view(x)), evaluate(shipped, view(x)));
}

// The random bits are the plan's.
TEST(OwnStagesOfAUnit, MayRoundStochastically) {
  const Unit unit = catalog()
                        .find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
                        .with("result.rounding", "{ mode = \"stochastic\", random_bits = 8 }");
  ASSERT_EQ(random_widths(unit.with("stages", "mine.so")), random_widths(unit));
  const Sequence shipped(unit), own(unit, shared(StageSet::of<Stages>()));
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto x = random_operands(unit, seed);
    ASSERT_EQ(evaluate(own, view(x)), evaluate(shipped, view(x))) << seed;
  }
}

template <class N>
struct ThrowsANumber : Stages<N> {
  Result normalize_result(const Plan&, const Terms<N>&) const override { throw 42; }
};

TEST(OwnStagesOfAUnit, ThatThrowAnythingAreRefused) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  const Sequence sequence(unit, shared(StageSet::of<ThrowsANumber>()));
  EXPECT_EQ(error_of<InputError>([&] { (void)evaluate(sequence, view(random_operands(unit, 1))); }),
            "stages: normalizer_result failed: it threw what is no std::exception");
}

TEST(OwnStagesOfAUnit, AreAskedForByNameOfAFile) {
  const Unit unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3").with("stages", "none.so");
  const auto message = [](auto&& use) { return error_of<InputError>(use); };
  EXPECT_EQ(message([&] { (void)Sequence(unit); }),
            "stages: none.so: no such file; name a shared library that has MMASC_STAGES");
  EXPECT_EQ(message([&] { (void)make_plan(unit); }),
            "stages: what stages of one's own do is not planned, and this asks for the plan; leave "
            "them out");
  EXPECT_EQ(described(unit).datapath, unit.with("stages", "").datapath);
}

}  // namespace
}  // namespace mmasc
