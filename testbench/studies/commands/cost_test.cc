// SPDX-License-Identifier: Apache-2.0
// The command cost: estimates as text and JSON, what is refused, and the bits of show --json.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

// The numbers of a key, in the order of a document.
std::vector<double> numbers(const std::string& json, const std::string& key) {
  std::vector<double> found;
  const std::string mark = '"' + key + "\": ";
  for (std::size_t at = 0; (at = json.find(mark, at)) != std::string::npos;)
    found.push_back(std::strtod(json.c_str() + (at += mark.size()), nullptr));
  return found;
}

double sum_but_last(const std::vector<double>& of) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < of.size(); ++i) sum += of[i];
  return sum;
}

class Cost : public Cli {};

TEST_F(Cost, EstimatesWithoutTools) {
  ::setenv("PATH", folder_.c_str(), 1);
  const Ran ran = run(std::string("cost --estimate ") + kUnit);
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* text :
       {kUnit, "aligner_0", "NAND2", "FO4", "estimated: area +-", "not fitted to"})
    EXPECT_NE(ran.out.find(text), std::string::npos) << ran.out;
}

TEST_F(Cost, EstimatesAsJson) {
  const Ran ran = run(std::string("cost --estimate --json ") + kUnit);
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"\"schema\": \"mmasc.cost\"", "\"kind\": \"estimated\"", kUnit})
    EXPECT_NE(ran.out.find(text), std::string::npos) << text;
  EXPECT_EQ(ran.out.find("\"cells\""), std::string::npos);
  EXPECT_GT(numbers(ran.out, "area_rms").at(0), 0);
  const std::vector<double> areas = numbers(ran.out, "area_um2");  // five stages, and all
  ASSERT_EQ(areas.size(), 6u);
  EXPECT_NEAR(areas.back(), sum_but_last(areas), 1e-6 * areas.back());
  const std::vector<double> shares = numbers(ran.out, "register_share");
  ASSERT_EQ(shares.size(), 6u);
  double registers = 0;
  for (std::size_t i = 0; i < 5; ++i) registers += shares[i] * areas[i];
  EXPECT_NEAR(shares.back(), registers / areas.back(), 1e-9);
}

TEST_F(Cost, OfAnArrayIsThatOfAllItsUnits) {
  const std::string command = std::string("cost --estimate ") + kUnit;
  EXPECT_EQ(run(command).out.find(" units: "), std::string::npos);
  const std::string with = command + " --set structure.units=128";
  EXPECT_NE(run(with).out.find("\n128 units: "), std::string::npos) << run(with).out;
  const std::vector<double> areas = numbers(run(with + " --json").out, "area_um2");
  ASSERT_EQ(areas.size(), 7u);  // five stages, all, and the array; in the order of keys
  EXPECT_EQ(*std::ranges::max_element(areas),
            128 * numbers(run(command + " --json").out, "area_um2").back());
}

TEST_F(Cost, OfAnFpgaHasNoLibraryAndNoEstimate) {
  const std::string command = std::string("cost ") + kUnit + " --fpga ";
  for (const char* option :
       {"xc7 --estimate", "ecp5 --period 1000", "xc7 --recipe speed", "xc7 --liberty cells.lib"})
    expect_failure(command + option, 2,
                   "--fpga: counts have no library, recipe, clock, estimate or further formats");
  expect_failure(command + "xc8", 2, "give xc7|ecp5");
  expect_failure(std::string("cost --fpga xc7 --energy normal ") + kUnit, 2,
                 "--energy excludes --fpga");
}

// The output says what the figure is of, and which path it is.
TEST_F(Cost, SaysWhatTheDelayIsOf) {
  const std::string command = std::string("cost --estimate ") + kUnit;
  const Ran ran = run(command);
  EXPECT_NE(ran.out.find("\ndelay: of the longest path between registers or ports"),
            std::string::npos)
      << ran.out;
  const auto delays = [&](const std::string& changes) {
    return numbers(run(command + " --json" + changes).out, "delay_ps");
  };
  EXPECT_NE(ran.out.find("\nslowest: aligner_0\n"), std::string::npos) << ran.out;
  const std::string change = " --set structure.aligner.registers=0";
  EXPECT_GT(delays(change).back(), delays("").back());
  EXPECT_EQ(delays(change).size(), delays("").size() - 1);
  const std::string json = run(command + " --json" + change).out;
  EXPECT_NE(json.find("\"delay_of\": \"of the longest path"), std::string::npos) << json;
  EXPECT_NE(json.find("\"slowest\": \"aligner_0 to adder_tree_0_0\""), std::string::npos) << json;
  EXPECT_NE(run(command + change).out.find("estimated with registers left out: area +-"),
            std::string::npos);
}

TEST_F(Cost, PutsUnitsSideBySide) {
  const Ran ran =
      run(std::string("cost --estimate --json ") + kUnit + " ada/mma.m16n8k32.f32.e4m3.e4m3.f32");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_LT(ran.out.find(kUnit), ran.out.find("ada/mma.m16n8k32.f32.e4m3.e4m3.f32"));
  EXPECT_GT(numbers(ran.out, "area_um2").size(), 10u);
}

TEST_F(Cost, WritesAFileBesideTheTable) {
  const Ran ran =
      run("cost --estimate --json-file " + (folder_ / "cost.json").string() + " " + kUnit);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("aligner_0"), std::string::npos);
  EXPECT_EQ(numbers(slurp(folder_ / "cost.json"), "version"), std::vector<double>{1});
}

TEST_F(Cost, SaysWhereAnEstimateExtrapolates) {
  const std::string wide = "cdna1/v_mfma_f32_32x32x4bf16";
  const Ran ran = run("cost --estimate " + wide);
  EXPECT_NE(ran.out.find("extrapolated, with an error that is not known: aligner_0 has 522 bits of "
                         "an addend's window, the points "),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.out.find("estimated: area"), std::string::npos);
  const Ran both = run("cost --estimate " + wide + " " + kUnit);
  EXPECT_NE(both.out.find("estimated: area +-"), std::string::npos);
  const std::vector<double> most =
      numbers(run("cost --estimate --json " + wide).out, "most");  // of three stages
  ASSERT_EQ(most.size(), 3U);
  EXPECT_LT(most[0], 100);
  EXPECT_NE(run(std::string("cost --estimate --json ") + kUnit).out.find("\"extrapolated\": []"),
            std::string::npos);
}

TEST_F(Cost, FieldsChangeIt) {
  const auto area = [&](const std::string& changes) {
    const Ran ran = run(std::string("cost --estimate --json ") + kUnit + changes);
    return numbers(ran.out, "area_um2").back();
  };
  EXPECT_GT(area(" --set dot.fraction_bits=25"), area(""));
}

TEST_F(Cost, RefusesWhatItCannotDo) {
  const auto told = [&](const std::string& arguments, int code) {
    const Ran ran = run("cost " + std::string(kUnit) + " " + arguments);
    EXPECT_EQ(ran.code, code) << arguments << ran.err;
    EXPECT_TRUE(ran.out.empty()) << ran.out;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    return ran.err;
  };
  EXPECT_NE(told("--recipe fast", 2).find("--recipe: give area or speed"), std::string::npos);
  EXPECT_NE(told("--estimate --recipe speed", 2).find("--recipe"), std::string::npos);
  EXPECT_NE(told("--estimate --liberty x.lib", 2).find("--liberty"), std::string::npos);
  EXPECT_NE(told("--estimate --period 1000", 2).find("--period"), std::string::npos);
  EXPECT_NE(told("--period 0", 2).find("--period"), std::string::npos);
  EXPECT_NE(told("--set dot.fraction_bits=-1 --estimate", 2).find("fraction_bits"),
            std::string::npos);
  // Neither waits for a pipe nor reads without an end.
  const std::string pipe = (folder_ / "pipe.lib").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& liberty : {pipe, folder_.string(), std::string("/dev/zero")})
    EXPECT_EQ(told("--liberty " + liberty, 2),
              "mmasc: " + liberty + ": is no file; give a liberty file\n");
  EXPECT_EQ(told("--liberty " + pipe + "2", 2),
            "mmasc: " + pipe + "2: no such file; give a liberty file\n");
  ::setenv("PATH", folder_.c_str(), 1);
  EXPECT_EQ(told("", 3), "mmasc: yosys not found: apt-get install yosys\n");
}

// Additions behind a unit are units of their own, and counted.
TEST_F(Cost, CountsTheAdditionsBehindAUnit) {
  const Ran late = run("cost --estimate hopper/mma.m16n8k32.f32.e4m3.e4m3.f32");
  EXPECT_EQ(late.code, 0);
  EXPECT_NE(late.out.find("\nlate_c aligner_0 "), std::string::npos) << late.out;
  const std::string cost = std::string("cost --estimate --json ") + kUnit;
  const Ran alone = run(cost), promoted = run(cost + " --promote-rounding nearest_even");
  EXPECT_EQ(alone.out.find("promotion"), std::string::npos);
  EXPECT_NE(promoted.out.find("\"promotion normalizer_result\""), std::string::npos)
      << promoted.out;
  EXPECT_GT(numbers(promoted.out, "area_um2").back(), numbers(alone.out, "area_um2").back());
  expect_failure(cost + " --promote-rounding odd", 2, "--promote-rounding");
}

TEST_F(Cost, ShowHasTheBits) {
  const Ran ran = run(std::string("show --json ") + kUnit);
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* key : {"register_bits", "multiplier_bits", "shifter_bits", "adder_bits"}) {
    const std::vector<double> bits = numbers(ran.out, key);  // five stages, and all
    ASSERT_EQ(bits.size(), 6u) << key;
    EXPECT_EQ(bits.back(), sum_but_last(bits)) << key;
    EXPECT_GT(bits.back(), 0) << key;
  }
  EXPECT_EQ(numbers(ran.out, "multiplier_bits").back(), 4 * 10 * 10);
}

}  // namespace
}  // namespace mmasc
