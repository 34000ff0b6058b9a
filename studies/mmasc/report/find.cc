// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "mmasc/report/designs.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"

namespace mmasc {
namespace {

std::optional<double> number_of(const NamedNumbers& numbers, std::string_view name) {
  for (const auto& [named, number] : numbers)
    if (named == name) return number;
  return std::nullopt;
}

std::optional<double> plain_quantity(const PointResult& point, std::string_view name) {
  if (const MeasureResult* const result = point.measure(name))
    return find_measure(name)->judged(*result);
  if (const AxisValue* axis = axis_of(point, std::string(name))) return to_number(*axis);
  for (const CyclesRow& row : kCyclesRows)
    if (row.name == name) return static_cast<double>(point.cycles.*row.member);
  if (name == kPlatformCycles && point.cycles.platform) return point.cycles.platform->cycles;
  if (const auto width = number_of(point.widths, name)) return width;
  if (!point.cost) return std::nullopt;
  // An MMA unit of one dot-product unit has that one's area.
  const auto number = number_of(point.cost->numbers, name);
  return number || name != kArrayArea ? number : number_of(point.cost->numbers, "area");
}

// Elements of D that are NaN or infinite, where the quantity is a measure; else 0.
std::int64_t left_out_of(const PointResult& point, std::string_view quantity) {
  const MeasureResult* const result = point.measure(quantity_name(quantity).name);
  return result == nullptr ? 0 : result->left_out;
}

std::string number_text(const std::optional<double>& number) {
  if (!number) return "none";
  return std::isinf(*number) ? "without any error" : short_number(*number);
}

// One constraint beside one point.
struct Check {
  const Constraint* constraint = nullptr;
  const PointResult* point = nullptr;
  std::optional<double> left, right;

  Check(const Constraint& tried, const PointResult& at)
      : constraint(&tried), point(&at), left(quantity_of(at, tried.quantity)) {
    const auto other = tried.other.empty() ? 1.0 : quantity_of(at, tried.other);
    if (other) right = tried.factor * *other;
  }
  bool is_met() const { return left && right && holds(*left, constraint->bound, *right); }
};

// A design, and the constraints that it does not meet.
struct Candidate {
  const Design* design = nullptr;
  std::vector<Check> violations;  // the first of each constraint
  std::optional<double> wanted;

  bool is_right() const { return violations.empty() && wanted.has_value(); }
};

// Designs that may be compared.
class Finder {
 public:
  Finder(const ReportShape& shape, const FindRow& find, const std::vector<const Design*>& designs)
      : shape_(shape), find_(find) {
    for (const Design* design : designs) candidates_.push_back(judged(*design));
    std::ranges::stable_sort(
        candidates_, [this](const auto& x, const auto& y) { return badness(x) < badness(y); });
  }

  // The first one that recommends a design says which.
  std::string sentence(Answer& answer) const {
    const auto right = [](const Candidate& candidate) { return candidate.is_right(); };
    const auto found = std::ranges::find_if(candidates_, right);
    if (found == candidates_.end()) return none_found(answer);
    if (answer.points.empty()) {
      answer.x = found->design->x;
      answer.series = found->design->series;
    }
    take(*found, answer);
    std::vector<std::string> parts{fmt::format("{} has the {} {}: {}{}", name_of(*found),
                                               find_.wants_most ? "most" : "least", find_.quantity,
                                               wanted_text(*found), how_known(*found))};
    if (const auto next = std::find_if(found + 1, candidates_.end(), right);
        next != candidates_.end()) {
      take(*next, answer);
      parts.push_back(fmt::format("{} is next with {}", name_of(*next), wanted_text(*next)));
    }
    if (const Candidate* const kept_out = nearest_better(*found)) {
      take(*kept_out, answer);
      parts.push_back(fmt::format("{} would have {}, but {}", name_of(*kept_out),
                                  wanted_text(*kept_out), why_not(*kept_out)));
    }
    for (const auto& [axis, value] : found->design->last().axes)
      if (const std::string end = end_of(*found, axis); !end.empty())
        parts.push_back(fmt::format("{} = {} is the {} tried, and one beyond it may be better",
                                    axis, to_text(value), end));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

 private:
  Candidate judged(const Design& design) const {
    Candidate candidate{&design, {}, quantity_of(design.last(), find_.quantity)};
    for (const Constraint& constraint : find_.where)
      for (const PointResult* point : design.points)
        if (const Check check(constraint, *point); !check.is_met()) {
          candidate.violations.push_back(check);
          break;
        }
    return candidate;
  }

  // Designs without the quantity come last; where it is a measure, they first lose few results.
  std::tuple<bool, std::int64_t, double> badness(const Candidate& candidate) const {
    double wanted = candidate.wanted.value_or(0);
    const MeasureRow* const measure = find_measure(quantity_name(find_.quantity).name);
    if (measure != nullptr && measure->better == Better::near_zero) wanted = std::fabs(wanted);
    return {!candidate.wanted, left_out_of(candidate.design->last(), find_.quantity),
            find_.wants_most ? -wanted : wanted};
  }

  // Finds the design a step beyond the winner: of those that would be better the one that differs
  // in the fewest fields, and of these the closest. Null where none would be better.
  const Candidate* nearest_better(const Candidate& winner) const {
    const Candidate* nearest = nullptr;
    const auto distance = [&](const Candidate& other) {
      return std::pair(fields_apart(other, winner), std::fabs(*other.wanted - *winner.wanted));
    };
    for (const Candidate& other : candidates_)
      if (other.wanted && badness(other) < badness(winner) &&
          (nearest == nullptr || distance(other) < distance(*nearest)))
        nearest = &other;
    return nearest;
  }

  static std::ptrdiff_t fields_apart(const Candidate& one, const Candidate& other) {
    return std::ranges::count_if(one.design->last().axes, [&](const auto& axis) {
      const AxisValue* const value = axis_of(other.design->last(), axis.first);
      return value == nullptr || *value != axis.second;
    });
  }

  // "least" or "greatest" where the winner stands at that end of an axis of three numbers or more,
  // and the step from it back into the study makes what is wanted worse.
  std::string end_of(const Candidate& winner, const std::string& axis) const {
    const auto number = [&](const Candidate& candidate) {
      const AxisValue* const value = axis_of(candidate.design->last(), axis);
      return value == nullptr ? std::nullopt : to_number(*value);
    };
    const auto own = number(winner);
    if (!own) return "";
    std::set<double> less, more;
    const Candidate* beside = nullptr;
    for (const Candidate& other : candidates_) {
      const auto value = number(other);
      if (!value || *value == *own) continue;
      (*value < *own ? less : more).insert(*value);
      if (fields_apart(other, winner) == 1 && other.wanted &&
          (beside == nullptr || std::fabs(*value - *own) < std::fabs(*number(*beside) - *own)))
        beside = &other;
    }
    const bool is_end = (less.empty() || more.empty()) && less.size() + more.size() >= 2;
    if (!is_end || beside == nullptr || badness(*beside) <= badness(winner)) return "";
    return more.empty() ? "greatest" : "least";
  }

  std::string wanted_text(const Candidate& candidate) const {
    std::string text = number_text(candidate.wanted);
    if (const auto lost = left_out_of(candidate.design->last(), find_.quantity); lost > 0)
      text += fmt::format(" ({} results infinite or NaN)", lost);
    return text;
  }

  std::string none_found(Answer& answer) const {
    const Candidate& nearest = *std::ranges::min_element(
        candidates_, {}, [](const Candidate& x) { return x.violations.size(); });
    if (nearest.violations.empty())
      return fmt::format("No point of this study has a {}", find_.quantity);
    take(nearest, answer);
    return fmt::format("No choice of this study meets all constraints; of {}, which meets most, {}",
                       name_of(nearest), why_not(nearest));
  }

  std::string why_not(const Candidate& candidate) const {
    std::vector<std::string> reasons;
    for (const Check& check : candidate.violations) {
      const std::string condition = condition_of(shape_, *check.point);
      reasons.push_back(
          fmt::format("{} is {}{}, not {}", check.constraint->quantity, number_text(check.left),
                      condition.empty() ? "" : fmt::format(" at {}", condition), limit_of(check)));
    }
    return fmt::format("{}", fmt::join(reasons, " and "));
  }
  // "<= 1e-4", "<= 0.1 * ulps_max = 3".
  static std::string limit_of(const Check& check) {
    const Constraint& constraint = *check.constraint;
    const std::string bound(enum_name(constraint.bound));
    if (constraint.other.empty()) return fmt::format("{} {}", bound, number_text(check.right));
    const std::string factor =
        constraint.factor == 1 ? "" : fmt::format("{} * ", short_number(constraint.factor));
    return fmt::format("{} {}{} = {}", bound, factor, constraint.other, number_text(check.right));
  }

  std::string name_of(const Candidate& candidate) const {
    return mmasc::name_of(shape_, *candidate.design);
  }

  // Says where a number of its cost was estimated, or extrapolated.
  std::string how_known(const Candidate& candidate) const {
    const PointResult& point = candidate.design->last();
    if (!point.cost || point.cost->kind != enum_name(CostSource::estimate)) return "";
    const auto asks_cost = [&](std::string_view quantity) {
      return number_of(point.cost->numbers, quantity_name(quantity).name).has_value();
    };
    const bool asks = asks_cost(find_.quantity) ||
                      std::ranges::any_of(find_.where, [&](const Constraint& constraint) {
                        return asks_cost(constraint.quantity) || asks_cost(constraint.other);
                      });
    if (!asks) return "";
    return number_of(point.cost->numbers, "extrapolated") ? " (its cost is extrapolated)"
                                                          : " (its cost is estimated)";
  }

  static void take(const Candidate& candidate, Answer& answer) {
    for (const PointResult* point : candidate.design->points) answer.points.push_back(point->index);
  }

  const ReportShape& shape_;
  const FindRow& find_;
  std::vector<Candidate> candidates_;  // the best by the quantity first
};

// A bound on a condition, as k, says which points are asked; all others judge designs.
bool is_asked(const PointResult& point, const FindRow& find) {
  return std::ranges::all_of(find.where, [&](const Constraint& constraint) {
    return !is_condition(constraint.quantity) || Check(constraint, point).is_met();
  });
}

bool asks_measure(const FindRow& find) {
  const auto is_measure = [](std::string_view quantity) {
    return find_measure(quantity_name(quantity).name) != nullptr;
  };
  return is_measure(find.quantity) ||
         std::ranges::any_of(find.where, [&](const Constraint& constraint) {
           return is_measure(constraint.quantity) || is_measure(constraint.other);
         });
}

// Measures are of one exact product each: designs on other operands are no better and no worse.
std::vector<std::vector<const Design*>> comparable(const std::vector<Design>& designs,
                                                   const FindRow& find) {
  std::vector<const Design*> all;
  for (const Design& design : designs) all.push_back(&design);
  if (asks_measure(find) || all.empty()) return on_same_operands(all);
  return {all};
}

}  // namespace

std::optional<double> quantity_of(const PointResult& point, std::string_view quantity) {
  const auto [name, is_per_lane] = quantity_name(quantity);
  const auto plain = plain_quantity(point, name);
  if (!is_per_lane) return plain;
  const auto lanes = plain_quantity(point, "lanes");
  return plain && lanes ? std::optional(*plain / *lanes) : std::nullopt;
}

Answer found_design(const Results& results, const ReportShape& shape, const FindRow& find) {
  std::vector<std::string> texts, places;
  for (const Constraint& constraint : find.where)
    (is_condition(constraint.quantity) ? places : texts).push_back(constraint.text);
  Answer answer;
  answer.rule = fmt::format(
      "The choice with the {} {}{}{}{}.", find.wants_most ? "most" : "least", find.quantity,
      texts.empty() ? "" : fmt::format(" of those with {}", fmt::join(texts, " and ")),
      places.empty() ? "" : fmt::format(", where {}", fmt::join(places, " and ")),
      shape.conditions.empty()
          ? ""
          : fmt::format(", at every {}", fmt::join(shape.conditions, " and ")));
  std::vector<const PointResult*> asked;
  for (const PointResult& point : results.points)
    if (is_asked(point, find)) asked.push_back(&point);
  const std::vector<Design> designs = designs_of(shape, asked);
  std::vector<std::string> sentences;
  for (const auto& group : comparable(designs, find))
    sentences.push_back((sentences.empty() ? "" : "On other operands, ") +
                        Finder(shape, find, group).sentence(answer));
  if (sentences.empty())
    sentences.push_back(fmt::format("No point of this study has {}", fmt::join(places, " and ")));
  answer.sentence = fmt::format("{}.", fmt::join(sentences, ". "));
  return answer;
}

}  // namespace mmasc
