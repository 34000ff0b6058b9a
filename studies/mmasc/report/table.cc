// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/table.h"

#include <algorithm>

#include "mmasc/report/html.h"
#include "mmasc/report/plots.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/sweep/verdict.h"

namespace mmasc {
namespace {

std::string number_cell(std::optional<double> number, const std::string& format,
                        const std::string& title = {}) {
  return fmt::format("<td{}>{}</td>", title.empty() ? "" : fmt::format(" title=\"{}\"", title),
                     number ? fmt::format(fmt::runtime(format), *number) : "");
}

std::string interval_title(const MeasureResult& measure) {
  std::string title = fmt::format("{} samples", measure.samples);
  if (measure.interval)
    title += fmt::format("; 95 %: {:.4g} to {:.4g}", measure.interval->low, measure.interval->high);
  if (measure.left_out > 0)
    title += fmt::format("; without {} infinite or NaN results", measure.left_out);
  return title;
}

class TableWriter {
 public:
  TableWriter(const Results& results, const Answer& answer,
              const std::map<std::int64_t, int>& drawn)
      : results_(results), answer_(answer), drawn_(drawn) {
    const PointResult& first = results.points.front();
    for (const auto& [name, value] : first.axes)
      if (std::ranges::any_of(results.points, [&, of = name](const PointResult& point) {
            const AxisValue* other = axis_of(point, of);
            return other == nullptr || *other != *axis_of(first, of);
          }))
        axes_.push_back(name);
    has_k_ = axis_of(first, std::string(kDepthAxis)) == nullptr;
    for (const PointResult& point : results.points)
      for (const MeasureResult& measure : point.measures)
        if (std::ranges::find(measures_, measure.name) == measures_.end())
          measures_.push_back(measure.name);
    for (const PointResult& point : results.points)
      for (const auto& [name, number] : point.slices)
        if (std::ranges::find(slices_, name) == slices_.end()) slices_.push_back(name);
    has_cost_ = std::ranges::any_of(results.points,
                                    [](const auto& point) { return point.cost.has_value(); });
    has_platform_ = !results.study.platform.empty();
  }

  std::string write() && {
    std::string html = "<div class=\"table\"><table id=\"points\">\n<thead><tr>";
    html += head();
    html += "</tr></thead>\n<tbody>\n";
    const std::size_t rows = std::min(results_.points.size(), kMostTableRows);
    for (std::size_t i = 0; i < rows; ++i) html += row(results_.points[i]);
    html += "</tbody></table></div>\n";
    if (rows < results_.points.size())
      html += element("p",
                      fmt::format("The first {} of {} points; mmasc sweep --csv writes all.", rows,
                                  results_.points.size()),
                      "class=\"notice\"");
    return html;
  }

 private:
  static std::string title(const std::string& words, bool is_text = false) {
    return fmt::format("<th{}>{}</th>", is_text ? " class=\"text\"" : "", xml_escaped(words));
  }
  std::string head() const {
    std::string html = title("point");
    for (const std::string& name : axes_)
      html +=
          title(name, std::holds_alternative<std::string>(*axis_of(results_.points.front(), name)));
    if (has_k_) html += title("k");
    for (const std::string& name : measures_) {
      const MeasureRow* const measure = find_measure(name);
      html += title(measure != nullptr ? measure->title() : name);
    }
    for (std::string name : slices_) {
      std::ranges::replace(name, '_', ' ');
      html += title(name);
    }
    if (has_cost_)
      for (const CostRow& row : kCostRows) html += title(std::string(row.words));
    if (results_.study.energy) html += title("energy of a step, pJ");
    if (has_verdicts()) html += title("constraints", true);
    html += title("latency") + title("cycles of K");
    if (!has_platform_) return html;
    const auto& platform = results_.points.front().cycles.platform;
    const bool is_structural = platform && platform->is_structural;
    return html +
           title(fmt::format("cycles of the GEMM ({})", is_structural ? "structural" : "sourced"));
  }
  std::string row(const PointResult& point) const {
    const bool named = std::ranges::find(answer_.points, point.index) != answer_.points.end();
    const auto unit = drawn_.find(point.index);
    std::string html =
        fmt::format("<tr data-i=\"{}\"{}{}><td>{}</td>", point.index,
                    unit == drawn_.end() ? "" : fmt::format(" data-unit=\"{}\"", unit->second),
                    named ? " class=\"named\"" : "", point.index);
    for (const std::string& name : axes_) {
      const AxisValue* value = axis_of(point, name);
      const bool is_text = value == nullptr || std::holds_alternative<std::string>(*value);
      html += fmt::format("<td{}>{}</td>", is_text ? " class=\"text\"" : "",
                          value == nullptr ? "" : xml_escaped(to_text(*value)));
    }
    if (has_k_) html += fmt::format("<td>{}</td>", point.k);
    for (const std::string& name : measures_) {
      const MeasureResult* measure = point.measure(name);
      html += measure == nullptr ? "<td></td>"
                                 : number_cell(measure->value, "{:.4g}", interval_title(*measure));
    }
    for (const std::string& name : slices_) {
      const auto number = std::ranges::find(point.slices, name, &NamedNumbers::value_type::first);
      html += number == point.slices.end() ? "<td></td>" : number_cell(number->second, "{:.0f}");
    }
    if (has_cost_)
      for (const CostRow& row : kCostRows)
        html += number_cell(cost_of(point, row.name), fmt::format("{{:.{}f}}", row.decimals));
    if (results_.study.energy) html += number_cell(cost_of(point, kEnergy), "{:.4g}");
    if (has_verdicts())
      html += fmt::format("<td class=\"text\">{}</td>", verdict_text(point, results_.study.find));
    html += fmt::format("<td>{}</td><td>{}</td>", point.cycles.latency, point.cycles.chain);
    if (has_platform_)
      html += point.cycles.platform ? number_cell(point.cycles.platform->cycles, "{:.0f}")
                                    : "<td></td>";
    return html + "</tr>\n";
  }

  bool has_verdicts() const { return !results_.study.find.where.empty(); }

  const Results& results_;
  const Answer& answer_;
  const std::map<std::int64_t, int>& drawn_;
  std::vector<std::string> axes_, measures_, slices_;  // axes that take several values
  bool has_k_ = false, has_cost_ = false, has_platform_ = false;
};

}  // namespace

std::string points_table(const Results& results, const Answer& answer,
                         const std::map<std::int64_t, int>& drawn) {
  if (results.points.empty()) return element("p", "No point is done yet.", "class=\"notice\"");
  return TableWriter(results, answer, drawn).write();
}

}  // namespace mmasc
