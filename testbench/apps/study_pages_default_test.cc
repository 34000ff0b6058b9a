// SPDX-License-Identifier: Apache-2.0
// The tables of docs/ozaki.md and docs/fp8.md are what the shipped studies print.
#include <fmt/format.h>

#include <regex>

#include "cli_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

std::string percent(double share) { return fmt::format("{:.2g} %", 100 * share); }

class StudyPages : public Cli {
 protected:
  std::vector<PointResult> points(const std::string& name, const std::string& size = "") const {
    std::string text = slurp(MMASC_DOCS "/../studies/examples/" + name + ".toml");
    if (!size.empty()) text = std::regex_replace(text, std::regex("size +=[^\n]*"), size);
    const std::string out = (folder_ / name).string();
    const Ran ran = run("sweep " + write(name + ".toml", text) + " -o " + out);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return read_results(out).points;
  }
  static double value(const PointResult& point, const char* measure) {
    return point.measure(measure)->value.value_or(-1);
  }
  static std::string axis(const PointResult& point, const std::string& name) {
    for (const auto& [one, at] : point.axes)
      if (one == name) return to_text(at);
    return "";
  }
  static const PointResult& point_with(const std::vector<PointResult>& points,
                                       const std::string& name, const std::string& at,
                                       const std::string& variant) {
    return *std::ranges::find_if(points, [&](const PointResult& point) {
      return axis(point, name) == at && axis(point, "variant") == variant;
    });
  }
  static void expect_on(const std::string& page, const std::string& cells) {
    EXPECT_NE(slurp(MMASC_DOCS "/" + page).find(cells), std::string::npos) << cells;
  }
};

TEST_F(StudyPages, ScalesOfFp8) {
  const auto all = points("fp8_scales");
  ASSERT_EQ(all.size(), 45U);
  for (std::size_t i = 0; i < all.size(); i += 3)
    expect_on("fp8.md", "| " + percent(value(all[i], "row_error_rms")) + " | " +
                            percent(value(all[i + 1], "row_error_rms")) + " | " +
                            percent(value(all[i + 2], "row_error_rms")) + " |");
}

TEST_F(StudyPages, IntervalsOfFp8) {
  const auto all = points("fp8_promotion");
  ASSERT_EQ(all.size(), 16U);
  for (const auto& [interval, shown] :
       {std::pair("4096", "4,096"), {"2048", "2,048"}, {"512", "512"}, {"128", "128"}}) {
    const PointResult& normal = point_with(all, "fp8gemm.promote_k", interval, "normal");
    const PointResult& positive = point_with(all, "fp8gemm.promote_k", interval, "positive");
    expect_on("fp8.md", std::string("| ") + shown + " | " +
                            percent(value(normal, "row_error_max")) + " | " +
                            percent(value(normal, "row_error_rms")) + " | " +
                            percent(value(positive, "relative_error_max")) + " | " +
                            percent(value(positive, "row_error_rms")) + " |");
    if (interval == std::string("2048")) continue;
    expect_on("published.md", percent(value(positive, "relative_error_max")) +
                                  fmt::format(" | {:.1f} dB | {:.1f} dB |", value(positive, "snr"),
                                              value(normal, "snr")));
  }
}

TEST_F(StudyPages, InnerIntervalsOfFp8) {
  for (const PointResult& point : points("fp8_inner"))
    expect_on("fp8.md", " | " + percent(value(point, "row_error_rms")) + " |");
}

TEST_F(StudyPages, SmallSizesOfDgemm) {
  const auto all = points("dgemm", "size = [128, 256]");
  ASSERT_EQ(all.size(), 24U);
  for (std::size_t i = 0; i < 8; ++i) {
    const PointResult &estimated = all[i], &correct = all[8 + i], &fp64 = all[16 + i];
    EXPECT_EQ(value(correct, "correctly_rounded"), 1);
    EXPECT_LT(value(estimated, "relative_error_mean"), value(fp64, "relative_error_mean"));
    EXPECT_LT(value(estimated, "relative_error_max"), value(fp64, "relative_error_max"));
    expect_on("ozaki.md",
              "| " + axis(estimated, "size") + " | " + axis(estimated, "inputs.phi") +
                  fmt::format(" | {:.0f} ({:.0f}) | {:.0f}", estimated.slices[1].second,
                              estimated.slices.front().second, correct.slices[1].second));
    expect_on("ozaki.md",
              fmt::format(" | {:.1e} | {:.1e} | ", value(estimated, "relative_error_max"),
                          value(fp64, "relative_error_max")));
  }
}

}  // namespace
}  // namespace mmasc
