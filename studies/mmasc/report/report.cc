// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "mmasc/cost/cost.h"
#include "mmasc/presentation/datapath.h"
#include "mmasc/report/answer.h"
#include "mmasc/report/html.h"
#include "mmasc/report/plots.h"
#include "mmasc/report/table.h"
#include "mmasc/report/vega.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/error.h"

namespace mmasc {

std::span<const EmbeddedFile> report_files();

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPictures = 100;

std::string_view page_file(std::string_view name) {
  for (const EmbeddedFile& file : report_files())
    if (file.name == name) return file.text;
  return {};
}

// The units of a study, each drawn once.
struct Pictures {
  struct Picture {
    std::string title, svg;
    bool is_named = false;  // by the answer
  };
  std::vector<Picture> pictures;
  std::map<std::int64_t, int> of_point;
  std::string notice;
};

std::string design_text(const ReportShape& shape, const PointResult& point) {
  std::string text = series_of(shape, point);
  if (const auto x = x_of(shape, point)) text += fmt::format(", {} = {}", *shape.x, *x);
  return text;
}

Pictures draw_units(const Results& results, const PlannedResults& planned, const ReportShape& shape,
                    const Answer& answer) {
  Pictures all;
  all.notice = planned.notice;
  std::map<std::uint64_t, int> known;
  for (const PointResult& result : results.points) {
    const Point* const point = planned.point_of(result);
    if (point == nullptr) continue;
    const PlannedUnit& unit = *point->unit;
    const auto [at, is_new] =
        known.try_emplace(unit.fingerprint, static_cast<int>(all.pictures.size()));
    if (is_new) {
      if (all.pictures.size() == kMostPictures) {
        all.notice = fmt::format("{}{}The first {} units are drawn; mmasc show --svg draws any.",
                                 planned.notice, planned.notice.empty() ? "" : " ", kMostPictures);
        known.erase(at);
        continue;
      }
      all.pictures.push_back({design_text(shape, result), datapath_svg(unit.unit, unit.plan())});
    }
    all.of_point[result.index] = at->second;
    if (std::ranges::find(answer.points, result.index) != answer.points.end())
      all.pictures[static_cast<std::size_t>(at->second)].is_named = true;
  }
  return all;
}

std::string plots_html(const std::vector<ReportPlot>& plots) {
  std::string html;
  for (const ReportPlot& plot : plots)
    html += element("h3", plot.title) + fmt::format("<figure><div id=\"{}\"></div>\n", plot.id) +
            element("figcaption", plot.caption) + "</figure>\n";
  return html;
}

std::string pictures_html(const Pictures& all) {
  std::string html;
  if (!all.notice.empty()) html += element("p", all.notice, "class=\"notice\"");
  bool none_named = std::ranges::none_of(all.pictures, &Pictures::Picture::is_named);
  for (std::size_t i = 0; i < all.pictures.size(); ++i) {
    const auto& [title, svg, is_named] = all.pictures[i];
    const bool open = is_named || none_named;
    none_named = false;  // the first one is shown in any case
    html += fmt::format("<details class=\"unit\" data-unit=\"{}\" data-shown=\"{}\"{}>", i,
                        open ? 1 : 0, open ? " open" : "") +
            element("summary", title) + svg + "</details>\n";
  }
  return html;
}

std::string fact_row(const std::string& name, const std::string& words) {
  return fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", xml_escaped(name), xml_escaped(words));
}

std::string measures_html(const Results& results) {
  std::string html = "<table class=\"facts\">\n";
  for (const MeasureRow& measure : kMeasures)
    if (std::ranges::find(results.study.measures, measure.name) != results.study.measures.end())
      html += fact_row(measure.title(), std::string(measure.what));
  return html + "</table>\n";
}

// How far estimates are from the syntheses beside them, unit by unit, as shares.
struct Deviations {
  std::vector<double> area, delay;
};

Deviations deviations(const Results& results) {
  std::set<std::array<double, 4>> units;
  for (const PointResult& point : results.points) {
    const auto number = [&](const char* name) { return cost_of(point, name).value_or(0); };
    if (cost_of(point, "estimated_area"))
      units.insert(
          {number("area"), number("estimated_area"), number("delay"), number("estimated_delay")});
  }
  Deviations all;
  for (const auto& [area, estimated_area, delay, estimated_delay] : units) {
    all.area.push_back(std::fabs(estimated_area / area - 1));
    all.delay.push_back(std::fabs(estimated_delay / delay - 1));
  }
  return all;
}

std::string estimate_note(const Results& results) {
  const Deviations all = deviations(results);
  if (all.area.empty()) return "";  // of another library or recipe
  const auto text = [](std::vector<double> of) {
    std::ranges::sort(of);
    const double median = (of[(of.size() - 1) / 2] + of[of.size() / 2]) / 2;
    return fmt::format("{:.1f} % (median) and {:.1f} % (worst)", 100 * median, 100 * of.back());
  };
  return fmt::format("; mmasc cost --estimate is off by {} in area, {} in delay, of {} units",
                     text(all.area), text(all.delay), all.area.size());
}

// What additions outside the units take, and which are not counted.
std::string additions_note(const Results& results) {
  std::set<double> areas;
  bool has_slices = false;
  for (const PointResult& point : results.points) {
    if (const auto area = cost_of(point, kAdditionsArea)) areas.insert(*area);
    has_slices = has_slices || !point.slices.empty();
  }
  std::string note;
  if (!areas.empty())
    note += fmt::format(
        "; with the additions behind a unit, of a late c and of partial sums, of {}",
        areas.size() == 1 ? fmt::format("{:.0f} um2", *areas.begin())
                          : fmt::format("{:.0f} to {:.0f} um2", *areas.begin(), *areas.rbegin()));
  if (has_slices) note += "; without the sums of slices outside it";
  return note;
}

// Several where machines with several tools have computed the points.
std::string cost_note(const Results& results) {
  std::set<std::string> notes;
  const PointResult* one = nullptr;
  int extrapolated = 0;
  for (const PointResult& point : results.points) {
    if (!point.cost) continue;
    if (cost_of(point, kExtrapolated))
      ++extrapolated;
    else if (one == nullptr || cost_of(point, "delay_rms") > cost_of(*one, "delay_rms"))
      one = &point;  // of two kinds of units the less sure one
    notes.insert(fmt::format("{} with the cells of {} by {}", cost_word(results.study),
                             point.cost->library, point.cost->tool));
  }
  if (notes.empty()) return "none";
  std::string how = fmt::format("{}", fmt::join(notes, "; ")) + additions_note(results);
  if (extrapolated > 0)
    how += fmt::format(
        "; beyond what estimates are fitted to, with an error that is not known: {} of the points",
        extrapolated);
  if (one == nullptr) return how;
  if (results.study.cost == CostSource::synthesis)
    return how + fmt::format(", recipe {}", name_of(results.study.synthesis.recipe)) +
           estimate_note(results);
  const auto share = [&](const char* name) { return 100 * cost_of(*one, name).value_or(0); };
  return fmt::format(
      "{}: against synthesis off by {:.1f} % RMS and at most {:.1f} % in area, {:.1f} % and {:.1f} "
      "% in delay (mmasc cost)",
      how, share("area_rms"), share("area_worst"), share("delay_rms"), share("delay_worst"));
}

std::string sourced_note(const Results& results) {
  std::set<std::string> notes;
  for (const PointResult& point : results.points)
    if (const auto& sourced = point.cycles.sourced)
      notes.insert(fmt::format("{}: one instruction in {:g} cycles on the GPU as it is ({}; {})",
                               point.unit, sourced->interval, sourced->confidence,
                               sourced->source));
  return fmt::format("{}", fmt::join(notes, "; "));
}

// Says what the platform is, and where its units' cycles are from.
std::string platform_note(const Results& results) {
  std::set<std::string> kinds;
  for (const PointResult& point : results.points)
    if (const auto& platform = point.cycles.platform)
      kinds.insert(platform->is_structural ? "structural, of the units' registers"
                                           : "sourced, of GPUs");
  if (kinds.empty()) return {};
  return fmt::format("{}; cycles of instructions are {} (mmasc platform)", results.study.platform,
                     fmt::join(kinds, ", or "));
}

std::string made_html(const Results& results, const std::vector<GpuPoint>& gpus,
                      const ReportOrigin& origin) {
  const Study& study = results.study;
  std::string html = "<table class=\"facts\">\n";
  html += fact_row("commands",
                   fmt::format("mmasc sweep STUDY.toml -o {}; {}", origin.folder, origin.command));
  html += fact_row("version", origin.version);
  html += fact_row("points", fmt::format("{} of {}", results.points.size(), results.planned));
  html += fact_row("seed", fmt::format("{}; repetitions: {}", study.seed, study.repetitions));
  for (const auto& [name, words] : origin.facts) html += fact_row(name, words);
  html += fact_row("cost", cost_note(results));
  if (std::ranges::any_of(results.points, [](const auto& point) { return point.cost.has_value(); }))
    html += fact_row("delay", std::string(kDelayMeaning));
  html += fact_row("cycles",
                   "latency and cycles of K are structural: of the model's registers, of no GPU");
  if (const std::string platform = platform_note(results); !platform.empty())
    html += fact_row("platform", platform);
  if (const std::string sourced = sourced_note(results); !sourced.empty())
    html += fact_row("sourced cycles", sourced);
  if (!gpus.empty()) {
    std::set<std::string> units;
    for (const GpuPoint& gpu : gpus)
      units.insert(fmt::format("{}: {}", gpu.label(), gpu.result.unit));
    html += fact_row("units of the catalogue", fmt::format("{}", fmt::join(units, "; ")));
  }
  html += "</table>\n";
  return html + element("h3", "The study") + element("pre", study.text);
}

std::string licences_html() {
  if (vega_licences().empty()) return {};
  return "<details class=\"on-screen\"><summary>Plots by vega, vega-lite and vega-embed "
         "(BSD-3-Clause)"
         "</summary>" +
         element("pre", vega_licences()) + "</details>\n";
}

}  // namespace

ReportPage make_report(const Results& results, const PlannedResults& planned,
                       const std::vector<GpuPoint>& gpus, const ReportOrigin& origin) {
  const ReportShape shape = shape_of(results);
  const Answer answer = answer_of(results, shape);
  const Pictures pictures = draw_units(results, planned, shape, answer);
  std::vector<ReportPlot> plots;
  if (!vega_scripts().empty()) plots = report_plots(results, shape, answer, gpus);

  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n";
  html += element("title", results.study.question);
  html += fmt::format("<style>\n{}</style>\n</head>\n<body>\n", page_file("page.css"));
  html += element("h1", results.study.question);
  html += element("p", answer.sentence, "class=\"answer\"");
  if (!answer.rule.empty())
    html += element("p", "How the answer is found: " + answer.rule, "class=\"faint\"");
  if (!results.complete())
    html += element(
        "p",
        fmt::format(
            "The study is not complete: {} of {} points are done. mmasc sweep goes on with it.",
            results.points.size(), results.planned),
        "class=\"notice\"");
  if (vega_scripts().empty())
    html += element(
        "p", "No plots: this mmasc was built without vega-lite, which is fetched when it is built.",
        "class=\"notice\"");
  else
    html += element("p",
                    "Point at a mark for its numbers. A click picks a point in all plots, the "
                    "table and the "
                    "datapaths; with Shift, one more.",
                    "class=\"faint on-screen\"") +
            "<h2>Plots</h2>\n" + plots_html(plots);
  html += "<h2>All points</h2>\n<p class=\"faint\" id=\"picked\"></p>\n" +
          points_table(results, answer, pictures.of_point);
  html += "<h2>Datapaths</h2>\n" + pictures_html(pictures);
  html += "<h2>What was measured</h2>\n" + measures_html(results);
  html += "<h2>How it was made</h2>\n" + made_html(results, gpus, origin) + licences_html();
  if (!plots.empty()) {
    Json specs = Json::array();
    for (const ReportPlot& plot : plots) specs.push_back({{"id", plot.id}, {"spec", plot.spec}});
    html += fmt::format("<script id=\"data\" type=\"application/json\">{}</script>\n",
                        script_safe(report_data(results, shape, gpus)
                                        .dump(-1, ' ', false, Json::error_handler_t::replace)));
    html += fmt::format("<script id=\"plots\" type=\"application/json\">{}</script>\n",
                        script_safe(specs.dump(-1, ' ', false, Json::error_handler_t::replace)));
    html += fmt::format("<script>{}</script>\n", vega_scripts());
  }
  html += fmt::format("<script>{}</script>\n</body>\n</html>\n", page_file("page.js"));
  return {std::move(html), answer.sentence, static_cast<int>(plots.size())};
}

}  // namespace mmasc
