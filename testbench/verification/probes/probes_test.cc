// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "printed_name.h"
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
constexpr auto kStochasticField = R"({ mode = "stochastic", random_bits = 8 })";
constexpr auto kFma = "cdna1/v_mfma_f32_16x16x4f32";

// Facts known of real GPUs with f16 operands and f32 results (Fasi et al. and later).
struct Known {
  const char* id;
  const char* tree;
  int extra_bits;  // kept below f32's 23
  friend void PrintTo(const Known& known, std::ostream* out) { *out << known.id; }
};

class KnownFeatures : public ::testing::TestWithParam<Known> {};

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
    ::testing::Values(Known{"volta/mma.m8n8k4.f32.f16.f16.f32", "(0-3 c)", 0},
                      Known{"turing/mma.m16n8k8.f32.f16.f16.f32", "(0-7 c)", 1},
                      Known{"ampere/mma.m16n8k16.f32.f16.f16.f32", "((0-7 c) 8-15)", 1},
                      Known{"ada/mma.m16n8k16.f32.f16.f16.f32", "((0-7 c) 8-15)", 1},
                      Known{"hopper/mma.m16n8k16.f32.f16.f16.f32", "(0-15 c)", 2}),
    PrintedName());

// The trees of the other families; those above lose bits in every sum.
TEST(Trees, OfExactAndRoundedSumsAndLateC) {
  const auto tree = [](const char* id) { return probed(catalog().find(id), name::kTree); };
  EXPECT_EQ(tree("hopper/mma.m8n8k4.f64.f64.f64.f64"), "((((0 c) 1) 2) 3)");
  EXPECT_EQ(tree("cdna1/v_mfma_f32_32x32x8f16"), "exact(exact(0-3 c) 4-7)");
  EXPECT_EQ(tree("cdna2/v_mfma_f32_32x32x8f16"), "((((0 1) (2 3)) c) ((4 5) (6 7)))");
  EXPECT_EQ(
      tree("hopper/mma.m16n8k32.f32.e5m2.e4m3.f32"),
      "(((0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29) 2 3 6 7 10 11 14 15 18 19 22 23 26 27 30 "
      "31) c)");
}

// Each probe has a datapath on which it finds something else, and exact arithmetic with it.
struct Change {
  std::string_view finding;
  const char* id;
  Changes changes;
  const char* value;  // after the change
  friend void PrintTo(const Change& change, std::ostream* out) {
    *out << change.finding << " of " << change.id;
    for (const auto& [field, value] : change.changes) *out << ", " << field << " " << value;
  }
};

class EveryProbe : public ::testing::TestWithParam<Change> {};

TEST_P(EveryProbe, SeesAChange) {
  const auto& [finding, id, changes, value] = GetParam();
  EXPECT_NE(probed(catalog().find(id), finding), value);
  const Unit unit = changed(id, changes);
  const Benched benched(unit);
  const Survey survey = probe_all(benched.bench);
  EXPECT_EQ(value_of(survey, finding), value);
  EXPECT_EQ(to_text(compare_with_exact(survey, unit).differences), "");
  // The changed unit does not pass for the unchanged one.
  EXPECT_NE(compare_with_exact(survey, catalog().find(id)).differences.size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Changes, EveryProbe,
    ::testing::Values(
        Change{name::kTree, kAda, {{"lanes", "4"}}, "((((0-3 c) 4-7) 8-11) 12-15)"},
        Change{name::kTree,
               kCdna1,
               {{"sum", R"([{ name = "dot", terms = ["products", "c"], fraction_bits = 25 }])"}},
               "((0-3 c) 4-7)"},
        Change{name::kTree, kCdna2, {{"lanes", "1"}}, "((((0 c) 1) 2) 3)"},
        Change{name::kTogether,
               "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m1.e2m1",
               {{"lanes", "16"}},
               "((0-15) (16-31))"},
        Change{name::kProductBits, kAda, {{"dot.fraction_bits", "17"}}, "17"},
        Change{name::kProductBits,
               kAda,
               {{"dot.fraction_bits", "exact"}, {"result.rounding", "nearest_even"}},
               "exact"},
        Change{name::kCBits, kAda, {{"dot.fraction_bits", "25"}}, "25"},
        Change{name::kProductExponent, kAda, {{"product.round_to", "f32"}}, "1"},
        Change{name::kProductRounding,
               kAda,
               {{"dot.alignment_rounding", "nearest_even"}},
               "nearest_even"},
        Change{name::kProductRounding, kAda, {{"dot.alignment_rounding", "down"}}, "down"},
        Change{
            name::kCRounding, kAda, {{"dot.alignment_rounding", "nearest_away"}}, "nearest_away"},
        Change{name::kResultBits, kAda, {{"result.significand_fraction", "13"}}, "13"},
        Change{name::kResultRounding, kAda, {{"result.rounding", "nearest_away"}}, "nearest_away"},
        Change{name::kResultRoundingC, kAda, {{"result.rounding", "up"}}, "up"},
        Change{name::kResultRoundingC, kAda, {{"result.rounding", kStochasticField}}, "stochastic"},
        Change{name::kProductRounding,
               kAda,
               {{"dot.alignment_rounding", kStochasticField}},
               "stochastic"},
        Change{name::kSeenBits, kAda, {{"dot.fraction_bits", "26"}}, "26"},
        Change{name::kSeenBits, kCdna3, {{"result.prerounding.significand_fraction", "30"}}, "30"},
        Change{name::kSubnormalA, kAda, {{"flush.inputs", "keep_sign"}}, "flushed"},
        Change{name::kSubnormalB, kAda, {{"flush.inputs", "to_plus_zero"}}, "flushed"},
        Change{name::kSubnormalC, kAdaBf16, {{"flush.inputs", "keep_sign"}}, "flushed"},
        Change{name::kSubnormalProduct, kCdna2, {{"flush.results", "none"}}, "kept"},
        Change{name::kSubnormalSum, kCdna2, {{"flush.results", "none"}}, "kept"},
        Change{name::kSubnormalResult,
               kAdaBf16,
               {{"flush.results", "keep_sign"}},
               "flushed, sign kept"},
        Change{
            name::kSubnormalResult, kAdaBf16, {{"flush.results", "to_plus_zero"}}, "flushed to +0"},
        Change{name::kMinusZeros, kAda, {{"zero_sign", "ieee"}}, "-0"},
        Change{name::kCancelled, kFma, {{"result.rounding", "down"}}, "-0"},
        Change{name::kUnderflowSign, kAdaF16, {{"result.underflow", "keep_sign"}}, "-0"},
        Change{name::kBesideZeros, kAdaF16, {{"dot.zero_exponent", "-22"}}, "2^-46"},
        Change{name::kBesideZeros, kAdaBf16, {{"dot.zero_exponent", "-131"}}, "2^-155"},
        Change{name::kBesideZeros, kAdaBf16, {{"dot.zero_exponent", "ignored"}}, "2^-173"},
        Change{name::kOverflow, kAdaF16, {{"result.overflow", "saturate"}}, "never"},
        Change{name::kOverflow,
               kAdaF16,
               {{"result.rounding", "toward_zero"}},
               "inf from 4/4 of the last bit"},
        Change{name::kProductOverflow, kCdna3, {{"product.infinity_at", "130"}}, "2^130"},
        Change{name::kSumOverflow, kCdna2, {{"pairs.round_to", "f64"}}, "finite"},
        Change{name::kCarries, kAda, {{"lanes", "4"}}, "3 bits"},
        Change{name::kNanBits, kAda, {{"result.nan", "7fc00000"}}, "7fc00000"},
        Change{name::kMonotonic,
               kCdna1,
               {{"sum", R"([{ name = "dot", terms = ["products", "c"], fraction_bits = 23 }])"},
                {"result.rounding", "toward_zero"}},
               "no"}),
    PrintedName());

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
    const Bench bench(engine, layout_of(unit));
    const auto differences = compare_with_exact(probe_all(bench), unit).differences;
    return std::ranges::find(differences, finding, &Difference::name) != differences.end();
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
  EXPECT_EQ(probed(catalog().find(kCdna3Fp8), name::kCVanishes), "25");
  EXPECT_EQ(probed(catalog().find("cdna3/v_mfma_f32_16x16x16_f16"), name::kCVanishes), "never");
}

// Every witness is a case that gives the d it is shown with.
TEST(Witnesses, Replay) {
  const Benched benched(catalog().find(kAda));
  const Survey survey = probe_all(benched.bench);
  for (const Finding& finding : survey.findings) {
    ASSERT_EQ(finding.observable(), finding.witness.has_value()) << finding.name;
    if (finding.witness) {
      EXPECT_EQ(benched.bench.run(*finding.witness), finding.witness->d()) << finding.name;
    }
  }
}

TEST(Formats, WithoutAnInfinitySaySo) {
  const Benched benched(catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m1.e2m1"));
  const Survey survey = probe_all(benched.bench);
  EXPECT_EQ(survey.find(name::kInfinity)->why_not, "neither e2m1 nor e2m1 has an infinity");
}

// 448 is even in its last bit, 32: a tie stays. A c of e2m1 has neither NaN nor infinity.
TEST(Formats, WithoutAnInfinityOverflowBeyondTheirGreatestNumber) {
  const std::string row = R"([datapath.x]
lanes = 4
sum = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "e4m3" }
[instruction."x/x"]
shape = { m = 1, n = 1, k = 4 }
datapath = "x"
formats = )";
  const Unit fp8 = parse_unit(row + R"({ a = "e4m3", b = "e4m3", c = "e4m3" })");
  const Benched benched(fp8);
  const Survey survey = probe_all(benched.bench);
  EXPECT_EQ(value_of(survey, name::kOverflow), "nan from 3/4 of the last bit");
  EXPECT_EQ(survey.find(name::kInfiniteC)->why_not, "e4m3 has no infinity");
  const Unit fp4 = parse_unit(row + R"({ a = "e2m1", b = "e2m1", c = "e2m1" })");
  EXPECT_EQ(probed(fp4, name::kNanOperands), "not observable");
}

// Six products of e3m3 meet in each of four sums; the formats do not show it. No reason says that
// they do not, and none takes the alignment's bits for d's.
TEST(Reasons, TellWhatIsKnownWhereTheFormatsHideTheSums) {
  const Unit unit = parse_unit(R"([datapath.x]
lanes = 24
sum = [{ name = "g", terms = ["products"], groups = 4, fraction_bits = 10 },
       { name = "dot", terms = ["g", "c"], fraction_bits = 8 }]
result = { format = "f32" }
[instruction."x/x"]
shape = { m = 1, n = 1, k = 24 }
datapath = "x"
formats = { a = "e3m3", b = "e3m3", c = "f32" })");
  const Benched benched(unit);
  const Survey survey = probe_all(benched.bench);
  const auto why = [&](std::string_view name) { return survey.find(name)->why_not; };
  EXPECT_EQ(why(name::kCBits), "no sum is known to take c and two products");
  EXPECT_EQ(why(name::kProductBits), "no sum is known to take a product and two other terms");
  EXPECT_EQ(why(name::kResultBits), "c loses its low bits before d rounds");
  for (const auto name : {name::kResultRounding, name::kResultRoundingC, name::kNormalizes})
    EXPECT_EQ(why(name), kLastBitUnknown);
  for (const auto name : {name::kSumOverflow, name::kCarries, name::kSubnormalSum})
    EXPECT_EQ(why(name), kNoPair);
}

// A chain of rows, as the probes ask for them one by one, takes few calls of the engine.
TEST(Rows, RunManyAtOnce) {
  class Counted : public Engine {
   public:
    explicit Counted(const Unit& unit) : engine_(make_reference_engine(unit)) {}
    std::string_view name() const override { return "counted"; }
    const Unit& unit() const override { return engine_->unit(); }
    void dot(const DotBatch& batch) const override {
      ++calls;
      engine_->dot(batch);
    }
    mutable int calls = 0;

   private:
    std::unique_ptr<Engine> engine_;
  };
  // Thousands of bits are kept, and tried one after another.
  const Unit unit = catalog().find("hopper/mma.m8n8k4.f64.f64.f64.f64").with("lanes", "4");
  const Counted engine(unit);
  const Bench bench(engine, layout_of(unit));
  const Survey survey = probe_all(bench);
  EXPECT_EQ(value_of(survey, name::kProductBits), "exact");
  EXPECT_LT(engine.calls, 400);
}

}  // namespace
}  // namespace mmasc::probes
