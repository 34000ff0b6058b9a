// SPDX-License-Identifier: Apache-2.0
// Relations between the numbers of mmasc cost, and of show --json; what is printed is in cost.txt.
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

TEST_F(Cost, EstimatesAsJson) {
  const Ran ran = run(std::string("cost --estimate --json ") + kUnit);
  ASSERT_EQ(ran.code, 0) << ran.err;
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
  const std::string with = command + " --set structure.units=128";
  const std::vector<double> areas = numbers(run(with + " --json").out, "area_um2");
  ASSERT_EQ(areas.size(), 7u);  // five stages, all, and the array; in the order of keys
  EXPECT_EQ(*std::ranges::max_element(areas),
            128 * numbers(run(command + " --json").out, "area_um2").back());
}

TEST_F(Cost, StagesWithoutARegisterAreOnePath) {
  const auto delays = [&](const std::string& changes) {
    return numbers(run(std::string("cost --estimate --json ") + kUnit + changes).out, "delay_ps");
  };
  const auto merged = delays(" --set structure.aligner.registers=0");
  EXPECT_GT(merged.back(), delays("").back());
  EXPECT_EQ(merged.size(), delays("").size() - 1);
}

// Additions behind a unit are counted, too.
TEST_F(Cost, FieldsAndPromotionChangeIt) {
  const auto area = [&](const std::string& changes) {
    const Ran ran = run(std::string("cost --estimate --json ") + kUnit + changes);
    return numbers(ran.out, "area_um2").back();
  };
  EXPECT_GT(area(" --set dot.fraction_bits=25"), area(""));
  EXPECT_GT(area(" --promote-rounding nearest_even"), area(""));
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
