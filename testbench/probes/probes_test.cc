// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ostream>

#include "probes/support.h"

namespace mmasc::probes {
namespace {

constexpr auto kAda = "ada/mma.m16n8k16.f32.f16.f16.f32";
constexpr auto kAdaBf16 = "ada/mma.m16n8k16.f32.bf16.bf16.f32";
constexpr auto kAdaF16 = "ada/mma.m16n8k16.f16.f16.f16.f16";
constexpr auto kCdna1 = "cdna1/v_mfma_f32_32x32x8f16";
constexpr auto kCdna2 = "cdna2/v_mfma_f32_32x32x4bf16";
constexpr auto kCdna3 = "cdna3/v_mfma_f32_16x16x16_bf16";
constexpr auto kCdna3Fp8 = "cdna3/v_mfma_f32_16x16x32_fp8_fp8";
constexpr auto kFma = "cdna1/v_mfma_f32_16x16x4f32";

// What is known of real GPUs with f16 operands and f32 results (Fasi et al. and later).
struct Known {
  const char* id;
  const char* tree;
  int extra_bits;  // kept below f32's 23
  friend void PrintTo(const Known& known, std::ostream* out) { *out << known.id; }
};

class KnownFeatures : public testing::TestWithParam<Known> {};

TEST_P(KnownFeatures, AreFound) {
  const Unit unit = catalog().find(GetParam().id);
  const Benched benched(unit);
  const Survey survey = probe_all(benched.bench);
  EXPECT_EQ(value_of(survey, name::kTree), GetParam().tree);
  EXPECT_EQ(survey.integer(name::kProductBits), 23 + GetParam().extra_bits);
  EXPECT_EQ(survey.integer(name::kCBits), 23 + GetParam().extra_bits);
  EXPECT_EQ(value_of(survey, name::kProductRounding), "toward_zero");
  EXPECT_EQ(value_of(survey, name::kResultRoundingC), "toward_zero");
  EXPECT_EQ(value_of(survey, name::kSubnormalA), "kept");
  EXPECT_EQ(value_of(survey, name::kSubnormalC), "kept");
  EXPECT_EQ(value_of(survey, name::kNormalizes), "no");
  EXPECT_EQ(value_of(survey, name::kMonotonic), "no");
}

INSTANTIATE_TEST_SUITE_P(
    Gpus, KnownFeatures,
    testing::Values(Known{"volta/mma.m8n8k4.f32.f16.f16.f32", "(0-3 c)", 0},
                    Known{"turing/mma.m16n8k8.f32.f16.f16.f32", "(0-7 c)", 1},
                    Known{"ampere/mma.m16n8k16.f32.f16.f16.f32", "((0-7 c) 8-15)", 1},
                    Known{"ada/mma.m16n8k16.f32.f16.f16.f32", "((0-7 c) 8-15)", 1},
                    Known{"hopper/mma.m16n8k16.f32.f16.f16.f32", "(0-15 c)", 2}));

// Each probe has a datapath on which it finds something else, and then finds what the changed
// row says.
struct Change {
  std::string_view finding;
  const char* id;
  Changes changes;
  friend void PrintTo(const Change& change, std::ostream* out) {
    *out << change.finding << " of " << change.id;
    for (const auto& [field, value] : change.changes) *out << ", " << field << " " << value;
  }
};

class EveryProbe : public testing::TestWithParam<Change> {};

TEST_P(EveryProbe, SeesAChange) {
  const auto& [finding, id, changes] = GetParam();
  const Unit before = catalog().find(id), after = changed(id, changes);
  const Benched benched_before(before), benched_after(after);
  const std::string was = value_of(probe_all(benched_before.bench), finding);
  const std::string is = value_of(probe_all(benched_after.bench), finding);
  EXPECT_NE(was, is);
  EXPECT_EQ(is, expected_of(after, finding));
}

INSTANTIATE_TEST_SUITE_P(
    Changes, EveryProbe,
    testing::Values(
        Change{name::kTree, kAda, {{"lanes", "4"}}},
        Change{name::kTree, kCdna1, {{"dot.fraction_bits", "25"}}},
        Change{name::kTree, kCdna2, {{"lanes", "1"}}},
        Change{name::kTogether,
               "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m1.e2m1",
               {{"lanes", "16"}}},
        Change{name::kProductBits, kAda, {{"dot.fraction_bits", "17"}}},
        Change{name::kProductBits,
               kAda,
               {{"dot.fraction_bits", "exact"}, {"result.rounding", "nearest_even"}}},
        Change{name::kCBits, kAda, {{"dot.fraction_bits", "25"}}},
        Change{name::kProductExponent, kAda, {{"product.round_to", "f32"}}},
        Change{name::kProductRounding, kAda, {{"dot.shift_out", "nearest_even"}}},
        Change{name::kProductRounding, kAda, {{"dot.shift_out", "down"}}},
        Change{name::kCRounding, kAda, {{"dot.shift_out", "nearest_away"}}},
        Change{name::kResultBits, kAda, {{"result.significand_fraction", "13"}}},
        Change{name::kResultRounding, kAda, {{"result.rounding", "nearest_away"}}},
        Change{name::kResultRoundingC, kAda, {{"result.rounding", "up"}}},
        Change{name::kSeenBits, kAda, {{"dot.fraction_bits", "26"}}},
        Change{name::kSeenBits, kCdna3, {{"result.prerounding.significand_fraction", "30"}}},
        Change{name::kSubnormalA, kAda, {{"flush.inputs", "keep_sign"}}},
        Change{name::kSubnormalB, kAda, {{"flush.inputs", "to_plus_zero"}}},
        Change{name::kSubnormalC, kAdaBf16, {{"flush.inputs", "keep_sign"}}},
        Change{name::kSubnormalProduct, kCdna2, {{"flush.results", "none"}}},
        Change{name::kSubnormalSum, kCdna2, {{"flush.results", "none"}}},
        Change{name::kSubnormalResult, kAdaBf16, {{"flush.results", "keep_sign"}}},
        Change{name::kSubnormalResult, kAdaBf16, {{"flush.results", "to_plus_zero"}}},
        Change{name::kMinusZeros, kAda, {{"zero_sign", "ieee"}}},
        Change{name::kCancelled, kFma, {{"result.rounding", "down"}}},
        Change{name::kUnderflowSign, kAdaF16, {{"result.underflow", "to_plus_zero"}}},
        Change{name::kBesideZeros, kAdaF16, {{"dot.zero_exponent", "-22"}}},
        Change{name::kBesideZeros, kAdaBf16, {{"dot.zero_exponent", "-131"}}},
        Change{name::kBesideZeros, kAdaBf16, {{"dot.zero_exponent", "ignored"}}},
        Change{name::kOverflow, kAdaF16, {{"result.overflow", "saturate"}}},
        Change{name::kOverflow, kAdaF16, {{"result.rounding", "toward_zero"}}},
        Change{name::kProductOverflow, kCdna3, {{"product.infinity_at", "130"}}},
        Change{name::kSumOverflow, kCdna2, {{"pairs.round_to", "f64"}}},
        Change{name::kCarries, kAda, {{"lanes", "4"}}},
        Change{name::kNanBits, kAda, {{"result.nan", "7fc00000"}}},
        Change{name::kMonotonic,
               kCdna1,
               {{"dot.fraction_bits", "23"}, {"result.rounding", "toward_zero"}}}));

// Bits of d that no row can give, to show that these probes too can fail.
class Spoiled : public Engine {
 public:
  enum class How { by_neighbour, nan_to_one, never_infinite, normalizes };
  Spoiled(const Unit& unit, How how) : engine_(make_reference_engine(unit)), how_(how) {}
  std::string_view name() const override { return "spoiled"; }
  const Unit& unit() const override { return engine_->unit(); }
  void dot(const DotBatch& batch) const override {
    engine_->dot(batch);
    for (std::size_t i = 0; i < batch.d.size(); ++i) {
      std::uint64_t& d = batch.d[i];
      const bool special = (d & 0x7f800000) == 0x7f800000, nan = special && (d & 0x7fffff) != 0;
      if (how_ == How::by_neighbour && i > 0) d ^= 1;
      if (how_ == How::nan_to_one && nan) d = 0x3f800000;
      if (how_ == How::never_infinite && special && !nan) --d;
      if (how_ == How::normalizes && d > 0x3f800000 && d < 0x3f800010) d = 0x3f800000;
    }
  }

 private:
  std::unique_ptr<Engine> engine_;
  How how_;
};

TEST(SpoiledUnits, AreSeen) {
  const Unit unit = catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32");
  const auto differs = [&](Spoiled::How how, std::string_view finding) {
    const Spoiled engine(unit, how);
    const Bench bench(engine, formats_of(unit));
    const auto comparison = compare(probe_all(bench), expected_features(unit));
    for (const Difference& difference : comparison.differences)
      if (difference.name == finding) return true;
    return false;
  };
  using enum Spoiled::How;
  EXPECT_TRUE(differs(by_neighbour, name::kIndependence));
  EXPECT_TRUE(differs(nan_to_one, name::kNanOperands));
  EXPECT_TRUE(differs(nan_to_one, name::kZeroTimesInfinity));
  EXPECT_TRUE(differs(nan_to_one, name::kInfinityMinusInfinity));
  EXPECT_TRUE(differs(never_infinite, name::kInfinity));
  EXPECT_TRUE(differs(never_infinite, name::kInfiniteC));
  EXPECT_TRUE(differs(normalizes, name::kNormalizes));
}

TEST(Vanishing, IsFoundWhereFlooringLeavesNoTrace) {
  const Benched with(catalog().find(kCdna3Fp8));
  EXPECT_EQ(value_of(probe_all(with.bench), name::kCVanishes), "25");
  const Benched without(catalog().find("cdna3/v_mfma_f32_16x16x16_f16"));
  EXPECT_EQ(value_of(probe_all(without.bench), name::kCVanishes), "never");
}

// Every witness is a case that gives the d it is shown with.
TEST(Witnesses, Replay) {
  const Benched benched(catalog().find(kAda));
  const Survey survey = probe_all(benched.bench);
  for (const Finding& finding : survey.findings) {
    ASSERT_EQ(finding.observable(), finding.witness.has_value()) << finding.name;
    if (finding.witness) {
      EXPECT_EQ(benched.bench.run(*finding.witness), finding.witness->d) << finding.name;
    }
  }
}

TEST(Formats, WithoutAnInfinitySaySo) {
  const Benched benched(catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m1.e2m1"));
  const Survey survey = probe_all(benched.bench);
  EXPECT_EQ(survey.find(name::kInfinity)->why_not, "neither e2m1 nor e2m1 has an infinity");
}

}  // namespace
}  // namespace mmasc::probes
