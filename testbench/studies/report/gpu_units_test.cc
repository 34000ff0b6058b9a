// SPDX-License-Identifier: Apache-2.0
// The catalogue's units beside a study's designs.
#include "mmasc/report/gpu_units.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "mmasc/report/planned.h"
#include "mmasc/report/shape.h"
#include "mmasc/sweep/points.h"

namespace mmasc {
namespace {

// The study's points, of which nothing was measured.
Results without_values(const Study& study) {
  Results results{study, {}, 0};
  for (const Point& point : plan_points(study)) {
    PointResult& result = results.points.emplace_back();
    result.point = point.hash;
    result.index = point.index;
    result.axes = point.axes;
  }
  results.planned = std::ssize(results.points);
  return results;
}

// Beside products of quantised matrices, too, with the designs' intervals.
TEST(GpuUnits, QuantiseAsTheDesignsDo) {
  const Study study = parse_study(
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
      "workload = \"fp8gemm\"\n[axes]\n\"fp8gemm.block_a\" = \"0x0\"\n\"fp8gemm.block_b\" = "
      "\"0x0\"\n\"fp8gemm.promote_k\" = [0, 64]\nk = 192\n"
      "[inputs]\nm = 4\nn = 4\n[measures]\nlist = [\"row_error\"]\n",
      "s.toml");
  Results results = without_values(study);
  std::map<std::string, std::set<std::string>> promotions;  // by the start of the label
  for (const GpuPoint& gpu : gpu_points(results, plan_again(results), {}, {}))
    for (const std::string& label : gpu.labels)
      promotions[label.substr(0, label.find('.'))].insert(gpu.promotions.begin(),
                                                          gpu.promotions.end());
  EXPECT_EQ(promotions["hopper"], (std::set<std::string>{"not promoted", "promoted every 64"}));
  EXPECT_EQ(promotions["cdna3"], promotions["hopper"]);
}

// As the designs have it, and on their operands; nothing where these are not known any more.
TEST(GpuUnits, AreUnderTheDesignsConditions) {
  const Study study = parse_study(
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
      "[variant.normal]\n\"inputs.a\" = \"normal\"\n[variant.uniform]\n\"inputs.a\" = "
      "\"uniform\"\n[axes]\n\"gemm.promote_k\" = [0, 64]\n\"dot.fraction_bits\" = [12, 20]\n"
      "k = 128\n[inputs]\nm = 4\nn = 4\n[measures]\nlist = [\"relative_error\"]\n",
      "s.toml");
  Results results = without_values(study);
  const auto gpus = gpu_points(results, plan_again(results), {}, {});
  std::set<std::string> conditions;
  int promoted = 0, not_promoted = 0;
  for (const GpuPoint& gpu : gpus) {
    conditions.insert(condition_of(shape_of(results), gpu.result));
    EXPECT_EQ(gpu.result.k, 128);
    for (const std::string& promotion : gpu.promotions) {
      promoted += promotion == "promoted every 64 by nearest_even" ? 1 : 0;
      not_promoted += promotion == "not promoted" ? 1 : 0;
    }
  }
  EXPECT_EQ(conditions, (std::set<std::string>{"variant = normal", "variant = uniform"}));
  EXPECT_GT(promoted, 0);
  EXPECT_GT(not_promoted, 0);
  // Promotion changes what Hopper's 13 bits lose.
  std::set<double> of_hopper;
  for (const GpuPoint& gpu : gpus)
    if (gpu.label().starts_with("hopper.fp8"))
      of_hopper.insert(*value_of(gpu.result, "relative_error_rms"));
  EXPECT_GE(of_hopper.size(), 3u);

  // CDNA3 has the same numbers in its own formats.
  EXPECT_TRUE(std::ranges::any_of(
      gpus, [](const GpuPoint& gpu) { return gpu.label().starts_with("cdna3."); }));

  for (PointResult& result : results.points) result.point = "changed";
  const PlannedResults changed = plan_again(results);
  EXPECT_NE(changed.notice.find("Of 8 of 8 points"), std::string::npos);
  EXPECT_TRUE(gpu_points(results, changed, {}, {}).empty());
}

}  // namespace
}  // namespace mmasc
