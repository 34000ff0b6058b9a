// SPDX-License-Identifier: Apache-2.0
// The shipped studies end in the conclusions of docs/published.md.
#include <cstdlib>
#include <tuple>

#include "cli_fixture.h"
#include "point_rows.h"

namespace mmasc {
namespace {

class PublishedStudies : public Cli {
 protected:
  // The points of a shipped study.
  std::vector<PointRow> points(const std::string& study) const {
    const std::string csv = (folder_ / "results.csv").string();
    const Ran ran = run("sweep '" MMASC_DOCS "/../studies/examples/" + study + "' -o " +
                        (folder_ / study).string() + " --csv " + csv);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return read_points(csv);
  }
};

// ExSdotp as a row meets its RTL's results; with a window as wide as a multiply-add's it does not.
TEST_F(PublishedStudies, ExSdotpMeetsItsRtl) {
  const char* const golden = std::getenv("MMASC_GOLDEN");
  if (golden == nullptr) GTEST_SKIP() << "MMASC_GOLDEN is not set";
  for (const auto& [file, unit, bits, differing] :
       {std::tuple("exs_f16_rne.vec", "pulp/exsdotp.f32.f16", "49", "mismatches: 198;"),
        std::tuple("exs_e5m2_rne.vec", "pulp/exsdotp.f16.e5m2", "23", "mismatches: 25;")}) {
    std::string vectors = slurp(fs::path(golden) / "foreign" / file);
    const std::size_t id = vectors.find(unit);
    ASSERT_NE(id, std::string::npos) << file;
    vectors.erase(id + std::string(unit).size(), std::string(".rne").size());
    const std::string verify = "verify " + write(file, vectors) +
                               " --units '" MMASC_DOCS
                               "/../studies/examples/units/published_designs.toml'";
    const Ran exact = run(verify);
    EXPECT_EQ(exact.code, 0) << exact.err;
    EXPECT_NE((exact.out + exact.err).find("2500 vectors"), std::string::npos) << exact.out;
    const Ran window =
        run(verify + " --set dot.alignment_rounding=to_odd --set dot.fraction_bits=" + bits);
    EXPECT_EQ(window.code, 1) << window.err;
    EXPECT_NE((window.out + window.err).find(differing), std::string::npos) << window.out;
  }
}

// The one point with these values.
const PointRow& point_of(const std::vector<PointRow>& points, const PointRow& values) {
  const PointRow* found = nullptr;
  for (const PointRow& point : points) {
    bool fits = true;
    for (const auto& [name, value] : values) fits &= point.at(name) == value;
    if (!fits) continue;
    if (found != nullptr) throw std::logic_error("two points have these values");
    found = &point;
  }
  if (found == nullptr) throw std::logic_error("no point has these values");
  return *found;
}

TEST_F(PublishedStudies, RoundingDownIsBiasedAndTruncationIsNot) {
  const auto all = points("rounding_down.toml");
  ASSERT_EQ(all.size(), 6U);
  for (const PointRow& point : all) {
    const bool is_cdna3 = point.at("unit").starts_with("cdna3/");
    EXPECT_EQ(number(point, "bias_high") < 0, is_cdna3) << point.at("unit") << point.at("k");
    EXPECT_EQ(number(point, "bias_low") > 0, false) << point.at("unit") << point.at("k");
  }
}

TEST_F(PublishedStudies, PromotionRecoversWhatThirteenBitsLose) {
  const auto all = points("fp8_promotion.toml");
  const auto worst = [&](const char* interval) {
    return number(point_of(all, {{"fp8gemm.promote_k", interval}, {"variant", "positive"}}),
                  "relative_error_max");
  };
  EXPECT_GT(worst("4096"), 0.02);
  EXPECT_LT(worst("128"), worst("4096") / 100);
  for (const char* sign : {"positive", "normal"}) {
    const auto decibels = [&](const char* interval) {
      return number(point_of(all, {{"fp8gemm.promote_k", interval}, {"variant", sign}}), "snr");
    };
    EXPECT_GT(decibels("512"), decibels("4096") + 10) << sign;
    EXPECT_GT(decibels("128"), decibels("512") + 5) << sign;
    EXPECT_GT(decibels("32"), decibels("128") + 5) << sign;
  }
}

TEST_F(PublishedStudies, LongSumsNeedTwentyThreeFractionBits) {
  const auto all = points("future_bits.toml");
  const auto worst = [&](const char* bits, const char* k) {
    return number(point_of(all, {{"variant", bits}, {"k", k}}), "relative_error_max");
  };
  EXPECT_GT(worst("bits_13", "65536"), 0.5);
  EXPECT_GT(worst("bits_20", "65536"), 1e-3);
  EXPECT_LT(worst("bits_23", "65536"), 1e-3);
  EXPECT_LT(worst("bits_25", "65536"), worst("bits_23", "65536") / 2);
}

TEST_F(PublishedStudies, FlushedSubnormalsAreLost) {
  const auto all = points("flushed_subnormals.toml");
  const auto mean = [&](const char* flush, const char* sigma) {
    return number(point_of(all, {{"flush.inputs", flush}, {"inputs.sigma", sigma}}),
                  "relative_error_mean");
  };
  EXPECT_EQ(mean("to_plus_zero", "2"), mean("none", "2"));
  EXPECT_GT(mean("to_plus_zero", "8"), 100 * mean("none", "8"));
}

TEST_F(PublishedStudies, RandomBitsKeepANarrowSumGrowing) {
  const auto all = points("stagnation.toml");
  const auto mean = [&](const char* rounding) {
    return number(point_of(all, {{"result.rounding", rounding}, {"k", "65536"}}),
                  "relative_error_mean");
  };
  EXPECT_GT(mean("nearest_even"), 0.5);
  EXPECT_GT(mean("toward_zero"), 0.5);
  EXPECT_LT(mean("stochastic:8"), 0.1);
}

TEST_F(PublishedStudies, TenArchitecturesGiveFourAnswersToOneSum) {
  const std::map<std::string, std::string> kAnswers{
      {"volta/mma.m8n8k4.f32.f16.f16.f32", "0"},
      {"turing/mma.m16n8k8.f32.f16.f16.f32", "-0.5"},
      {"ampere/mma.m16n8k16.f32.f16.f16.f32", "-0.5"},
      {"ada/mma.m16n8k16.f32.f16.f16.f32", "-0.5"},
      {"hopper/wgmma.m64nNk16.f32.f16.f16", "-0.75"},
      {"blackwell/tcgen05.mma.m128nNk16.f16.f32.f16.f16", "-0.75"},
      {"rtx_blackwell/mma.m16n8k16.f32.f16.f16.f32", "-0.75"},
      {"cdna1/v_mfma_f32_32x32x8f16", "-0.875"},
      {"cdna2/v_mfma_f32_32x32x8f16", "0"},
      {"cdna3/v_mfma_f32_32x32x8_f16", "-0.5"}};
  const std::string page = slurp(MMASC_DOCS "/published.md");
  for (const auto& [unit, answer] : kAnswers) {
    const Ran ran = run("eval " + unit + " --a -8192,-.5,-.25,-.125 --b 1024,1,1,1 --c 8388608.0");
    EXPECT_NE(ran.out.find("  " + answer), std::string::npos) << unit << ran.out;
    EXPECT_NE(page.find("`" + unit + "` | " + answer + " |"), std::string::npos) << unit;
  }
}

}  // namespace
}  // namespace mmasc
