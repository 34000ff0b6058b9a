// SPDX-License-Identifier: Apache-2.0
// Cycles of a point's GEMM on a platform: those of mmasc platform, and of one kind in a study.
#include <gtest/gtest.h>

#include "mmasc/platform/analysis.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/sweep/points.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

std::string study_text(const std::string& axes) {
  return "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\nplatform = "
         "\"hopper\"\n[axes]\n" +
         axes + "\n[inputs]\nm = 64\nn = 256\n[measures]\nlist = [\"overflows\"]\n";
}

std::vector<PointCycles> cycles_of(const std::string& text) {
  const Study study = parse_study(text, "s.toml");
  const std::vector<Point> points = plan_points(study);
  std::vector<const Point*> all;
  for (const Point& point : points) all.push_back(&point);
  const PointCosts costs(study, all, {});
  std::vector<PointCycles> cycles;
  for (const Point& point : points) {
    const SharedInputs inputs = make_shared_inputs(study, point, 1, {});
    cycles.push_back(evaluate_point(study, point, inputs, costs, 1, {}).cycles);
  }
  return cycles;
}

// By the analysis of mmasc platform.
double analysed(const std::string& instruction, std::int64_t k) {
  tlm::Platform platform = tlm::find_platform("hopper");
  platform.instruction = instruction;
  platform.gemm = {.m = 64, .n = 256, .k = k};
  const tlm::Tiling tiling = tlm::make_tiling(platform);
  return static_cast<double>(tlm::analyse(platform, tiling, {}).run.end) / 1000;
}

TEST(StudyPlatform, ARowOfTheCatalogueHasTheCyclesOfMmascPlatform) {
  const auto cycles = cycles_of(study_text("k = [512, 1024]"));
  ASSERT_EQ(cycles.size(), 2u);
  for (const std::size_t i : {0, 1}) {
    ASSERT_TRUE(cycles[i].platform);
    EXPECT_FALSE(cycles[i].platform->is_structural);
    EXPECT_EQ(cycles[i].platform->cycles,
              analysed("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", i == 0 ? 512 : 1024));
  }
  EXPECT_GT(cycles[1].platform->cycles, cycles[0].platform->cycles);
}

// Else a row with a GPU's cycles would be the fastest design.
TEST(StudyPlatform, BesideAChangedUnitTheRowHasStructuralCyclesToo) {
  const auto cycles = cycles_of(study_text("\"dot.fraction_bits\" = [12, 13]\nk = [512]"));
  ASSERT_EQ(cycles.size(), 2u);
  for (const PointCycles& each : cycles) EXPECT_TRUE(each.platform->is_structural);
  EXPECT_EQ(cycles[0].platform->cycles, cycles[1].platform->cycles) << "the same registers";
  const auto faster = cycles_of(study_text("\"structure.units\" = [1, 64]\nk = [512]"));
  EXPECT_GT(faster[0].platform->cycles, 10 * faster[1].platform->cycles);
}

TEST(StudyPlatform, OutlivesTheResultFile) {
  PointResult result;
  result.point = "0";
  result.cycles.platform = PointCycles::OnPlatform{5679.223, true};
  const auto again = parse_line(to_line(result));
  ASSERT_TRUE(again && again->cycles.platform);
  EXPECT_EQ(again->cycles.platform->cycles, 5679.223);
  EXPECT_TRUE(again->cycles.platform->is_structural);
}

}  // namespace
}  // namespace mmasc
