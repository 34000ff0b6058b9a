// SPDX-License-Identifier: Apache-2.0
// The results of a small study, and its table in NumPy; sweep.txt shows what is printed.
#include "cli_fixture.h"
#include "gemm_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

class SweepCommand : public Cli {
 protected:
  std::string study(const std::string& rest) const {
    return write("study.toml",
                 "question = \"what?\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n" + rest);
  }
  std::string out(const std::string& name = "out") const { return (folder_ / name).string(); }
};

const std::string kSmallStudy =
    "[axes]\n\"dot.fraction_bits\" = [10, 13]\nk = [64, 100]\n"
    "[inputs]\nm = 4\nn = 5\nrepetitions = 2\n"
    "[measures]\nlist = [\"snr\", \"ulps\", \"vanished_terms\", \"monotonicity_violations\"]\n";

TEST_F(SweepCommand, PointsHaveMeasuresCostsAndCycles) {
  ASSERT_EQ(run("sweep " + study(kSmallStudy) + " -o " + out()).code, 0);
  const Results results = read_results(out());
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

// The line that docs/studies.md shows.
TEST_F(SweepCommand, NumPyReadsTheTableInOneLine) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "no NumPy; apt-get install python3-numpy to run this test";
  const std::string page = slurp(MMASC_DOCS "/studies.md");
  const auto begin = page.find("t = numpy.genfromtxt(");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = page.substr(begin, page.find('\n', begin) - begin);
  ASSERT_EQ(
      run("sweep " + study(kSmallStudy) + " -o " + out() + " --csv " + out("results.csv")).code, 0);
  const std::string script =
      write("read.py", "import numpy\n" + line +
                           "\nassert len(t) == 4 and t['index'].tolist() == [0, 1, 2, 3]\n"
                           "assert t['dotfraction_bits'].tolist() == [10, 10, 13, 13]\n"
                           "assert t['k'].tolist() == [64, 100, 64, 100] and (t['snr'] > 0).all()\n"
                           "assert t['unit'][0].startswith('hopper/') and (t['area'] > 0).all()\n");
  EXPECT_EQ(
      std::system(("cd " + folder_.string() + " && /usr/bin/python3 " + script + " 2>err").c_str()),
      0)
      << slurp(out("err"));
}

}  // namespace
}  // namespace mmasc
