// SPDX-License-Identifier: Apache-2.0
// The design that a study looks for, among results made by hand.
#include "mmasc/report/find.h"

#include <gtest/gtest.h>

#include "mmasc/sweep/csv.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/sweep/verdict.h"
#include "mmasc/unit/error.h"
#include "report/results_by_hand.h"
#include "told.h"

namespace mmasc {
namespace {

FindRow find_row(std::string quantity, std::vector<std::string_view> where,
                 bool wants_most = false) {
  FindRow find{std::move(quantity), wants_most, {}};
  for (const std::string_view text : where) find.where.push_back(parse_constraint(text));
  return find;
}

std::string sentence_of(const Results& results, const FindRow& find) {
  return found_design(results, shape_of(results), find).sentence;
}

// At k = 64 alone 12 bits would do.
TEST(Find, NamesTheNextAndWhatIsKeptOut) {
  Told told;
  const Results results = results_by_hand();
  told(sentence_of(results, find_row("area", {"relative_error_rms <= 0.2"})));
  told(sentence_of(results, find_row("relative_error_rms", {"area < 1400"})));
}

// Of the designs that would be better the one is told that is a step away, not one of another
// rounding that is as narrow; and an end of an axis is told.
TEST(Find, TellsWhatOneStepMoreWouldGive) {
  Told told;
  Results results = results_by_hand();
  told(sentence_of(results, find_row("dot.fraction_bits", {"relative_error_rms <= 0.2"})));
  told(sentence_of(results, find_row("dot.fraction_bits", {"relative_error_rms <= 1"})));
}

// Of a measure that is best near zero the least is the one nearest to it.
TEST(Find, TakesTheNearestToZeroOfASignedMeasure) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    const auto bits = std::get<std::int64_t>(point.axes[0].second);
    point.measures[0] = {.name = "bias",
                         .value = bits == 13   ? 0.1
                                  : bits == 12 ? -0.3
                                               : 0.2,
                         .samples = 4,
                         .interval = {},
                         .histogram = {}};
  }
  told(sentence_of(results, find_row("bias", {})));
}

TEST(Find, TakesQuantitiesOfOtherQuantitiesAndTheMost) {
  Told told;
  const Results results = results_by_hand();
  told(sentence_of(
      results, find_row("dot.fraction_bits", {"relative_error_rms <= 0.3 * ulps", "ulps = 0.5"})));
  told(sentence_of(results, find_row("area", {"delay <= 900"}, true)));
}

TEST(Find, DividesByLanes) {
  Results results = results_by_hand();
  EXPECT_FALSE(quantity_of(results.points[0], "area_per_lane"));
  results.points[0].widths.emplace_back("lanes", 32);
  EXPECT_EQ(quantity_of(results.points[0], "area_per_lane")->value, 1200.0 / 32);
}

TEST(Find, SaysWhichCostsAreExtrapolated) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) point.cost->numbers.emplace_back("extrapolated", 1);
  told(sentence_of(results, find_row("area", {})));
  for (PointResult& point : results.points) point.cost->kind = "synthesis";
  told(sentence_of(results, find_row("area", {})));
}

// What an estimate is extrapolated to neither throws a design out nor takes one in.
TEST(Find, ABoundOnAnExtrapolatedCostIsOpen) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points)
    if (std::get<std::int64_t>(point.axes[0].second) == 12)
      for (auto& [name, number] : point.cost->numbers)
        if (name == "delay") number = 40110;
  const FindRow find = find_row("area", {"delay <= 15000"});
  told(sentence_of(results, find));
  for (PointResult& point : results.points) point.cost->numbers.emplace_back(kExtrapolated, 1);
  told(sentence_of(results, find));
}

// The area of an MMA unit of one dot-product unit is as much extrapolated as that one's.
TEST(Find, AnExtrapolatedAreaIsSoByBothNames) {
  Results results = results_by_hand();
  for (PointResult& point : results.points) point.cost->numbers.emplace_back(kExtrapolated, 1);
  const PointResult& point = results.points.front();
  for (const char* name : {"area", "array_area"}) {
    const FindRow find = find_row("area", {std::string(name) + " <= 1"});
    EXPECT_EQ(verdict_of(point, find), Verdict::undecided) << name;
  }
}

// Samples that leave a bound open do so whatever an extrapolated number says.
TEST(Find, SamplesLeaveABoundOnAnExtrapolatedNumberOpen) {
  Results results = results_by_hand();
  PointResult& point = results.points.front();
  point.cost->numbers.emplace_back(kExtrapolated, 1);
  const double area = 1000;
  for (auto& [name, number] : point.cost->numbers)
    if (name == "area") number = area;
  point.measures[0].value = 2 * area;
  point.measures[0].interval = {area / 2, 4 * area};
  const FindRow find = find_row("area", {"area <= 1 * " + point.measures[0].name});
  const Check check(find.where[0], point);
  EXPECT_EQ(check.verdict(), Verdict::undecided);
  EXPECT_GT(check.samples_wanted(), 0);
}

// A value that does not exist meets nothing.
TEST(Find, SaysWhatTheNearestLacks) {
  Told told;
  Results results = results_by_hand();
  told(sentence_of(results, find_row("area", {"relative_error_rms <= 0.01", "delay < 1000"})));
  for (PointResult& point : results.points) point.measures[0].value.reset();
  told(sentence_of(results, find_row("area", {"relative_error_rms <= 1"})));
}

// A ratio to no noise has no value, and is the best there is.
TEST(Find, NoErrorIsTheBest) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    point.measures[0] = {.name = "snr", .value = {}, .samples = 4, .interval = {}, .histogram = {}};
    if (std::get<std::int64_t>(point.axes[0].second) < 14) point.measures[0].value = 40;
  }
  told(sentence_of(results, find_row("snr", {}, true)));
  told(sentence_of(results, find_row("area", {"snr >= 100"})));
}

// The error of the results that are left is no reason to recommend a design that loses the others.
TEST(Find, LostResultsCountBeforeTheError) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points)
    if (std::get<std::int64_t>(point.axes[0].second) == 14) point.measures[0].left_out = 248;
  told(sentence_of(results, find_row("relative_error_rms", {})));
  told(sentence_of(results, find_row("relative_error_rms", {"dot.fraction_bits > 13"})));
}

// Designs of other operands are no better and no worse, but where costs alone decide.
TEST(Find, ComparesOnTheSameOperands) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points)
    point.operands = std::get<std::string>(point.axes[1].second) == "toward_zero" ? "other" : "one";
  told(sentence_of(results, find_row("area", {"relative_error_rms <= 0.2"})));
  told(sentence_of(results, find_row("area", {"delay < 1000"})));
}

// A bound on a condition takes points away, not designs.
TEST(Find, ConditionsSayWhichPointsAreAsked) {
  Told told;
  const Results results = results_by_hand();
  const FindRow find = find_row("area", {"relative_error_rms <= 0.2", "k <= 64"});
  told(sentence_of(results, find));
  EXPECT_EQ(found_design(results, shape_of(results), find).rule,
            "The choice with the least area of those with relative_error_rms <= 0.2, where k <= "
            "64, at every k.");
  told(sentence_of(results, find_row("area", {"k > 128"})));
}

// The results with an interval of 95 % of so much beside each error.
Results results_with_intervals(double share) {
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    MeasureResult& error = point.measures[0];
    error.samples = 16;
    error.interval = {*error.value * (1 - share), *error.value * (1 + share)};
  }
  return results;
}

// 13 bits and truncation have 0.256, with samples that leave 0.205 to 0.307 open: 0.22 may be kept
// or not. 14 bits have 0.154 at most, 12 bits 0.41 at least.
TEST(Find, WhatSamplesLeaveOpenIsUndecided) {
  Told told;
  const Results results = results_with_intervals(0.2);
  const FindRow find = find_row("area", {"relative_error_rms <= 0.22"});
  told(sentence_of(results, find));
}

// On either side of the bound: a design that meets it as measured is no more certain than one that
// misses it.
TEST(Find, ADesignThatMayMissABoundIsNotRecommended) {
  Told told;
  Results results = results_with_intervals(0.2);
  const FindRow find = find_row("area", {"relative_error_rms <= 0.26", "k = 128"});
  told(sentence_of(results, find));
  const Answer answer = found_design(results, shape_of(results), find);
  EXPECT_EQ(answer.chosen, (std::vector<std::int64_t>{9}));
  EXPECT_EQ(answer.undecided, (std::vector<std::int64_t>{5, 3}));  // 1300 and 1350
  results.points.erase(results.points.begin() + 6, results.points.end());
  told(sentence_of(results, find));
}

// Repetitions of a file are no samples: more of its rows and columns are. A variant may have it.
TEST(Find, SaysWhatGivesMoreSamples) {
  Told told;
  Results results = results_with_intervals(0.2);
  const FindRow find = find_row("area", {"relative_error_rms <= 0.25", "k = 128"});
  results.study.repetitions = 2;
  told(sentence_of(results, find));  // 146 is (0.0512 / 0.006)^2
  results.study.inputs.b = "weights.npy";
  told(sentence_of(results, find));
}

// Both sides of a bound may be samples.
TEST(Find, ABoundMayBeOpenToo) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) point.measures[1].interval = {0.4, 0.6};
  told(sentence_of(results, find_row("area", {"relative_error_rms <= 0.5 * ulps", "k = 128"})));
  told(sentence_of(results, find_row("area", {"relative_error_rms <= -1 * ulps"})));
}

// No number of samples shows that a share is 1; that all of them were, counts.
TEST(Find, WhatIsAtItsBoundIsAsMeasured) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    point.measures[1] = {.name = "correctly_rounded",
                         .value = 1,
                         .samples = 9,
                         .interval = ConfidenceInterval{0.7, 1},
                         .histogram = {}};
  }
  for (const char* bound : {"correctly_rounded >= 1", "correctly_rounded = 1"})
    told(sentence_of(results, find_row("area", {bound})));
}

TEST(Find, TheOrderOfMeasuresMayBeOpen) {
  Told told;
  const Results results = results_with_intervals(0.02);
  told(sentence_of(results, find_row("relative_error_rms", {"dot.fraction_bits > 12"})));
}

// The table has a verdict of each point that is asked.
TEST(Find, TheTableHasVerdicts) {
  Results results = results_with_intervals(0.2);
  EXPECT_EQ(to_csv(results).find("verdict"), std::string::npos);
  results.study.find = find_row("area", {"relative_error_rms <= 0.22", "k = 128"});
  const std::string table = to_csv(results);
  EXPECT_TRUE(table.substr(0, table.find('\n')).ends_with(",verdict"));
  std::vector<std::string> verdicts;
  for (std::size_t at = table.find('\n') + 1; at < table.size(); at = table.find('\n', at) + 1) {
    const std::string line = table.substr(at, table.find('\n', at) - at);
    verdicts.push_back(line.substr(line.rfind(',') + 1));
  }
  EXPECT_EQ(verdicts, (std::vector<std::string>{"", "missed", "", "undecided", "", "undecided", "",
                                                "met", "", "met", "", "met"}));
}

// 0 stands for never, or for what the unit has; and no field goes on beyond its range.
TEST(Find, NothingLiesBeyondAZeroThatIsNoNumber) {
  Told told;
  Results results = results_by_hand();
  const auto put = [&](const std::string& name, const std::vector<std::int64_t>& values) {
    results.study.axes[0].name = name;
    results.study.axes[0].given = std::vector<AxisValue>(values.begin(), values.end());
    for (std::size_t i = 0; i < results.points.size(); ++i)
      results.points[i].axes[0] = {name, values[i / 4]};
    return sentence_of(results, find_row("area", {}));
  };
  told(put("gemm.promote_k", {0, 64, 128}));
  told(put("fp8gemm.promote_k", {0, 64, 128}));
  told(put("gemm.promote_k", {32, 64, 128}));
  // The 0 is no end of the others, either.
  told(put("gemm.promote_k", {256, 0, 128}));
  told(put("dot.fraction_bits", {0, 1, 2}));
  told(put("dot.fraction_bits", {1, 2, 3}));
}

// Its points are marked on the page, and its x in the pictures.
TEST(Find, IsTheAnswerOfAStudyThatLooks) {
  Told told;
  Results results = results_by_hand();
  results.study.find = find_row("area", {"relative_error_rms <= 0.2"});
  const Answer answer = answer_of(results, shape_of(results));
  EXPECT_EQ(answer.x, 14);
  EXPECT_EQ(answer.series, "toward_zero");
  EXPECT_EQ(answer.points.size(), 6u);  // three designs at two k
  EXPECT_EQ(answer.rule,
            "The choice with the least area of those with relative_error_rms <= 0.2, at every k.");
  results.points.pop_back();
  told(answer_of(results, shape_of(results)).sentence);
}

TEST(FindRow, ReadsConstraints) {
  const Constraint plain = parse_constraint(" delay<=1e3 ");
  EXPECT_EQ(plain.quantity, "delay");
  EXPECT_EQ(plain.bound, Bound::at_most);
  EXPECT_EQ(plain.factor, 1000);
  EXPECT_EQ(plain.other, "");
  const Constraint ratio = parse_constraint("relative_error_rms > 0.1 * dot.fraction_bits");
  EXPECT_EQ(ratio.bound, Bound::above);
  EXPECT_EQ(ratio.factor, 0.1);
  EXPECT_EQ(ratio.other, "dot.fraction_bits");
  EXPECT_EQ(parse_constraint("overflows = 0").bound, Bound::equal);
  EXPECT_EQ(parse_constraint("snr >= ulps").other, "ulps");
  for (const char* text : {"", "area", "area <", "< 3", "area <= 3 4", "area <= x * 3", "a b < 3",
                           "area == 3", "area <= 1e999", "area <= 2 *", "area < > 3"})
    EXPECT_THROW(parse_constraint(text), InputError) << text;
}

TEST(FindRow, KnowsTheQuantitiesOfTheStudy) {
  Told told;
  const Study study = parse_study(kStudy, "study.toml");
  for (const char* name :
       {"area", "gates_per_lane", "relative_error_max", "dot.fraction_bits", "lanes", "latency"})
    EXPECT_EQ(checked_find(study, name, false).quantity, name);
  for (const char* name : {"snr", "aera", "dot.alignment_rounding", "_per_lane", "", "k"})
    EXPECT_THROW(checked_find(study, name, false), InputError) << name;
  EXPECT_NO_THROW(checked_constraint(study, "k <= 64"));
  for (const char* text : {"area <= nan", "aera <= 1", "area <= 2 * snr"})
    EXPECT_THROW(checked_constraint(study, text), InputError) << text;
  const auto read = [](const std::string& find) {
    parse_study(std::string(kStudy) + "[find]\n" + find, "s.toml");
  };
  EXPECT_NO_THROW(read("least = \"area\"\nwhere = [\"delay <= 1000\"]"));
  for (const char* find : {"least = \"area\"\nmost = \"k\"", "least = \"aera\"",
                           "least = \"area\"\nwhere = [\"area 3\"]"})
    told.refusal<InputError>([&] { read(find); });
}

}  // namespace
}  // namespace mmasc
