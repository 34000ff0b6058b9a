// SPDX-License-Identifier: Apache-2.0
// Covergroups, run in a Verilator that has them: 5.050 or later, which Debian 12 lacks.
#include <cstdlib>
#include <iomanip>
#include <iterator>
#include <map>

#include "mmasc/lanes/element_class.h"
#include "mmasc/onlookers/emit_coverage.h"
#include "mmasc/onlookers/onlooker.h"
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
  try {
    const ToolRun run =
        run_tool({command.front(), command.front()}, {command.begin() + 1, command.end()});
    std::sscanf(run.output.c_str(), "Verilator %d.%d", &major, &minor);
  } catch (const EnvironmentError&) {
    return false;
  }
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

using Counts = std::map<std::string, std::uint64_t>;

// Verilator's counts of one kind: of bins by GROUP_points.COVERPOINT.BIN, of properties by label.
Counts counts_in(const std::string& coverage, const std::string& kind, const std::string& key) {
  Counts counts;
  std::istringstream lines(coverage);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("\001t\002" + kind + "\001") == std::string::npos) continue;
    const auto begin = line.find("\001" + key + "\002") + 3;
    const auto end = line.find_first_of("\001'", begin);
    counts[line.substr(begin, end - begin)] += std::stoull(line.substr(line.rfind('\'') + 1));
  }
  return counts;
}

class Covergroups : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (has_covergroups(newer_tools())) return;
    ASSERT_TRUE(newer_tools().empty()) << "MMASC_NEWER_TOOLS has no Verilator 5.050 or later";
    GTEST_SKIP() << "no Verilator 5.050 or later, which Debian 12 lacks; set MMASC_NEWER_TOOLS "
                    "(docs/assertions.md)";
  }
  std::string class_in(const Format& format, std::uint64_t bits) const {
    return std::string(name_of(class_of(format, bits)));
  }
  // Each operation's lanes take elements of a class beside a c of a class.
  Counts crosses_of(const std::vector<testing::Operation>& operations) const {
    const MultiplierPlan& m = sequence_.plan().multiplier;
    Counts counts;
    for (const auto& [in, d] : operations)
      for (int lane = 0; lane < m.lanes; ++lane)
        for (const auto& [letter, format, operand] :
             {std::tuple{'a', m.a, Operand::a}, {'b', m.b, Operand::b}})
          ++counts[lane_group(lane) + letter + "_and_c." + class_in(format, in[operand][lane]) +
                   "_x_" + class_in(m.c, in[Operand::c][0])];
    return counts;
  }

  const Unit unit_ = watched_units()[static_cast<std::size_t>(GetParam())];
  const Sequence sequence_{unit_};
  const CoverPoints points_ = cover_points_of(sequence_);
  const std::vector<Case> cases_ = covering_cases(unit_);
};

TEST_P(Covergroups, CountWhatCoverPropertiesCount) {
  const auto operations = testing::operations_of(sequence_, cases_, false);
  const testing::WatchOptions options{.defines = {kCoverageWord, kCovergroupsWord},
                                      .newer = newer_tools()};
  const testing::WatchedRun run = testing::Watched(unit_, operations, options).run();
  ASSERT_TRUE(run.succeeded) << run.output;
  testing::expect_results(run, operations);
  const Counts properties = counts_in(run.coverage, "user", "o");
  EXPECT_EQ(properties.at("vectors"), cases_.size());
  const std::vector<Seen> seen =
      seen_in_rtl(emit_rtl(sequence_.plan(), "unit"), sequence_.plan(), points_, false);
  Counts expected;
  bool has_lanes = false;
  int met = 0;
  for (std::size_t p = 0; p < points_.list.size(); ++p) {
    const CoverPoint& point = points_.list[p];
    if (seen[p] == Seen::not_at_all || !point.unreachable.empty()) continue;
    const bool is_lane = point.goal.kind == Goal::Kind::lane;
    const std::uint64_t count = properties.at("p" + std::to_string(p));
    expected[(is_lane ? lane_group(point.goal.lane.lane)
                      : std::string(name_of(point.stage)) + "_points.") +
             mangled(point.name) + ".met"] = count;
    has_lanes |= is_lane;
    met += count > 0 ? 1 : 0;
  }
  EXPECT_GT(met, 20);
  // There are these bins of points, and classes and crosses, and no others.
  Counts points, crosses, classes;
  for (const auto& [bin, count] : counts_in(run.coverage, "covergroup", "h"))
    (bin.ends_with(".met")                      ? points
     : bin.find("_and_c.") != std::string::npos ? crosses
                                                : classes)[bin] = count;
  EXPECT_EQ(points, expected);
  EXPECT_EQ(has_lanes, !crosses.empty());
  if (!has_lanes) return;

  std::erase_if(crosses, [](const auto& each) { return each.second == 0; });
  EXPECT_EQ(crosses, crosses_of(operations));
  Counts added;
  for (const auto& [cross, count] : crosses) {  // LANE_points.a_and_c.CLASS_x_CLASS
    const auto dot = cross.rfind('.');
    const std::string c = cross.substr(cross.rfind("_x_") + 3);
    const std::string own = cross.substr(dot + 1, cross.rfind("_x_") - dot - 1);
    const char letter = cross[cross.find('.') + 1];
    const std::string lane = cross.substr(0, cross.find('.') + 1);
    added[lane + letter + "_is." + own] += count;
    if (letter == 'a') added[lane + "c_is." + c] += count;
  }
  Counts taken = classes;
  std::erase_if(taken, [](const auto& each) { return each.second == 0; });
  EXPECT_EQ(taken, added);
  // A class has a bin where an element of the format is of it.
  if (unit_.instruction.widen != nullptr) return;
  for (const auto& [letter, format] :
       {std::pair{'a', *unit_.instruction.a}, {'b', *unit_.instruction.b}}) {
    ASSERT_LE(format.storage_bits(), 16);
    std::set<std::string> all, has;
    const std::string place = lane_group(0) + letter + "_is.";
    for (std::uint64_t element = 0; element >> format.storage_bits() == 0; ++element)
      all.insert(place + class_in(format, element));
    for (const auto& [bin, count] : classes)
      if (bin.starts_with(place)) has.insert(bin);
    EXPECT_EQ(has, all);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Covergroups, ::testing::Range(0, kWatchedUnits));

}  // namespace
}  // namespace mmasc
