// SPDX-License-Identifier: Apache-2.0
// The results of a small study; sweep.txt shows what is printed.
#include "cli_fixture.h"
#include "gemm_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

TEST_F(Cli, PointsOfASweepHaveMeasuresCostsAndCycles) {
  const std::string study = write("study.toml", R"(question = "what?"
unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
[axes]
"dot.fraction_bits" = [10, 13]
k = [64, 100]
[inputs]
m = 4
n = 5
repetitions = 2
[measures]
list = ["snr", "ulps", "vanished_terms", "monotonicity_violations"]
)");
  const std::string out = (folder_ / "out").string();
  ASSERT_EQ(run("sweep " + study + " -o " + out).code, 0);
  const Results results = read_results(out);
  ASSERT_TRUE(results.complete());
  ASSERT_EQ(results.points.size(), 4U);
  const auto number = [](const NamedNumbers& numbers, std::string_view name) {
    const auto found =
        std::ranges::find(numbers, name, [](const auto& each) { return each.first; });
    return found == numbers.end() ? 0 : found->second;
  };
  for (std::int64_t i = 0; i < 4; ++i) {
    const PointResult& point = results.points[static_cast<std::size_t>(i)];
    EXPECT_EQ(point.index, i);
    EXPECT_EQ(point.measure("snr")->samples, 40);
    EXPECT_EQ(*point.measure("vanished_terms")->value > 0, i < 2)
        << i;  // of 10 fraction bits, not of 13
    EXPECT_GT(point.measure("vanished_terms")->samples, 1000);
    EXPECT_EQ(point.cost->kind, "estimate");
    EXPECT_GT(number(point.cost->numbers, "gates"), 5000);
    EXPECT_GT(number(point.widths, "adder_bits"), 100);
    EXPECT_EQ(point.cycles.chain, point.cycles.steps * point.cycles.latency);
    EXPECT_EQ(point.cycles.steps, i % 2 == 0 ? 2 : 4);  // instructions of 32
    EXPECT_TRUE(point.cycles.sourced);
  }
  EXPECT_LT(*results.points[0].measure("snr")->value, *results.points[2].measure("snr")->value);
}

}  // namespace
}  // namespace mmasc
