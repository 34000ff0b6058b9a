// SPDX-License-Identifier: Apache-2.0
// The design that a study looks for, among results made by hand.
#include "mmasc/report/find.h"

#include <gtest/gtest.h>

#include "mmasc/unit/error.h"
#include "report/results_by_hand.h"

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
  const Results results = results_by_hand();
  EXPECT_EQ(sentence_of(results, find_row("area", {"relative_error_rms <= 0.2"})),
            "toward_zero, dot.fraction_bits = 14 has the least area: 1400 (its cost is estimated); "
            "nearest_even, dot.fraction_bits = 13 is next with 1450; toward_zero, "
            "dot.fraction_bits = 13 would have 1300, but relative_error_rms is 0.256 at k = 128, "
            "not <= 0.2.");
  EXPECT_EQ(sentence_of(results, find_row("relative_error_rms", {"area < 1400"})),
            "nearest_even, dot.fraction_bits = 12 has the least relative_error_rms: 0.256 (its "
            "cost is estimated); toward_zero, dot.fraction_bits = 13 is next with 0.256; "
            "nearest_even, dot.fraction_bits = 13 would have 0.134, but area is 1450 at k = 64, "
            "not < 1400.");
}

// Of the designs that would be better the one is told that is a step away, not one of another
// rounding that is as narrow; and an end of an axis is told.
TEST(Find, TellsWhatOneStepMoreWouldGive) {
  Results results = results_by_hand();
  const std::string sentence =
      sentence_of(results, find_row("dot.fraction_bits", {"relative_error_rms <= 0.2"}));
  EXPECT_NE(sentence.find("; nearest_even, dot.fraction_bits = 12 would have 12, but"),
            std::string::npos)
      << sentence;
  EXPECT_EQ(sentence.find("tried"), std::string::npos) << sentence;
  const std::string at_end =
      sentence_of(results, find_row("dot.fraction_bits", {"relative_error_rms <= 1"}));
  EXPECT_TRUE(at_end.ends_with(
      "; dot.fraction_bits = 12 is the least tried, and one beyond it may be better."))
      << at_end;
}

// Of a measure that is best near zero the least is the one nearest to it.
TEST(Find, TakesTheNearestToZeroOfASignedMeasure) {
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
  const std::string sentence = sentence_of(results, find_row("bias", {}));
  EXPECT_NE(sentence.find("dot.fraction_bits = 13 has the least bias: 0.1"), std::string::npos)
      << sentence;
}

TEST(Find, TakesQuantitiesOfOtherQuantitiesAndTheMost) {
  const Results results = results_by_hand();
  EXPECT_EQ(sentence_of(results, find_row("dot.fraction_bits",
                                          {"relative_error_rms <= 0.3 * ulps", "ulps = 0.5"})),
            "nearest_even, dot.fraction_bits = 13 has the least dot.fraction_bits: 13; "
            "toward_zero, dot.fraction_bits = 14 is next with 14; nearest_even, dot.fraction_bits "
            "= 12 would have 12, but relative_error_rms is 0.256 at k = 128, not <= 0.3 * ulps = "
            "0.15.");
  EXPECT_TRUE(sentence_of(results, find_row("area", {"delay <= 900"}, true))
                  .starts_with("nearest_even, dot.fraction_bits = 14 has the most area: 1550"));
}

TEST(Find, DividesByLanes) {
  Results results = results_by_hand();
  EXPECT_EQ(quantity_of(results.points[0], "area_per_lane"), std::nullopt);
  results.points[0].widths.emplace_back("lanes", 32);
  EXPECT_EQ(quantity_of(results.points[0], "area_per_lane"), 1200.0 / 32);
}

TEST(Find, SaysWhichCostsAreExtrapolated) {
  Results results = results_by_hand();
  for (PointResult& point : results.points) point.cost->numbers.emplace_back("extrapolated", 1);
  EXPECT_NE(sentence_of(results, find_row("area", {})).find("1200 (its cost is extrapolated)"),
            std::string::npos);
  for (PointResult& point : results.points) point.cost->kind = "synthesis";
  EXPECT_EQ(sentence_of(results, find_row("area", {})).find("extrapolated"), std::string::npos);
}

// A value that does not exist meets nothing.
TEST(Find, SaysWhatTheNearestLacks) {
  Results results = results_by_hand();
  EXPECT_EQ(sentence_of(results, find_row("area", {"relative_error_rms <= 0.01", "delay < 1000"})),
            "No choice of this study meets all constraints; of toward_zero, dot.fraction_bits = "
            "12, which meets most, relative_error_rms is 0.256 at k = 64, not <= 0.01.");
  for (PointResult& point : results.points) point.measures[0].value.reset();
  EXPECT_NE(sentence_of(results, find_row("area", {"relative_error_rms <= 1"})).find("is none at"),
            std::string::npos);
}

// A ratio to no noise has no value, and is the best there is.
TEST(Find, NoErrorIsTheBest) {
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    point.measures[0] = {.name = "snr", .value = {}, .samples = 4, .interval = {}, .histogram = {}};
    if (std::get<std::int64_t>(point.axes[0].second) < 14) point.measures[0].value = 40;
  }
  EXPECT_TRUE(sentence_of(results, find_row("snr", {}, true))
                  .starts_with("toward_zero, dot.fraction_bits = 14 has the most snr: without any "
                               "error; nearest_even, dot.fraction_bits = 14 is next"))
      << sentence_of(results, find_row("snr", {}, true));
  EXPECT_TRUE(sentence_of(results, find_row("area", {"snr >= 100"}))
                  .starts_with("toward_zero, dot.fraction_bits = 14 has the least area: 1400"));
}

// The error of the results that are left is no reason to recommend a design that loses the others.
TEST(Find, LostResultsCountBeforeTheError) {
  Results results = results_by_hand();
  for (PointResult& point : results.points)
    if (std::get<std::int64_t>(point.axes[0].second) == 14) point.measures[0].left_out = 248;
  const std::string sentence = sentence_of(results, find_row("relative_error_rms", {}));
  EXPECT_EQ(sentence,
            "nearest_even, dot.fraction_bits = 13 has the least relative_error_rms: 0.134; "
            "nearest_even, dot.fraction_bits = 12 is next with 0.256.");
  EXPECT_NE(sentence_of(results, find_row("relative_error_rms", {"dot.fraction_bits > 13"}))
                .find("0.128 (248 results infinite or NaN)"),
            std::string::npos);
}

// Designs of other operands are no better and no worse, but where costs alone decide.
TEST(Find, ComparesOnTheSameOperands) {
  Results results = results_by_hand();
  for (PointResult& point : results.points)
    point.operands = std::get<std::string>(point.axes[1].second) == "toward_zero" ? "other" : "one";
  EXPECT_EQ(sentence_of(results, find_row("area", {"relative_error_rms <= 0.2"})),
            "toward_zero, dot.fraction_bits = 14 has the least area: 1400 (its cost is estimated); "
            "toward_zero, dot.fraction_bits = 13 would have 1300, but relative_error_rms is 0.256 "
            "at k = 128, not <= 0.2. On other operands, nearest_even, dot.fraction_bits = 13 has "
            "the least area: 1450 (its cost is estimated); nearest_even, dot.fraction_bits = 14 is "
            "next with 1550; nearest_even, dot.fraction_bits = 12 would have 1350, but "
            "relative_error_rms is 0.256 at k = 128, not <= 0.2.");
  EXPECT_TRUE(sentence_of(results, find_row("area", {"delay < 1000"}))
                  .starts_with("toward_zero, dot.fraction_bits = 12 has the least area: 1200 (its "
                               "cost is estimated); toward_zero, dot.fraction_bits = 13 is next"));
}

// A bound on a condition takes points away, not designs.
TEST(Find, ConditionsSayWhichPointsAreAsked) {
  const Results results = results_by_hand();
  const FindRow find = find_row("area", {"relative_error_rms <= 0.2", "k <= 64"});
  EXPECT_TRUE(sentence_of(results, find)
                  .starts_with("toward_zero, dot.fraction_bits = 13 has the least area: 1300"));
  EXPECT_EQ(found_design(results, shape_of(results), find).rule,
            "The choice with the least area of those with relative_error_rms <= 0.2, where k <= "
            "64, at every k.");
  EXPECT_EQ(sentence_of(results, find_row("area", {"k > 128"})),
            "No point of this study has k > 128.");
}

// Its points are marked on the page, and its x in the pictures.
TEST(Find, IsTheAnswerOfAStudyThatLooks) {
  Results results = results_by_hand();
  results.study.find = find_row("area", {"relative_error_rms <= 0.2"});
  const Answer answer = answer_of(results, shape_of(results));
  EXPECT_EQ(answer.x, 14);
  EXPECT_EQ(answer.series, "toward_zero");
  EXPECT_EQ(answer.points.size(), 6u);  // three designs at two k
  EXPECT_EQ(answer.rule,
            "The choice with the least area of those with relative_error_rms <= 0.2, at every k.");
  results.points.pop_back();
  EXPECT_TRUE(answer_of(results, shape_of(results)).sentence.starts_with("No answer yet"));
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
  const Study study = parse_study(kStudy, "study.toml");
  for (const char* name :
       {"area", "gates_per_lane", "relative_error_max", "dot.fraction_bits", "lanes", "latency"})
    EXPECT_EQ(checked_find(study, name, false).quantity, name);
  for (const char* name : {"snr", "aera", "dot.alignment_rounding", "_per_lane", "", "k"})
    EXPECT_THROW(checked_find(study, name, false), InputError) << name;
  EXPECT_NO_THROW(checked_constraint(study, "k <= 64"));
  for (const char* text : {"area <= nan", "aera <= 1", "area <= 2 * snr"})
    EXPECT_THROW(checked_constraint(study, text), InputError) << text;
  const auto refusal = [](std::string_view find) {
    try {
      parse_study(std::string(kStudy) + "[find]\n" + std::string(find), "s.toml");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(refusal("least = \"area\"\nwhere = [\"delay <= 1000\"]"), "none");
  EXPECT_TRUE(refusal("least = \"area\"\nmost = \"k\"").starts_with("s.toml:14: find"))
      << refusal("least = \"area\"\nmost = \"k\"");
  EXPECT_NE(refusal("least = \"aera\"").find("did you mean \"area\""), std::string::npos)
      << refusal("least = \"aera\"");
  EXPECT_NE(refusal("least = \"area\"\nwhere = [\"area 3\"]").find("is no constraint"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
