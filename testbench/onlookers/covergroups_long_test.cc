// SPDX-License-Identifier: Apache-2.0
// Covergroups, run in a Verilator that has them: 5.050 or later, which Debian 12 lacks.
#include <cstdlib>
#include <iomanip>
#include <iterator>
#include <map>

#include "mmasc/coverage/verilator_counts.h"
#include "mmasc/lanes/lane_specials.h"
#include "mmasc/onlookers/emit_coverage.h"
#include "onlookers/watched.h"

namespace mmasc {
namespace {

// The command before which newer tools are started, as "chroot /sid".
std::vector<std::string> newer_tools() {
  const char* const text = std::getenv("MMASC_NEWER_TOOLS");
  std::istringstream words(text ? text : "");
  return {std::istream_iterator<std::string>(words), {}};
}

bool has_covergroups(std::vector<std::string> command) {
  command.insert(command.end(), {"verilator", "--version"});
  int major = 0, minor = 0;
  const ToolRun run =
      run_tool({command.front(), command.front()}, {command.begin() + 1, command.end()});
  std::sscanf(run.output.c_str(), "Verilator %d.%d", &major, &minor);
  return std::pair(major, minor) >= std::pair(5, 50);
}

// Verilator writes an identifier's other characters in hexadecimal digits.
std::string mangled(std::string_view name) {
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (const char letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) || letter == '_' || letter == ' ')
      text << (letter == ' ' ? '_' : letter);
    else
      text << "__0" << std::setw(2) << static_cast<int>(letter);
  return text.str();
}
std::string lane_group(int lane) { return "lane_" + std::to_string(lane) + "_points."; }

// By the place of a bin: GROUP_points.COVERPOINT.BIN.
std::map<std::string, std::uint64_t> bins_in(const std::string& coverage) {
  std::map<std::string, std::uint64_t> bins;
  std::istringstream lines(coverage);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\001t\002covergroup\001") == std::string::npos) continue;
    const auto begin = line.find("\001h\002") + 3, end = line.find('\'', begin);
    bins[line.substr(begin, end - begin)] += std::stoull(line.substr(end + 1));
  }
  return bins;
}

class Covergroups : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!has_covergroups(newer_tools()))
      GTEST_SKIP() << "no Verilator 5.050 or later, which Debian 12 lacks; set MMASC_NEWER_TOOLS "
                      "(docs/assertions.md)";
  }

  const Unit unit_ = watched_units()[static_cast<std::size_t>(GetParam())];
  const Sequence sequence_{unit_};
  const CoverPoints points_ = cover_points_of(sequence_);
  const std::vector<Case> cases_ = covering_cases(unit_);
};

// What a lane takes beside what c is, of all operations.
std::map<std::string, std::uint64_t> crosses_of(const Unit& unit, const std::vector<Case>& cases) {
  const Lanes lanes(unit);
  std::map<std::string, std::uint64_t> counts;
  for (const Case& each : cases) {
    const DotOperands in = view(each);
    const Lanes::Elements elements = lanes.elements(in);
    const std::string c(name_of(class_of(*unit.instruction.c, in[Operand::c].front())));
    for (std::size_t i = 0; i < elements.a.size(); ++i)
      for (const bool of_b : {false, true})
        ++counts[lane_group(lanes.lane_of(i)) + (of_b ? "b" : "a") + "_and_c." +
                 std::string(
                     name_of(class_of(lanes.format(of_b), (of_b ? elements.b : elements.a)[i]))) +
                 "_x_" + c];
  }
  return counts;
}

TEST_P(Covergroups, CountWhatCoverPropertiesCount) {
  const auto operations = testing::operations_of(sequence_, cases_, false);
  const testing::WatchOptions options{.defines = {kCoverageWord, kCovergroupsWord},
                                      .newer = newer_tools()};
  const testing::WatchedRun run = testing::Watched(unit_, operations, options).run();
  ASSERT_TRUE(run.succeeded) << run.output;
  testing::expect_results(run, operations);
  const Coverage properties =
      from_verilator(unit_, sequence_, points_, run.coverage, "coverage.dat");
  EXPECT_EQ(properties.vectors(), cases_.size());
  const auto bins = bins_in(run.coverage);
  const std::vector<Seen> seen =
      seen_in_rtl(emit_rtl(sequence_.plan(), "unit"), sequence_.plan(), points_, false);
  std::set<std::string> expected;
  int met = 0;
  for (std::size_t p = 0; p < points_.list.size(); ++p) {
    const CoverPoint& point = points_.list[p];
    const bool is_lane = point.goal.kind == Goal::Kind::lane;
    if (seen[p] == Seen::not_at_all || !point.unreachable.empty()) continue;
    const std::string bin = (is_lane ? lane_group(point.goal.lane.lane)
                                     : std::string(name_of(point.stage)) + "_points.") +
                            mangled(point.name) + ".met";
    ASSERT_TRUE(bins.contains(bin)) << bin;
    expected.insert(bin);
    // Of lanes' points the counts of properties are not read.
    if (is_lane || sequence_.steps() > 1) continue;
    EXPECT_EQ(bins.at(bin), properties.entries()[p].vectors) << bin;
    if (bins.at(bin) > 0) ++met;
  }
  EXPECT_TRUE(sequence_.steps() > 1 || met > 20) << met;
  for (const auto& [bin, count] : bins) {  // and no others, as automatic ones
    const bool is_met = bin.ends_with(".met") || bin.find(".auto") != std::string::npos;
    EXPECT_TRUE(!is_met || expected.contains(bin)) << bin;
  }
  if (sequence_.steps() > 1) return;
  if (!bins.contains("lane_0_points.a_is.number")) return;  // of integers no lane has points
  std::map<std::string, std::uint64_t> crossed;
  for (const auto& [bin, count] : bins)
    if (count > 0 && bin.starts_with("lane_") && bin.find("_and_c.") != std::string::npos)
      crossed[bin] = count;
  const auto expected_crosses = crosses_of(unit_, cases_);
  EXPECT_EQ(crossed, expected_crosses);
  // A lane's own points count what its crosses add up to.
  for (const CoverPoint& point : points_.list)
    for (const ElementClass of :
         {ElementClass::subnormal, ElementClass::infinity, ElementClass::nan}) {
      if (point.goal.kind != Goal::Kind::lane) continue;
      if (!point.name.ends_with("." + std::string(name_of(of)))) continue;
      const std::string group = lane_group(point.goal.lane.lane);
      const std::string cross =
          group + (point.goal.lane.of_b ? "b" : "a") + "_and_c." + std::string(name_of(of)) + "_x_";
      std::uint64_t taken = 0;
      for (const auto& [name, count] : expected_crosses)
        if (name.starts_with(cross)) taken += count;
      EXPECT_EQ(bins.at(group + mangled(point.name) + ".met"), taken) << point.name;
    }
  const Format& a = *unit_.instruction.a;
  if (unit_.instruction.widen != nullptr || a.storage_bits() > 16) return;
  std::set<std::string> classes, has;
  for (std::uint64_t element = 0; element >> a.storage_bits() == 0; ++element)
    classes.insert("lane_0_points.a_is." + std::string(name_of(class_of(a, element))));
  for (const auto& [bin, count] : bins)
    if (bin.starts_with("lane_0_points.a_is.")) has.insert(bin);
  EXPECT_EQ(has, classes);
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Covergroups, ::testing::Range(0, kWatchedUnits));

}  // namespace
}  // namespace mmasc
