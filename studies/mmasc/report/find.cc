// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mmasc {
namespace {

std::optional<double> number_of(const NamedNumbers& numbers, std::string_view name) {
  for (const auto& [named, number] : numbers)
    if (named == name) return number;
  return std::nullopt;
}

std::optional<double> plain_quantity(const PointResult& point, std::string_view name) {
  if (point.measure(name) != nullptr) return value_of(point, name);
  if (const AxisValue* axis = axis_of(point, std::string(name))) return to_number(*axis);
  if (name == "latency") return static_cast<double>(point.cycles.latency);
  if (name == "steps") return static_cast<double>(point.cycles.steps);
  if (name == "chain") return static_cast<double>(point.cycles.chain);
  if (const auto width = number_of(point.widths, name)) return width;
  return point.cost ? number_of(point.cost->numbers, name) : std::nullopt;
}

// What one constraint makes of one point.
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

// One design under each condition, and the constraints that it does not meet.
struct Candidate {
  std::vector<const PointResult*> points;
  std::vector<Check> violations;  // the first of each constraint
  std::optional<double> wanted;

  bool is_right() const { return violations.empty() && wanted.has_value(); }
};

class Finder {
 public:
  Finder(const Results& results, const ReportShape& shape, const FindRow& find)
      : shape_(shape), find_(find) {
    std::vector<std::string> keys;
    for (const PointResult& point : results.points) {
      const auto x = x_of(shape, point);
      std::string key = fmt::format("{}\n{}", series_of(shape, point), x ? std::to_string(*x) : "");
      const auto place = std::ranges::find(keys, key) - keys.begin();
      if (place == std::ssize(keys)) {
        keys.push_back(std::move(key));
        candidates_.emplace_back();
      }
      candidates_[static_cast<std::size_t>(place)].points.push_back(&point);
    }
    for (Candidate& candidate : candidates_) judge(candidate);
    std::ranges::stable_sort(
        candidates_, [this](const auto& x, const auto& y) { return badness(x) < badness(y); });
  }

  Answer answer() const {
    Answer answer;
    std::vector<std::string> texts;
    for (const Constraint& constraint : find_.where) texts.push_back(constraint.text);
    answer.rule = fmt::format(
        "The choice with the {} {}{}{}.", find_.wants_most ? "most" : "least", find_.quantity,
        texts.empty() ? "" : fmt::format(" of those with {}", fmt::join(texts, " and ")),
        shape_.conditions.empty()
            ? ""
            : fmt::format(", at every {}", fmt::join(shape_.conditions, " and ")));
    const auto right = [](const Candidate& candidate) { return candidate.is_right(); };
    const auto found = std::ranges::find_if(candidates_, right);
    if (found == candidates_.end()) {
      answer.sentence = none_found(answer);
      return answer;
    }
    take(*found, answer);
    answer.x = x_of(shape_, *found->points.back());
    answer.series = series_of(shape_, *found->points.back());
    std::vector<std::string> parts{fmt::format("{} has the {} {}: {}{}", name_of(*found),
                                               find_.wants_most ? "most" : "least", find_.quantity,
                                               short_number(*found->wanted), how_known(*found))};
    if (const auto next = std::find_if(found + 1, candidates_.end(), right);
        next != candidates_.end()) {
      take(*next, answer);
      parts.push_back(
          fmt::format("{} is next with {}", name_of(*next), short_number(*next->wanted)));
    }
    // Those before it would be better: the last of them is what one step more would give.
    if (found != candidates_.begin() && (found - 1)->wanted) {
      const Candidate& kept_out = *(found - 1);
      take(kept_out, answer);
      parts.push_back(fmt::format("{} would have {}, but {}", name_of(kept_out),
                                  short_number(*kept_out.wanted), why_not(kept_out)));
    }
    answer.sentence = fmt::format("{}.", fmt::join(parts, "; "));
    return answer;
  }

 private:
  void judge(Candidate& candidate) const {
    candidate.wanted = quantity_of(*candidate.points.back(), find_.quantity);
    for (const Constraint& constraint : find_.where)
      for (const PointResult* point : candidate.points)
        if (const Check check(constraint, *point); !check.is_met()) {
          candidate.violations.push_back(check);
          break;
        }
  }

  // Those without the quantity come last.
  std::pair<bool, double> badness(const Candidate& candidate) const {
    const double wanted = candidate.wanted.value_or(0);
    return {!candidate.wanted, find_.wants_most ? -wanted : wanted};
  }

  std::string none_found(Answer& answer) const {
    if (candidates_.empty()) return "This study has no points.";
    const Candidate& nearest = *std::ranges::min_element(
        candidates_, {}, [](const Candidate& x) { return x.violations.size(); });
    if (nearest.violations.empty())
      return fmt::format("No point of this study has a {}.", find_.quantity);
    take(nearest, answer);
    return fmt::format(
        "No choice of this study meets all constraints; of {}, which meets most, {}.",
        name_of(nearest), why_not(nearest));
  }

  std::string why_not(const Candidate& candidate) const {
    std::vector<std::string> reasons;
    for (const Check& check : candidate.violations) {
      const std::string condition = condition_of(shape_, *check.point);
      reasons.push_back(
          fmt::format("{} is {}{}, not {}", check.constraint->quantity, text_of(check.left),
                      condition.empty() ? "" : fmt::format(" at {}", condition), limit_of(check)));
    }
    return fmt::format("{}", fmt::join(reasons, " and "));
  }
  static std::string text_of(const std::optional<double>& number) {
    return number ? short_number(*number) : "none";
  }
  // "<= 1e-4", "<= 0.1 * ulps_max = 3".
  static std::string limit_of(const Check& check) {
    const Constraint& constraint = *check.constraint;
    const std::string bound(enum_name(constraint.bound));
    if (constraint.other.empty()) return fmt::format("{} {}", bound, text_of(check.right));
    return fmt::format("{} {} * {} = {}", bound, short_number(constraint.factor), constraint.other,
                       text_of(check.right));
  }

  std::string name_of(const Candidate& candidate) const {
    const PointResult& point = *candidate.points.back();
    const std::string series = series_of(shape_, point);
    const auto x = x_of(shape_, point);
    if (!x) return series;
    const std::string own = fmt::format("{} = {}", *shape_.x, *x);
    return shape_.series.empty() ? own : fmt::format("{}, {}", series, own);
  }

  // Whether a number of its cost was estimated, or extrapolated.
  std::string how_known(const Candidate& candidate) const {
    const PointResult& point = *candidate.points.back();
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
    for (const PointResult* point : candidate.points) answer.points.push_back(point->index);
  }

  const ReportShape& shape_;
  const FindRow& find_;
  std::vector<Candidate> candidates_;  // the best by the quantity first
};

}  // namespace

std::optional<double> quantity_of(const PointResult& point, std::string_view quantity) {
  const auto [name, is_per_lane] = quantity_name(quantity);
  const auto plain = plain_quantity(point, name);
  if (!is_per_lane) return plain;
  const auto lanes = plain_quantity(point, "lanes");
  return plain && lanes ? std::optional(*plain / *lanes) : std::nullopt;
}

Answer found_design(const Results& results, const ReportShape& shape, const FindRow& find) {
  return Finder(results, shape, find).answer();
}

}  // namespace mmasc
