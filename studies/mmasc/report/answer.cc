// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "mmasc/report/designs.h"
#include "mmasc/report/find.h"
#include "mmasc/report/reasons.h"
#include "mmasc/sweep/points.h"

namespace mmasc {
namespace {

class Judge {
 public:
  Judge(const Results& results, const ReportShape& shape)
      : shape_(shape), measure_(*shape.measures.front()) {
    std::vector<const PointResult*> points;
    for (const PointResult& point : results.points) points.push_back(&point);
    designs_ = designs_of(shape, points);
    for (const Design& design : designs_)
      if (std::ranges::find(series_, design.series) == series_.end())
        series_.push_back(design.series);
    for (const PointResult& point : results.points) {
      const auto score = score_of(point, measure_);
      if (!score) continue;
      const auto [best, is_new] = best_.try_emplace(place_of(shape, point), &point);
      if (!is_new && *score < *score_of(*best->second, measure_)) best->second = &point;
      any_left_out_ = any_left_out_ || score->left_out > 0;
    }
  }

  Answer answer() const {
    Answer answer = shape_.x_is_width ? smallest_widths() : least_error();
    if (any_left_out_)
      answer.rule += " A choice with more infinite or NaN results than another one is no better.";
    return answer;
  }

 private:
  // Without any error it is infinite.
  std::optional<double> value(const PointResult& point) const {
    const MeasureResult* const result = point.measure(measure_.name);
    return result == nullptr ? std::nullopt : measure_.judged(*result);
  }
  bool suffices(const PointResult& point) const {
    const auto own = value(point);
    const auto found = best_.find(place_of(shape_, point));
    if (!own || found == best_.end()) return false;
    const PointResult& best = *found->second;
    return score_of(point, measure_)->left_out <= score_of(best, measure_)->left_out &&
           measure_.is_within(kSufficient, *own, value(best).value_or(0));
  }
  bool suffices(const Design& design) const {
    return std::ranges::all_of(design.points, [&](const auto* point) { return suffices(*point); });
  }
  // Where the interval of its samples reaches those that suffice.
  bool may_suffice(const PointResult& point) const {
    const MeasureResult* const result = point.measure(measure_.name);
    if (suffices(point) || result == nullptr || !result->interval) return suffices(point);
    PointResult best = point;
    for (MeasureResult& measure : best.measures)
      if (measure.name == measure_.name) measure.value = best_end(*result->interval);
    return suffices(best);
  }
  double best_end(const ConfidenceInterval& interval) const {
    const auto& [low, high] = interval;
    if (measure_.better != Better::near_zero) return measure_.better == Better::more ? high : low;
    return low <= 0 && high >= 0 ? 0 : std::fabs(low) < std::fabs(high) ? low : high;
  }
  static const PointResult& last(const Design& design) { return design.last(); }
  std::string name_of(const Design& design) const { return mmasc::name_of(shape_, design); }

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
        "with the same operands{}; of these the one with the least area, else the smallest, is "
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
        if (design.series == series && is_width(design) && (!least || *design.x < *least->x) &&
            suffices(design))
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
    answer.sentence = fmt::format("{} = {} suffices with {}: {} {}{}, where the best is {}{}",
                                  *shape_.x, *first->x, first->series, measure_.words,
                                  value_text(point), at_condition(point),
                                  value_text(*best_.at(place_of(shape_, point))), cost_text(point));
    std::vector<std::string> others;
    if (const Design* const narrower = undecided_below(*first)) {
      name_points(*narrower, answer);
      for (const PointResult* one : narrower->points) answer.undecided.push_back(one->index);
      const PointResult& worst = **std::ranges::find_if(
          narrower->points, [&](const PointResult* one) { return !suffices(*one); });
      others.push_back(fmt::format("{} may suffice, too, by more samples: it has {}{}",
                                   *narrower->x, value_text(worst), at_condition(worst)));
    }
    for (const PointResult* one : first->points) answer.chosen.push_back(one->index);
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

  // The next smaller width of the same choice, where its samples do not tell that it does not
  // suffice. Null: they do, or there is none.
  const Design* undecided_below(const Design& chosen) const {
    const Design* below = nullptr;
    for (const Design& design : designs_)
      if (design.series == chosen.series && is_width(design) && *design.x < *chosen.x &&
          (below == nullptr || *design.x > *below->x))
        below = &design;
    const bool may = below != nullptr && std::ranges::all_of(below->points, [&](const auto* point) {
                       return may_suffice(*point);
                     });
    return may ? below : nullptr;
  }

  Answer least_error() const {
    Answer answer;
    const std::string where =
        shape_.conditions.empty() ? "" : " under the last condition of the study";
    answer.rule = fmt::format("The choice with the {} {}{}, beside the one with the {}.",
                              extreme(true), measure_.words, where, extreme(false));
    const auto groups = comparable_designs();
    if (groups.empty()) {
      answer.sentence = fmt::format("No point of this study has a {}.", measure_.words);
      return answer;
    }
    if (groups.size() > 1)
      answer.rule +=
          " Choices are compared where they have the same operands, and these are not all the "
          "same.";
    constexpr std::size_t kMostGroups = 4;
    std::vector<std::string> sentences;
    for (const auto& designs : groups) {
      if (sentences.size() == kMostGroups) {
        sentences.push_back(
            fmt::format("There are {} further sets of operands", groups.size() - kMostGroups));
        break;
      }
      sentences.push_back((sentences.empty() ? "" : "On other operands, ") +
                          best_and_worst(designs, answer));
    }
    answer.sentence = fmt::format("{}.", fmt::join(sentences, ". "));
    return answer;
  }

  // Only designs that were measured are compared.
  std::vector<std::vector<const Design*>> comparable_designs() const {
    std::vector<const Design*> measured;
    for (const Design& design : designs_)
      if (score_of(last(design), measure_)) measured.push_back(&design);
    return on_same_operands(measured);
  }

  // Names both; the best of the first ones is what the answer recommends.
  std::string best_and_worst(const std::vector<const Design*>& designs, Answer& answer) const {
    const auto score = [&](const Design* design) { return *score_of(last(*design), measure_); };
    const Design* const best = *std::ranges::min_element(designs, {}, score);
    const Design* worst = best;
    for (const Design* design : designs)
      if (score(design) > score(worst)) worst = design;
    if (answer.points.empty()) {
      answer.x = best->x;
      answer.series = best->series;
    }
    name_points(*best, answer);
    for (const PointResult* point : best->points) answer.chosen.push_back(point->index);
    std::string sentence =
        designs.size() == 1
            ? fmt::format("{} alone has {} {}{}", name_of(*best), measure_.words,
                          value_text(last(*best)), at_condition(last(*best)))
            : fmt::format("{} has the {} {}: {}{}", name_of(*best), extreme(true), measure_.words,
                          value_text(last(*best)), at_condition(last(*best)));
    if (worst == best) return sentence;
    name_points(*worst, answer);
    sentence += fmt::format("; {} has {}", name_of(*worst), value_text(last(*worst)));
    if (score(worst).left_out > score(best).left_out) return sentence;
    const double ratio = score(worst).badness / score(best).badness;
    if (measure_.better != Better::more && std::isfinite(ratio) && ratio > 1.01)
      sentence += fmt::format(", {} times as much", short_number(ratio));
    return sentence;
  }

  std::string_view extreme(bool of_best) const {
    return (measure_.better == Better::more) == of_best ? "greatest" : "least";
  }

  // The value, with what it leaves out, where that is anything.
  std::string value_text(const PointResult& point) const {
    const MeasureResult* const result = point.measure(measure_.name);
    if (result == nullptr) return "none";
    const auto judged = measure_.judged(*result);
    std::string text = !judged               ? "no finite result"
                       : std::isinf(*judged) ? "without any error"
                       : measure_.unit.empty()
                           ? short_number(*judged)
                           : fmt::format("{} {}", short_number(*judged), measure_.unit);
    if (result->interval && judged && !std::isinf(*judged))
      text += fmt::format(" (95 %: {} to {})", short_number(result->interval->low),
                          short_number(result->interval->high));
    if (result->left_out > 0)
      text += fmt::format(" ({} results infinite or NaN)", result->left_out);
    return text;
  }
  // Whether its x is one: 0 may stand for something else.
  bool is_width(const Design& design) const {
    return *design.x != 0 || meaning_of_zero(*shape_.x).empty();
  }

  const ReportShape& shape_;
  const MeasureRow& measure_;
  std::vector<Design> designs_;
  std::vector<std::string> series_;
  std::map<Place, const PointResult*> best_;
  bool any_left_out_ = false;
};

}  // namespace

Answer answer_of(const Results& results, const ReportShape& shape) {
  const auto none = [](std::string sentence) {
    Answer answer;
    answer.sentence = std::move(sentence);
    return answer;
  };
  if (!results.complete())
    return none(fmt::format("No answer yet: {} of {} points are computed.", results.points.size(),
                            results.planned));
  if (!results.study.find.quantity.empty()) return found_design(results, shape, results.study.find);
  if (shape.measures.empty())
    return none("This study measured nothing that an answer could be taken from.");
  return Judge(results, shape).answer();
}

}  // namespace mmasc
