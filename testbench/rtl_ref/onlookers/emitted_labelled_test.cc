// SPDX-License-Identifier: Apache-2.0
// What looks on is written for all units, passes the linters, and is nothing unless it is asked
// for.
#include <regex>
#include <set>
#include <sstream>

#include "mmasc/onlookers/onlooker.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/tools/tool.h"
#include "mmasc/unit/error.h"
#include "onlookers/seen_in_unit.h"
#include "onlookers/watched_units.h"
#include "printed_name.h"
#include "random/random_unit.h"
#include "rtl/families.h"
#include "rtl/folder.h"
#include "rtl/named_units.h"
#include "rtl/warnings.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

const RtlFile& file_of(const std::vector<RtlFile>& files, const std::string& name) {
  return *std::ranges::find(files, name, &RtlFile::name);
}

TEST(Onlookers, AreEmptyUnlessAskedFor) {
  const Unit unit = flagged_units()[0];
  int emptied = 0;
  for (const RtlFile& file : onlooker_files({&unit, 1}, "unit")) {
    const std::string bare = std::regex_replace(file.text, std::regex("//[^\n]*"), "");
    const auto first = bare.find_first_not_of(" \n");
    EXPECT_EQ(bare[first], '`') << file.name;
    EXPECT_TRUE(bare.ends_with("`endif\n")) << file.name;
    ++emptied;
  }
  EXPECT_GT(emptied, 12);
}

// The linter says nothing where `words` are defined.
struct Linted {
  NamedUnit of;
  std::vector<std::string> words;
  friend void PrintTo(const Linted& each, std::ostream* out) {
    *out << each.of.name;
    for (const std::string& word : each.words) *out << "_" << word;
  }
};
class LintedOnlookers : public testing::WithVerilator,
                        public ::testing::WithParamInterface<Linted> {};

TEST_P(LintedOnlookers, AreCleanForVerilator) {
  const auto& [of, words] = GetParam();
  const Unit unit = of.unit();
  const testing::Folder folder;
  for (const RtlFile& file : watched_files(unit))
    std::ofstream(folder.path() / file.name) << file.text;
  std::vector<std::string> arguments{"--lint-only", "-Wall",        "-f",
                                     "unit.f",      "--top-module", "unit"};
  for (const std::string& word : words) arguments.push_back("-D" + word);
  const ToolRun run = run_tool({"verilator", "verilator"}, arguments, folder.path());
  EXPECT_EQ(testing::warnings_in(run.output), "") << unit.instruction.id << to_toml(unit);
  EXPECT_TRUE(run.succeeded) << unit.instruction.id;
}

std::vector<Linted> narrow_units() {
  std::vector<Linted> all;
  const auto add = [&](int n, const std::vector<std::string>& words) {
    all.push_back({{"watched_" + std::to_string(n),
                    [n] { return watched_units()[static_cast<std::size_t>(n)]; }},
                   words});
  };
  add(0, {});
  for (const char* word : {kAssertionsWord, kCoverageWord}) add(0, {word});
  for (const int each : kNarrowUnits) add(each, {kAssertionsWord, kCoverageWord});
  return all;
}
std::vector<Linted> families() {
  std::vector<Linted> all;
  for (const NamedUnit& row : rows_named(kFamilies, 0))
    all.push_back({row, {kAssertionsWord, kCoverageWord}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Default, LintedOnlookers, ::testing::ValuesIn(narrow_units()),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, LintedOnlookers, ::testing::ValuesIn(families()), PrintedName());

// The unit multiplies the elements in a wider format than theirs.
bool widens(const Unit& unit, bool of_b) {
  const MultiplierPlan m = Sequence(unit).plan().multiplier;
  return of_b ? *unit.instruction.b != m.b : *unit.instruction.a != m.a;
}

// Every cover point that can be reached has an event, but the few that the page names.
TEST(Onlookers, SeeNearlyAllCoverPoints) {
  int seen_points = 0, all = 0;
  const auto look = [&](const Unit& unit) {
    const Sequence sequence(unit);
    const CoverPoints points = cover_points_of(sequence);
    const std::vector<Seen> seen = seen_in_unit(sequence, points);
    for (std::size_t p = 0; p < seen.size(); ++p) {
      const std::string& name = points.list[p].name;
      if (!points.list[p].unreachable.empty()) continue;
      ++all;
      if (seen[p] != Seen::not_at_all) {
        ++seen_points;
        continue;
      }
      if (const Goal& goal = points.list[p].goal; goal.kind == Goal::Kind::lane) {
        EXPECT_TRUE(goal.lane.special == Special::subnormal && widens(unit, goal.lane.of_b))
            << unit.instruction.id << ": " << name;
        continue;
      }
      static const std::regex kUnseen(
          R"(products\.a_factor_is_raised|.*\.(cut_changes_it|loses_bits|cancels_to_an_exact_zero))");
      EXPECT_TRUE(std::regex_match(name, kUnseen)) << unit.instruction.id << ": " << name;
    }
  };
  for (const char* id : kFamilies) look(catalog().find(id));
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    try {
      look(random_unit(seed));
    } catch (const RowError&) {
    }
  }
  EXPECT_GT(seen_points, all * 99 / 100);
}

TEST(Onlookers, OfSeveralFormatsHaveNoCoverage) {
  const Unit units[] = {catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
                        catalog().find("hopper/wgmma.m64nNk32.f32.e5m2.e5m2")};
  const auto files = emit_rtl_files(units, "unit", {.onlookers = onlooker_files(units, "unit")});
  EXPECT_EQ(std::ranges::count(files, "unit_coverage.sv", &RtlFile::name), 0);
  EXPECT_EQ(std::ranges::count(files, "unit_assertions.sv", &RtlFile::name), 1);
  EXPECT_EQ(file_of(files, "unit.sv").text.find(kCoverageWord), std::string::npos);
}

struct GroupsRead {
  int points = 0, empty = 0, repeated = 0, without_bins = 0;
};

// The covergroups of a file, which has a line for each point, and one for each bin of a class.
GroupsRead read_groups(const std::string& text) {
  static const std::regex kGroup(R"(  covergroup (\w+) @.*)"),
      kPoint(R"(    (\S+) ?: coverpoint .*)");
  GroupsRead read;
  std::set<std::string> groups, names;
  bool is_inside = false, has_bins = true;
  std::istringstream lines(text);
  std::smatch at;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, at, kGroup)) {
      read.repeated += groups.insert(at[1]).second ? 0 : 1;
      names.clear();
      is_inside = true;
    } else if (line == "  endgroup") {
      read.empty += names.empty() ? 1 : 0;
      is_inside = false;
    } else if (is_inside && std::regex_match(line, at, kPoint)) {
      read.without_bins += has_bins ? 0 : 1;
      has_bins = line.find(" bins ") != std::string::npos;
      read.repeated += names.insert(at[1]).second ? 0 : 1;
      read.points += line.find(": coverpoint met[") != std::string::npos ? 1 : 0;
    }
    has_bins = has_bins || line.starts_with("      bins ");
  }
  EXPECT_FALSE(is_inside);
  read.without_bins += has_bins ? 0 : 1;
  return read;
}

// Every cover point that a datapath's RTL sees and that can be reached is once in a covergroup, and
// no covergroup is without any.
TEST(Onlookers, OfEveryDatapathHaveEachCoverPointOnce) {
  std::set<std::string> datapaths;
  for (const Unit& unit : catalog().units()) {
    if (!datapaths.insert(unit.datapath.name).second) continue;
    SCOPED_TRACE(unit.instruction.id);
    const Sequence sequence(unit);
    const CoverPoints points = cover_points_of(sequence);
    const std::vector<Seen> seen = seen_in_unit(sequence, points);
    int expected = 0;
    for (std::size_t p = 0; p < seen.size(); ++p)
      expected += seen[p] != Seen::not_at_all && points.list[p].unreachable.empty() ? 1 : 0;
    GroupsRead all;
    for (const RtlFile& file : onlooker_files({&unit, 1}, "unit")) {
      if (!file.name.ends_with("_coverage.sv")) continue;
      const GroupsRead read = read_groups(file.text);
      all.points += read.points;
      EXPECT_EQ(read.empty, 0) << file.name;
      EXPECT_EQ(read.repeated, 0) << file.name;
      EXPECT_EQ(read.without_bins, 0) << file.name;
    }
    EXPECT_EQ(all.points, expected);
    EXPECT_GT(expected, 10);
  }
  EXPECT_GT(datapaths.size(), 100u);
}

// Covergroups have the cover points' names; those that cannot be reached have a comment.
TEST(Onlookers, HaveACovergroupForEachStageAndLane) {
  const Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const std::string text = file_of(watched_files(unit), "unit_coverage.sv").text;
  for (const char* part :
       {"covergroup multiplier_points @(posedge clk_i iff rst_ni);", "covergroup aligner_points",
        "covergroup adder_tree_points", "covergroup normalizer_points", "covergroup lane_3_points",
        "\\lane[3].a.nan : coverpoint met", "a_and_c: cross a_is, c_is;",
        "\\dot.products.distance_=_0 : coverpoint met",
        "// result.carries: cannot be reached: the rounding never moves away from zero"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  const auto count = [&](const std::string& word) {
    int found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("covergroup "), count("endgroup"));
  EXPECT_EQ(count(": coverpoint met[") + count(": cannot be reached: "),
            count(": cover property") - 1);
}

}  // namespace
}  // namespace mmasc
