// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <map>

#include "mmasc/report/front.h"
#include "mmasc/report/labels.h"
#include "mmasc/report/marks.h"
#include "mmasc/report/plots.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/sweep/verdict.h"

namespace mmasc {
namespace {

using Json = nlohmann::ordered_json;

// The indices of the points on the front of the first measure against a cost, among those that may
// be compared. Points that lose more results than others do are on none.
std::vector<std::int64_t> front_points(const Results& results, const ReportShape& shape,
                                       const std::string& cost) {
  struct Candidate {
    const PointResult* point;
    Score score;
  };
  std::map<Place, std::vector<Candidate>> at;
  for (const PointResult& point : results.points)
    if (const auto score = score_of(point, *shape.measures.front()); score && cost_of(point, cost))
      at[place_of(shape, point)].push_back({&point, *score});
  std::vector<std::int64_t> indices;
  for (auto& [place, candidates] : at) {
    const std::int64_t least = std::ranges::min(candidates, {}, [](const Candidate& one) {
                                 return one.score.left_out;
                               }).score.left_out;
    std::erase_if(candidates, [&](const Candidate& one) { return one.score.left_out > least; });
    std::vector<std::pair<double, double>> places;
    for (const Candidate& one : candidates)
      places.emplace_back(*cost_of(*one.point, cost), one.score.badness);
    for (const std::size_t i : pareto_front(places)) indices.push_back(candidates[i].point->index);
  }
  return indices;
}

void add_numbers(const PointResult& point, const ReportShape& shape, Json& row) {
  row["c"] = condition_of(shape, point);
  row["o"] = point.operands;
  row["axes"] = Json::object();
  for (const auto& [name, value] : point.axes)
    std::visit([&](const auto& one) { row["axes"][name] = one; }, value);
  row["unit"] = point.unit;
  for (const MeasureResult& measure : point.measures)
    if (measure.value) {
      row[measure.name] = *measure.value;
      if (!measure.interval) continue;
      row[measure.name + "_low"] = measure.interval->low;
      row[measure.name + "_high"] = measure.interval->high;
    }
  for (const CostRow& cost : kCostRows)
    if (const auto number = cost_of(point, cost.name)) row[std::string(cost.name)] = *number;
  for (const FrontRow& front : kFrontRows)
    if (const auto number = cost_of(point, front.quantity))
      row[std::string(front.quantity)] = *number;
  row["latency"] = point.cycles.latency;
  row["chain"] = point.cycles.chain;
}

void add_histogram(const PointResult& point, const Json& row, Json& histograms) {
  const MeasureResult* ulps = point.measure("ulps");
  if (ulps == nullptr) return;
  double all = 0;
  for (const HistogramBin& bin : ulps->histogram) all += static_cast<double>(bin.count);
  for (const HistogramBin& bin : ulps->histogram)
    if (bin.count > 0)
      histograms.push_back({{"i", row["i"]},
                            {"s", row["s"]},
                            {"x", row["x"]},
                            {"c", row["c"]},
                            {"low", static_cast<double>(bin.low) - 0.5},
                            {"high", static_cast<double>(bin.high) + 0.5},
                            {"ulps", bin.low == bin.high ? std::to_string(bin.low)
                                                         : std::to_string(bin.low) + ".." +
                                                               std::to_string(bin.high)},
                            {"n", bin.count},
                            {"share", static_cast<double>(bin.count) / all}});
}

std::string numbers_of(const GpuPoint& gpu, const std::vector<std::string>& labels) {
  std::string numbers;
  for (const std::string& label : gpu.labels)
    numbers += (numbers.empty() ? "" : ", ") +
               std::to_string(std::ranges::find(labels, label) - labels.begin() + 1);
  return numbers;
}

// The places of the units' numbers in one front, among the rows of one condition.
class FrontLabels {
 public:
  FrontLabels(std::string_view x, const MeasureRow& y) : x_(x), y_(&y) {}

  void place(const Json& points, Json& own) const {
    std::map<std::string, std::vector<Json*>> of_condition;
    for (Json& row : own)
      if (is_drawn(row)) of_condition[row["c"]].push_back(&row);
    for (const auto& [condition, rows] : of_condition) {
      Ranges ranges;
      for (const Json& point : points)
        if (point["c"] == condition && is_drawn(point)) ranges.add(x(point), y(point));
      for (const Json* row : rows) ranges.add(x(*row), y(*row));
      place(ranges, rows);
    }
  }

 private:
  struct Ranges {
    std::pair<double, double> x{kInfinite, -kInfinite}, y = x;
    void add(double at_x, double at_y) {
      x = {std::min(x.first, at_x), std::max(x.second, at_x)};
      y = {std::min(y.first, at_y), std::max(y.second, at_y)};
    }
  };
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  bool is_drawn(const Json& row) const {
    return row.contains(x_) && row.contains(y_->name) && (!y_->is_logarithmic() || y(row) > 0);
  }
  double x(const Json& row) const { return row[x_].get<double>(); }
  double y(const Json& row) const { return row[y_->name].get<double>(); }

  void place(const Ranges& ranges, const std::vector<Json*>& rows) const {
    std::vector<LabelledMark> marks;
    for (const Json* row : rows)
      marks.push_back(
          {{place_on_axis(x(*row), ranges.x, kFrontSize.x, false),
            kFrontSize.y - place_on_axis(y(*row), ranges.y, kFrontSize.y, y_->is_logarithmic())},
           (*row)["number"]});
    const std::vector<PlotPlace> offsets = label_offsets(marks, {kFrontSize.x, kFrontSize.y});
    for (std::size_t i = 0; i < rows.size(); ++i)
      (*rows[i])["label_" + x_] = {{"dx", offsets[i].x}, {"dy", offsets[i].y}};
  }

  std::string x_;
  const MeasureRow* y_;
};

}  // namespace

std::string cost_word(const Study& study) {
  return study.cost == CostSource::synthesis ? "synthesised" : "estimated";
}

std::optional<double> cost_of(const PointResult& point, std::string_view name) {
  if (name == kPlatformCycles && point.cycles.platform) return point.cycles.platform->cycles;
  if (!point.cost) return std::nullopt;
  for (const auto& [one, number] : point.cost->numbers)
    if (one == name) return number;
  return std::nullopt;
}

Json report_data(const Results& results, const ReportShape& shape,
                 const std::vector<GpuPoint>& gpus) {
  std::map<std::string, std::vector<std::int64_t>> fronts;
  if (!shape.measures.empty())
    for (const FrontRow& front : kFrontRows)
      fronts["front_" + std::string(front.quantity)] =
          front_points(results, shape, std::string(front.quantity));
  const auto holds = [](const std::vector<std::int64_t>& all, std::int64_t index) {
    return std::ranges::find(all, index) != all.end();
  };
  const FindRow& find = results.study.find;
  Json points = Json::array(), histograms = Json::array(), own = Json::array();
  for (const PointResult& point : results.points) {
    Json row{{"i", point.index}, {"s", series_of(shape, point)}, {"x", nullptr}};
    if (const auto x = x_of(shape, point)) row["x"] = *x;
    add_numbers(point, shape, row);
    for (const auto& [name, indices] : fronts) row[name] = holds(indices, point.index);
    for (std::size_t i = 0; i < find.where.size(); ++i)
      if (const auto right = Check(find.where[i], point).right) row[bound_field(i)] = right->value;
    add_histogram(point, row, histograms);
    points.push_back(std::move(row));
  }
  const auto labels = labels_of(gpus);
  for (const GpuPoint& gpu : gpus) {
    Json row{{"gpu", gpu.label()}};
    add_numbers(gpu.result, shape, row);
    row["number"] = numbers_of(gpu, labels);
    own.push_back(std::move(row));
  }
  if (!shape.measures.empty())
    for (const FrontRow& front : kFrontRows)
      FrontLabels(front.quantity, *shape.measures.front()).place(points, own);
  return {{"points", points}, {"histograms", histograms}, {"gpus", own}};
}

}  // namespace mmasc
