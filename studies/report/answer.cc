// SPDX-License-Identifier: Apache-2.0
#include "report/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "sweep/points.h"

namespace mmasc {
namespace {

// One design, under each condition.
struct Design {
  std::string series;
  std::optional<std::int64_t> x;
  std::vector<const PointResult*> points;
};

class Judge {
 public:
  Judge(const Results& results, const ReportShape& shape)
      : shape_(shape), measure_(shape.measures.front()) {
    for (const PointResult& point : results.points) {
      const std::string series = series_of(shape, point);
      const auto x = x_of(shape, point);
      auto found = std::ranges::find_if(
          designs_, [&](const Design& design) { return design.series == series && design.x == x; });
      if (found == designs_.end()) found = designs_.insert(found, {series, x, {}});
      found->points.push_back(&point);
      if (std::ranges::find(series_, series) == series_.end()) series_.push_back(series);
      if (!value(point)) continue;
      const auto [best, is_new] = best_.try_emplace(condition_of(shape, point), *value(point));
      if (!is_new && measure_.badness(*value(point)) < measure_.badness(best->second))
        best->second = *value(point);
    }
  }

  Answer answer() const { return shape_.x_is_width ? smallest_widths() : least_error(); }

 private:
  std::optional<double> value(const PointResult& point) const {
    return value_of(point, measure_.name);
  }
  // In dB the same share of the amplitude.
  bool suffices(const PointResult& point) const {
    const auto own = value(point);
    const auto best = best_.find(condition_of(shape_, point));
    if (!own || best == best_.end()) return false;
    if (measure_.name == "snr") return *own >= best->second - 20 * std::log10(1 + kSufficient);
    if (measure_.higher_is_better) return *own >= best->second * (1 - kSufficient);
    return measure_.badness(*own) <= measure_.badness(best->second) * (1 + kSufficient);
  }
  bool suffices(const Design& design) const {
    return std::ranges::all_of(design.points, [&](const auto* point) { return suffices(*point); });
  }
  // The last condition's: the longest sum, as studies list them.
  const PointResult& last(const Design& design) const { return *design.points.back(); }

  static void name_points(const Design& design, Answer& answer) {
    for (const PointResult* point : design.points) answer.points.push_back(point->index);
  }

  static std::string cost_text(const PointResult& point) {
    if (!point.cost) return "";
    for (const auto& [name, number] : point.cost->numbers)
      if (name == "area") return fmt::format(", {:.0f} um2 by {}", number, point.cost->kind);
    return "";
  }
  static double area_of(const PointResult& point) {
    if (point.cost)
      for (const auto& [name, number] : point.cost->numbers)
        if (name == "area") return number;
    return std::numeric_limits<double>::infinity();
  }

  std::string at_condition(const PointResult& point) const {
    const std::string condition = condition_of(shape_, point);
    return condition.empty() ? "" : fmt::format(" at {}", condition);
  }

  Answer smallest_widths() const {
    Answer answer;
    answer.rule = fmt::format(
        "For each choice the smallest {} whose {} is within {:.0f} % of the best of all points "
        "with "
        "the same operands{}; of these the one with the least area, else the smallest, "
        "is "
        "named first.",
        *shape_.x, measure_.words, kSufficient * 100,
        shape_.conditions.empty()
            ? ""
            : fmt::format(", at every {}", fmt::join(shape_.conditions, " and ")));
    std::vector<const Design*> found;
    std::vector<std::string> never;
    for (const std::string& series : series_) {
      const Design* least = nullptr;
      for (const Design& design : designs_)
        if (design.series == series && (!least || *design.x < *least->x) && suffices(design))
          least = &design;
      if (least != nullptr)
        found.push_back(least);
      else
        never.push_back(series);
    }
    if (found.empty()) {
      answer.sentence =
          fmt::format("No {} of this study is within {:.0f} % of the best {} under all conditions.",
                      *shape_.x, kSufficient * 100, measure_.words);
      return answer;
    }
    const auto* first = *std::ranges::min_element(found, {}, [](const Design* design) {
      return std::pair(area_of(*design->points.back()), *design->x);
    });
    const PointResult& point = last(*first);
    answer.x = first->x;
    answer.series = first->series;
    answer.sentence = fmt::format(
        "{} = {} suffices with {}: {} {}{}, where the best is {}{}", *shape_.x, *first->x,
        first->series, measure_.words, number_text(value(point).value_or(0)), at_condition(point),
        number_text(best_.at(condition_of(shape_, point))), cost_text(point));
    std::vector<std::string> others;
    for (const Design* design : found) {
      name_points(*design, answer);
      if (design != first) others.push_back(fmt::format("{} needs {}", design->series, *design->x));
    }
    constexpr std::size_t kMostNamed = 3;
    if (never.size() > kMostNamed)
      others.push_back(fmt::format("{} further choices do not get there", never.size()));
    else
      for (const std::string& series : never)
        others.push_back(fmt::format("{} does not get there", series));
    if (!others.empty()) answer.sentence += fmt::format("; {}", fmt::join(others, ", "));
    answer.sentence += ".";
    return answer;
  }

  Answer least_error() const {
    Answer answer;
    const std::string where =
        shape_.conditions.empty() ? "" : " under the last condition of the study";
    answer.rule = fmt::format("The choice with the {} {}{}, beside the one with the {}.",
                              measure_.higher_is_better ? "greatest" : "least", measure_.words,
                              where, measure_.higher_is_better ? "least" : "greatest");
    const Design *best = nullptr, *worst = nullptr;
    for (const Design& design : designs_) {
      if (!value(last(design))) continue;
      const double badness = measure_.badness(*value(last(design)));
      if (!best || badness < measure_.badness(*value(last(*best)))) best = &design;
      if (!worst || badness > measure_.badness(*value(last(*worst)))) worst = &design;
    }
    if (best == nullptr) {
      answer.sentence = fmt::format("No point of this study has a {}.", measure_.words);
      return answer;
    }
    const double least = *value(last(*best)), most = *value(last(*worst));
    answer.x = best->x;
    answer.series = best->series;
    name_points(*best, answer);
    answer.sentence = fmt::format("{} has the {} {}: {}{}", name_of(*best),
                                  measure_.higher_is_better ? "greatest" : "least", measure_.words,
                                  number_text(least), at_condition(last(*best)));
    if (worst != best) {
      name_points(*worst, answer);
      answer.sentence += fmt::format("; {} has {}", name_of(*worst), number_text(most));
      const double ratio = measure_.badness(most) / measure_.badness(least);
      if (!measure_.higher_is_better && std::isfinite(ratio) && ratio > 1.01)
        answer.sentence += fmt::format(", {} times as much", short_number(ratio));
    }
    answer.sentence += ".";
    return answer;
  }

  std::string number_text(double number) const {
    return measure_.unit.empty() ? short_number(number)
                                 : fmt::format("{} {}", short_number(number), measure_.unit);
  }
  std::string name_of(const Design& design) const {
    if (!design.x) return design.series;
    const std::string x = fmt::format("{} = {}", *shape_.x, *design.x);
    return shape_.series.empty() ? x : fmt::format("{}, {}", design.series, x);
  }

  const ReportShape& shape_;
  const MeasureStyle& measure_;
  std::vector<Design> designs_;
  std::vector<std::string> series_;
  std::map<std::string, double> best_;  // by condition
};

}  // namespace

std::string short_number(double number) {
  const bool is_plain = std::fabs(number) >= 1000 && std::fabs(number) < 1e6;
  return is_plain ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

Answer answer_of(const Results& results, const ReportShape& shape) {
  if (results.points.empty()) return {"No point of this study is done yet.", "", {}, {}, ""};
  if (shape.measures.empty())
    return {"This study measured nothing that an answer could be taken from.", "", {}, {}, ""};
  return Judge(results, shape).answer();
}

}  // namespace mmasc
