// SPDX-License-Identifier: Apache-2.0
// Reports of results made by hand: the answer, the front, which plots there are, the page.
#include "mmasc/report/report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "mmasc/report/answer.h"
#include "mmasc/report/channels.h"
#include "mmasc/report/front.h"
#include "mmasc/report/planned.h"
#include "mmasc/report/plots.h"
#include "mmasc/report/vega.h"
#include "mmasc/sweep/points.h"
#include "pictures/xml.h"
#include "report/results_by_hand.h"
#include "told.h"

namespace mmasc {
namespace {

// Leaves the results that the study gives without its axis of fraction bits, at 12 of them.
void leave_one_width(Results& results) {
  std::erase_if(results.study.axes,
                [](const Axis& axis) { return axis.name == "dot.fraction_bits"; });
  std::erase_if(results.points, [](const PointResult& point) {
    return std::get<std::int64_t>(point.axes[0].second) != 12;
  });
  results.planned = 4;
}

TEST(ParetoFront, HasWhatNothingBeats) {
  EXPECT_EQ(pareto_front({{3, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}),
            (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(pareto_front({{1, 1}, {1, 1}}).size(), 1u);
  EXPECT_TRUE(pareto_front({}).empty());
}

TEST(Answer, IsTheSmallestWidthThatSuffices) {
  Told told;
  const Results results = results_by_hand();
  const ReportShape shape = shape_of(results);
  ASSERT_TRUE(shape.x);
  EXPECT_EQ(*shape.x, "dot.fraction_bits");
  const Answer answer = answer_of(results, shape);
  // Nearest even is within 5 % at 13 bits; truncation needs 14, and is smaller even so.
  told(answer.sentence);
  EXPECT_EQ(answer.points.size(), 4u);
  EXPECT_NE(answer.rule.find("within 10 %"), std::string::npos);
}

TEST(Answer, SaysWhatDoesNotGetThere) {
  Told told;
  Results results = results_by_hand();
  std::erase_if(results.points, [](const PointResult& point) {
    return std::get<std::int64_t>(point.axes[0].second) == 14;
  });
  results.planned = 8;
  const Answer answer = answer_of(results, shape_of(results));
  told(answer.sentence);
}

TEST(Answer, WithoutAWidthIsTheLeastError) {
  Told told;
  Results results = results_by_hand();
  leave_one_width(results);
  const Answer answer = answer_of(results, shape_of(results));
  told(answer.sentence);
}

// The same points with one measure each, as `value` has it of a point; told without the study's y.
template <class F>
Results measured(std::string_view name, F value) {
  Results results = results_by_hand();
  results.study.plot.y.clear();
  for (PointResult& point : results.points) {
    MeasureResult measure;
    measure.name = name;
    measure.samples = 16;
    value(std::get<std::int64_t>(point.axes[0].second),
          std::get<std::string>(point.axes[1].second) == "toward_zero", measure);
    point.measures = {measure};
  }
  return results;
}
std::string sentence_of(const Results& results) {
  return answer_of(results, shape_of(results)).sentence;
}

// A measure's meaning stands in its row: whatever is measured alone is told.
TEST(Answer, IsOfAnyMeasure) {
  std::set<int> ranks;
  for (const MeasureRow& row : kMeasures) {
    const double sign = row.better == Better::more ? 1 : -1;
    const Results results = measured(row.name, [&](auto bits, bool, MeasureResult& measure) {
      measure.value = 100 + 20 * sign * static_cast<double>(bits - 13);
    });
    const std::string sentence = sentence_of(results);
    EXPECT_TRUE(sentence.starts_with(
        "dot.fraction_bits = 14 suffices with toward_zero: " + std::string(row.words) + " "))
        << sentence;
    EXPECT_TRUE(ranks.insert(row.telling).second) << row.name;
  }
}

// A count of 0 everywhere says less than an error does.
TEST(Answer, IsOfTheMostTellingMeasure) {
  Told told;
  Results results = measured("row_error_rms", [](auto bits, bool, MeasureResult& measure) {
    measure.value = 1.0 / static_cast<double>(bits);
  });
  for (PointResult& point : results.points) {
    point.measures.insert(point.measures.begin(), point.measures.front());
    point.measures.front().name = "overflows";
    point.measures.front().value = 0;
  }
  told(sentence_of(results));
}

// 10 % of the amplitude are 0.83 dB, of the power they would be 0.41.
TEST(Answer, OfDecibelsIsOfTheAmplitude) {
  Told told;
  const auto at = [](double of_13) {
    return sentence_of(measured("snr", [&](auto bits, bool, MeasureResult& measure) {
      measure.value = bits == 14 ? 100 : bits == 13 ? of_13 : 90;
    }));
  };
  told(at(99.3));
  told(at(99.1));
}

// The error of the results that are left is no reason to recommend a design that loses the others.
TEST(Answer, DoesNotRecommendWhatOverflows) {
  Told told;
  Results results =
      measured("relative_error_rms", [](auto bits, bool truncates, MeasureResult& measure) {
        measure.value = truncates ? 1e-9 : 1e-3 * static_cast<double>(16 - bits);
        measure.left_out = truncates ? 893 : 0;
      });
  told(sentence_of(results));
  const auto data = report_data(results, shape_of(results), {});
  for (const auto& point : data["points"])
    EXPECT_FALSE(point["front_area"].get<bool>() && point["s"] == "toward_zero");

  leave_one_width(results);
  told(sentence_of(results));
  for (PointResult& point : results.points)
    if (point.measures[0].left_out > 0) point.measures[0].value.reset();
  told(sentence_of(results));
}

// A ratio to no noise has no value, and is the best there is.
TEST(Answer, WithoutAnyErrorIsTheBest) {
  Told told;
  const Results results = measured("snr", [](auto bits, bool truncates, MeasureResult& measure) {
    if (truncates || bits < 14) measure.value = 140;
  });
  told(sentence_of(results));
}

TEST(Answer, WaitsForAllPoints) {
  Told told;
  Results results = results_by_hand();
  results.points.resize(1);
  const Answer answer = answer_of(results, shape_of(results));
  told(answer.sentence);
  EXPECT_TRUE(answer.points.empty() && !answer.x);
}

// Designs of other operands, as of another workload or format, are no better and no worse.
TEST(Answer, ComparesWhereOperandsAreTheSame) {
  Told told;
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    const bool is_other = std::get<std::string>(point.axes[1].second) == "toward_zero";
    point.operands = is_other ? "other" : "one";
    if (is_other) *point.measures[0].value /= 1000;
  }
  told(sentence_of(results));
  const auto data = report_data(results, shape_of(results), {});
  std::set<std::string> on_front;
  for (const auto& point : data["points"])
    if (point["front_area"].get<bool>()) on_front.insert(point["o"].get<std::string>());
  EXPECT_EQ(on_front, (std::set<std::string>{"one", "other"}));
  const ReportShape shape = shape_of(results);
  for (const ReportPlot& plot : report_plots(results, shape, answer_of(results, shape), {}))
    if (plot.id == "front-area") {
      EXPECT_EQ(plot.spec["layer"][0]["encoding"]["detail"]["field"], "o");
    }

  leave_one_width(results);
  told(sentence_of(results));
}

// 0 of an interval is "never": no place on the axis, and no width.
TEST(Plots, AZeroThatIsNoNumberIsALevel) {
  Results results = results_by_hand();
  results.study.axes[0].name = "gemm.promote_k";
  results.study.axes[0].given = std::vector<AxisValue>{0, 32, 1024};
  for (PointResult& point : results.points) {
    auto& [name, value] = point.axes[0];
    name = "gemm.promote_k";
    const auto bits = std::get<std::int64_t>(value);
    value = std::int64_t{bits == 12 ? 0 : bits == 13 ? 32 : 1024};
  }
  const ReportShape shape = shape_of(results);
  const ReportPlot plot = report_plots(results, shape, answer_of(results, shape), {})[0];
  EXPECT_EQ(plot.id, "relative_error_rms-against-x");
  const auto& layers = plot.spec["spec"]["layer"];
  for (const int i : {0, 1}) EXPECT_EQ(layers[i]["transform"][0]["filter"], "datum.x != 0");
  const auto& level = layers.back();
  EXPECT_EQ(level["mark"]["type"], "rule");
  EXPECT_EQ(level["transform"][0]["filter"], "datum.x == 0");
  EXPECT_FALSE(level["encoding"].contains("x"));
  // The choice has no ring there, but a broad level.
  for (std::size_t i = 2; i + 1 < layers.size(); ++i)
    EXPECT_EQ(layers[i]["transform"][0]["filter"],
              layers[i]["encoding"].contains("x") ? "datum.x != 0" : "datum.x == 0");
  EXPECT_EQ(layers[layers.size() - 2]["mark"]["strokeWidth"], 5);
  EXPECT_EQ(layers[0]["encoding"]["x"]["scale"]["type"], "log");  // 32 to 1,024
  EXPECT_NE(plot.caption.find("gemm.promote_k = 0, never"), std::string::npos);
  EXPECT_NE(sentence_of(results).find("gemm.promote_k = 0 (never)"), std::string::npos)
      << sentence_of(results);

  results.study.axes[0].name = "dgemm.slice_bits";  // a width, but for its 0
  for (PointResult& point : results.points) {
    point.axes[0].first = "dgemm.slice_bits";
    *point.measures[0].value = 1;
  }
  EXPECT_TRUE(sentence_of(results).starts_with("dgemm.slice_bits = 32 suffices"))
      << sentence_of(results);
}

TEST(Plots, FollowFromTheAxes) {
  Results results = results_by_hand();
  const auto ids = [&] {
    std::vector<std::string> all;
    const ReportShape shape = shape_of(results);
    for (const ReportPlot& plot : report_plots(results, shape, answer_of(results, shape), {}))
      all.push_back(plot.id);
    return all;
  };
  EXPECT_EQ(ids(), (std::vector<std::string>{"relative_error_rms-against-x",
                                             "relative_error_rms-against-k", "front-area",
                                             "front-delay", "histogram-ulps"}));
  std::erase_if(results.study.axes, [](const Axis& axis) { return axis.name == "k"; });
  for (PointResult& point : results.points) point.cost.reset(), point.measures.pop_back();
  EXPECT_EQ(ids(), (std::vector<std::string>{"relative_error_rms-against-x"}));
}

using Axes = std::vector<std::string>;

TEST(Channels, FollowTheStudysSeriesAndFacet) {
  Results results = results_by_hand();
  const auto channels = [&](const std::string& x, OtherConditions others) {
    return channels_of(shape_of(results), x, others);
  };
  const std::string bits = "dot.fraction_bits", rounding = "dot.alignment_rounding";
  const PlotChannels own = channels(bits, OtherConditions::panels);
  EXPECT_EQ(own.colours, Axes{rounding});
  EXPECT_EQ(own.panels, Axes{"k"});
  EXPECT_TRUE(own.dashes.empty() && own.chosen.empty());

  results.study.plot.series = "k";
  const PlotChannels series = channels(bits, OtherConditions::panels);
  EXPECT_EQ(series.colours, Axes{"k"});
  EXPECT_EQ(series.dashes, Axes{rounding});
  EXPECT_TRUE(series.panels.empty() && series.chosen.empty());

  results.study.plot.series = "";
  results.study.plot.facet = rounding;
  const PlotChannels facet = channels(bits, OtherConditions::panels);
  EXPECT_EQ(facet.panels, Axes{rounding});
  EXPECT_TRUE(facet.colours.empty());
  EXPECT_EQ(facet.chosen, Axes{"k"});

  results.study.plot.series = bits;  // a width as colours: against k
  const PlotChannels across = channels("k", OtherConditions::lines);
  EXPECT_EQ(across.colours, Axes{bits});
  EXPECT_EQ(across.panels, Axes{rounding});
  EXPECT_TRUE(channels(bits, OtherConditions::panels).colours.empty());  // it is the x there
}

TEST(Channels, LabelsAreThoseOfTheExpression) {
  const Results results = results_by_hand();
  EXPECT_EQ(labels_of(results, {"dot.alignment_rounding", "k"}, false),
            (Axes{"toward_zero, k = 64", "toward_zero, k = 128", "nearest_even, k = 64",
                  "nearest_even, k = 128"}));
  EXPECT_EQ(
      labels_of(results, {"dot.alignment_rounding"}, true),
      (Axes{"dot.alignment_rounding = toward_zero", "dot.alignment_rounding = nearest_even"}));
  EXPECT_EQ(label_expression({"a", "k"}, true),
            "'a = ' + datum.axes['a'] + ', ' + 'k = ' + datum.axes['k']");
  EXPECT_EQ(label_expression({}, false), "''");
}

TEST(Plots, AreShapedByTheStudy) {
  Results results = results_by_hand();
  const auto plots = [&] {
    const ReportShape shape = shape_of(results);
    return report_plots(results, shape, answer_of(results, shape), {});
  };
  EXPECT_EQ(plots()[0].spec["facet"]["sort"], (Axes{"k = 64", "k = 128"}));
  results.study.plot = {"k", "dot.fraction_bits", "dot.alignment_rounding", {}};
  const ReportPlot first = plots()[0];
  EXPECT_EQ(first.x, "k");
  EXPECT_EQ(first.spec["facet"]["sort"], (Axes{"dot.alignment_rounding = toward_zero",
                                               "dot.alignment_rounding = nearest_even"}));
  EXPECT_EQ(first.spec["spec"]["layer"][1]["encoding"]["color"]["scale"]["domain"],
            (Axes{"dot.fraction_bits = 12", "dot.fraction_bits = 13", "dot.fraction_bits = 14"}));
  EXPECT_EQ(first.spec["params"].size(), 1u);  // nothing is left for the reader to set
  results.study.plot.x = "area";
  EXPECT_EQ(plots()[0].id, "front-area");
}

TEST(Plots, WideAxesAreLogarithmic) {
  Results results = results_by_hand();
  const auto scale = [&] {
    const ReportShape shape = shape_of(results);
    return report_plots(results, shape, answer_of(results, shape), {})[0]
        .spec["spec"]["layer"][0]["encoding"]["x"]["scale"];
  };
  EXPECT_FALSE(scale().contains("type"));
  results.study.axes[0].given = std::vector<AxisValue>{1, 4, 16};
  EXPECT_EQ(scale()["type"], "log");
}

TEST(Plots, OfChoicesHaveAPanelForEachCondition) {
  Results results = results_by_hand();
  results.study.axes.erase(results.study.axes.begin());
  results.study.axes.back().name = "inputs.a";
  results.study.plot.facet = "inputs.a";
  for (PointResult& point : results.points) point.axes.back().first = "inputs.a";
  const ReportShape shape = shape_of(results);
  const ReportPlot plot = report_plots(results, shape, answer_of(results, shape), {})[0];
  EXPECT_EQ(plot.id, "relative_error_rms-by-choice");
  EXPECT_EQ(plot.spec["facet"]["sort"], (Axes{"inputs.a = 64", "inputs.a = 128"}));
}

TEST(Shape, VariantsOfOperandsAreConditions) {
  const auto conditions = [](const std::string& field) {
    const std::string text =
        "question = \"q\"\nunit = \"u\"\n[variant.x]\n\"inputs.a\" = \"normal\"\n"
        "[variant.y]\n\"" +
        field + "\" = \"zero\"\n[axes]\nk = 64\n";
    return shape_of({parse_study(text, "study.toml"), {}, 2}).conditions;
  };
  EXPECT_EQ(conditions("inputs.b"), Axes{"variant"});
  EXPECT_EQ(conditions("result.rounding"), Axes{});
}

// The results with so many choices in the place of the roundings.
Results results_of_choices(int count) {
  Results results = results_by_hand();
  const std::vector<PointResult> points = results.points;
  results.points.clear();
  std::vector<AxisValue> names;
  for (int i = 0; i < count; ++i) {
    names.emplace_back("choice_" + std::to_string(i));
    for (PointResult point : points) {
      if (std::get<std::string>(point.axes[1].second) == "toward_zero") continue;
      point.axes[1].second = names.back();
      point.index = static_cast<std::int64_t>(results.points.size());
      results.points.push_back(std::move(point));
    }
  }
  results.study.axes[1].given = names;
  results.planned = static_cast<std::int64_t>(results.points.size());
  return results;
}

std::vector<ReportPlot> plots_of(const Results& results) {
  const ReportShape shape = shape_of(results);
  return report_plots(results, shape, answer_of(results, shape), {});
}

TEST(Plots, NoTwoChoicesLookAlike) {
  const Results results = results_of_choices(60);
  const std::string page = make_report(results, {}, {}, {}).html;
  const auto from = page.find("category: ["), to = page.find(']', from);
  const auto colours =
      static_cast<std::size_t>(std::ranges::count(page.substr(from, to - from), '#'));
  ASSERT_EQ(colours, 12U);
  for (const ReportPlot& plot : plots_of(results)) {
    if (!plot.id.ends_with("-against-x") && plot.id != "front-area") continue;
    const auto& layers =
        plot.spec.contains("spec") ? plot.spec["spec"]["layer"] : plot.spec["layer"];
    const auto& encoding = layers[1]["encoding"];
    const auto& shapes = encoding["shape"]["scale"]["range"];
    EXPECT_EQ(std::set<std::string>(shapes.begin(), shapes.end()).size(), shapes.size());
    const std::size_t choices = encoding["color"]["scale"]["domain"].size();
    EXPECT_EQ(choices, 60U);
    std::set<std::pair<std::size_t, std::size_t>> looks;
    for (std::size_t i = 0; i < choices; ++i) looks.emplace(i % colours, i % shapes.size());
    EXPECT_EQ(looks.size(), choices) << plot.id;
    // One legend has both.
    EXPECT_EQ(encoding["shape"]["legend"], encoding["color"]["legend"]);
    EXPECT_EQ(encoding["shape"]["scale"]["domain"], encoding["color"]["scale"]["domain"]);
  }
}

// Beside colours of their own, further choices have shapes alone.
TEST(Plots, SayWhereShapesRepeat) {
  for (const int choices : {25, 26}) {
    Results results = results_of_choices(choices);
    results.study.plot.series = "k";
    const ReportPlot plot = plots_of(results).front();
    const auto& points = plot.spec["layer"][1]["encoding"];
    EXPECT_EQ(points["shape"]["scale"]["domain"].size(), static_cast<std::size_t>(choices));
    EXPECT_EQ(points["shape"]["legend"]["orient"], "bottom");
    const auto& lines = plot.spec["layer"][0]["encoding"]["strokeDash"];
    EXPECT_TRUE(lines["legend"].is_null());
    EXPECT_FALSE(lines.contains("scale"));  // one domain would be one legend, or none
    EXPECT_EQ(plot.caption.find("Shapes repeat after 25 choices") != std::string::npos,
              choices == 26);
  }
}

// 0.26 may be kept by 13 bits and truncation, or not: 14 bits are chosen.
TEST(Plots, MarkTheBoundsAndTheChoice) {
  Results results = results_by_hand();
  for (PointResult& point : results.points) {
    const double error = *point.measures[0].value;
    point.measures[0].interval = {0.8 * error, 1.2 * error};
  }
  results.study.find = {"area", false, {}};
  for (const char* text : {"relative_error_rms <= 0.26", "delay <= 1000", "k = 128"})
    results.study.find.where.push_back(parse_constraint(text));
  const auto data = report_data(results, shape_of(results), {});
  EXPECT_EQ(data["points"][0]["bound_0"], 0.26);
  EXPECT_EQ(data["points"][0]["bound_1"], 1000);
  EXPECT_EQ(data["points"][0]["relative_error_rms_low"],
            results.points[0].measures[0].interval->low);
  // Rules by axis and field, and rings by their points, dashed or not.
  const auto marks_of = [](const ReportPlot& plot) {
    std::vector<std::string> marks;
    for (const auto& layer :
         plot.spec.contains("spec") ? plot.spec["spec"]["layer"] : plot.spec["layer"]) {
      const auto& mark = layer["mark"];
      const auto& encoding = layer["encoding"];
      if (mark["type"] == "rule")
        for (const char* axis : {"x", "y"})
          if (encoding.contains(axis) &&
              encoding[axis]["field"].get<std::string>().starts_with("bound"))
            marks.push_back(axis + (": " + encoding[axis]["field"].get<std::string>()));
      if (mark["type"] != "point" || !mark.contains("shape") || mark["shape"] != "circle") continue;
      std::string ring = mark.contains("strokeDash") ? "dashed" : "ring";
      for (const auto& index : layer["transform"].back()["filter"]["oneOf"])
        ring += " " + index.dump();
      marks.push_back(ring);
    }
    return marks;
  };
  const std::vector<std::string> rings{"ring 9", "dashed 5 3"};
  const auto with = [&](std::vector<std::string> bounds) {
    bounds.insert(bounds.end(), rings.begin(), rings.end());
    return bounds;
  };
  for (const ReportPlot& plot : plots_of(results)) {
    if (plot.id == "histogram-ulps") continue;
    EXPECT_EQ(marks_of(plot),
              with(plot.id == "front-delay" ? std::vector<std::string>{"y: bound_0", "x: bound_1"}
                                            : std::vector<std::string>{"y: bound_0"}))
        << plot.id;
    EXPECT_NE(plot.caption.find("relative_error_rms <= 0.26"), std::string::npos) << plot.caption;
    EXPECT_NE(plot.caption.find("Dashed rings are undecided."), std::string::npos);
  }
}

TEST(Plots, HaveTheirData) {
  const Results results = results_by_hand();
  const auto data = report_data(results, shape_of(results), {{{"own"}, results.points.front()}});
  EXPECT_EQ(data["points"].size(), 12u);
  EXPECT_EQ(data["histograms"].size(), 24u);
  EXPECT_EQ(data["gpus"].size(), 1u);
  EXPECT_GT(data["gpus"][0]["label_area"]["dx"], 0);
  EXPECT_EQ(data["gpus"][0]["label_area"]["dy"], 0);
  EXPECT_EQ(data["points"][0]["s"], "toward_zero");
  EXPECT_EQ(data["points"][0]["x"], 12);
  EXPECT_EQ(data["points"][0]["axes"]["k"], 64);
  int on_front = 0;
  for (const auto& point : data["points"])
    if (point["c"] == "k = 64" && point["front_area"].get<bool>()) ++on_front;
  EXPECT_EQ(on_front, 3);  // truncation at 12, 13 and 14; nearest even is larger and no better
}

TEST(Page, HoldsEveryPointAndNoNetwork) {
  const Results results = results_by_hand();
  const ReportPage page =
      make_report(results, plan_again(results), {}, {"DIR", "mmasc 0", "mmasc report DIR", {}});
  EXPECT_NE(page.html.find("<h1>Which &lt;bits&gt; &amp; why?</h1>"), std::string::npos);
  EXPECT_EQ(testing::count_of(page.html, "<tr data-i="), 12);
  EXPECT_EQ(testing::count_of(page.html, "<svg xmlns"), 6);  // each unit once
  for (const char* fetched : {"src=\"http", "href=\"http", "url(http", "@import"})
    EXPECT_EQ(page.html.find(fetched), std::string::npos) << fetched;
  if (vega_scripts().empty()) {
    EXPECT_EQ(page.plots, 0);
    EXPECT_NE(page.html.find("No plots: this mmasc was built without vega-lite"),
              std::string::npos);
  } else {
    EXPECT_EQ(page.plots, 5);
    EXPECT_NE(page.html.find("BSD-3-Clause"), std::string::npos);
    EXPECT_EQ(page.html.find("No plots"), std::string::npos);
  }
}

TEST(Page, SaysHowCostsWereFound) {
  Results results = results_by_hand();
  const auto page = [&] { return make_report(results, plan_again(results), {}, {}).html; };
  for (PointResult& point : results.points)
    point.cost->numbers.insert(point.cost->numbers.end(),
                               {{"area_rms", 0.021}, {"area_worst", 0.04}});
  EXPECT_NE(
      page().find("estimated with the cells of cells.lib by Yosys 1: against synthesis off by "
                  "2.1 % RMS and at most 4.0 % in area"),
      std::string::npos);
  results.points[1].cost->numbers.emplace_back("additions_area", 127105);
  EXPECT_NE(page().find("by Yosys 1; with the additions behind a unit, of a late c and of partial "
                        "sums, of 127105 um2: against"),
            std::string::npos);
  results.points[0].cost->numbers = {{"area", 1200}, {"delay", 900}, {"extrapolated", 1}};
  EXPECT_NE(page().find("with an error that is not known: 1 of the points"), std::string::npos);

  results.study.cost = CostSource::synthesis;
  for (PointResult& point : results.points) {
    const double area = 100.0 + static_cast<double>(point.index);
    point.cost->kind = "synthesis";
    point.cost->numbers = {{"area", area},
                           {"delay", 900},
                           {"estimated_area", area * (point.index == 3 ? 0.9 : 1.02)},
                           {"estimated_delay", 990}};
  }
  EXPECT_NE(
      page().find("synthesised with the cells of cells.lib by Yosys 1, recipe area; mmasc cost "
                  "--estimate is off by 2.0 % (median) and 10.0 % (worst) in area, 10.0 % "
                  "(median) and 10.0 % (worst) in delay, of 12 units"),
      std::string::npos);
  if (!vega_scripts().empty()) {
    EXPECT_NE(page().find("area of one unit (um2, synthesised)"), std::string::npos);
  }
}

TEST(Page, SaysWhatIsMissing) {
  Results results = results_by_hand();
  results.points.resize(5);
  const std::string half = make_report(results, plan_again(results), {}, {}).html;
  EXPECT_NE(half.find("5 of 12 points are done"), std::string::npos);
  results.points.clear();
  const std::string none = make_report(results, plan_again(results), {}, {}).html;
  EXPECT_NE(none.find("No answer yet: 0 of 12 points are computed"), std::string::npos);
}

TEST(Page, AStudyCannotEndItsScripts) {
  Results results = results_by_hand();
  results.study.question = "</script><script>alert(1)</script>";
  results.points.front().unit = "</script>";
  const std::string html = make_report(results, plan_again(results), {}, {}).html;
  EXPECT_EQ(testing::count_of(html, "<script"), testing::count_of(html, "</script>"));
  EXPECT_EQ(html.find("<script>alert"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
