// SPDX-License-Identifier: Apache-2.0
// The tables of docs/ozaki.md and docs/fp8.md are what the shipped studies print.
#include "study_pages.h"

namespace mmasc {
namespace {

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
