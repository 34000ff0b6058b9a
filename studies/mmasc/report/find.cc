// SPDX-License-Identifier: Apache-2.0
#include "mmasc/report/find.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <tuple>

#include "mmasc/report/designs.h"
#include "mmasc/report/reasons.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// Elements of D that are NaN or infinite, where the quantity is a measure; else 0.
std::int64_t left_out_of(const PointResult& point, std::string_view quantity) {
  const MeasureResult* const result = point.measure(quantity_name(quantity).name);
  return result == nullptr ? 0 : result->left_out;
}

bool has_cost(const PointResult& point, std::string_view name) {
  const NamedNumbers& numbers = point.cost->numbers;
  return std::ranges::find(numbers, name, &NamedNumbers::value_type::first) != numbers.end();
}

// A design, and the constraints that it does not meet, or that its samples do not decide.
struct Candidate {
  const Design* design = nullptr;
  std::vector<Check> missed;     // of each constraint the one that is furthest from it
  std::vector<Check> undecided;  // of each constraint the one that most samples would decide
  std::optional<Quantity> wanted;

  Verdict verdict() const {
    if (!missed.empty() || !wanted) return Verdict::missed;
    return undecided.empty() ? Verdict::met : Verdict::undecided;
  }
  static bool is_right(const Candidate& one) { return one.verdict() == Verdict::met; }
  static bool is_undecided(const Candidate& one) { return one.verdict() == Verdict::undecided; }
};

// Designs that may be compared.
class Finder {
 public:
  Finder(const Study& study, const ReportShape& shape, const FindRow& find,
         const std::vector<const Design*>& designs)
      : study_(study), shape_(shape), find_(find) {
    for (const Design* design : designs) candidates_.push_back(judged(*design));
    std::ranges::stable_sort(
        candidates_, [this](const auto& x, const auto& y) { return badness(x) < badness(y); });
  }

  // The first one that recommends a design says which.
  std::string sentence(Answer& answer) const {
    const auto found = std::ranges::find_if(candidates_, Candidate::is_right);
    if (found == candidates_.end()) return none_found(answer);
    choose(*found, answer);
    take(*found, answer);
    std::vector<std::string> parts{fmt::format("{} has the {} {}: {}{}", name_of(*found),
                                               find_.wants_most ? "most" : "least", find_.quantity,
                                               wanted_text(*found), how_known(*found))};
    if (const auto next = std::find_if(found + 1, candidates_.end(), Candidate::is_right);
        next != candidates_.end()) {
      take(*next, answer);
      parts.push_back(fmt::format("{} is next with {}{}", name_of(*next), wanted_text(*next),
                                  why_perhaps_first(*found, *next)));
    }
    if (std::string part = undecided_text({candidates_.begin(), found}, answer); !part.empty())
      parts.push_back(std::move(part));
    if (const Candidate* const kept_out = nearest_better(*found)) {
      take(*kept_out, answer);
      parts.push_back(fmt::format("{} would have {}, but {}", name_of(*kept_out),
                                  wanted_text(*kept_out), why_missed(shape_, kept_out->missed)));
    }
    for (const auto& [axis, value] : found->design->last().axes)
      if (const std::string end = end_of(*found, axis); !end.empty())
        parts.push_back(fmt::format("{} = {} is the {} tried, and one beyond it may be better",
                                    axis, to_text(value), end));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

 private:
  Candidate judged(const Design& design) const {
    Candidate candidate{&design, {}, {}, quantity_of(design.last(), find_.quantity)};
    for (const Constraint& constraint : find_.where) {
      std::optional<Check> missed, undecided;
      for (const PointResult* point : design.points) {
        const Check check(constraint, *point);
        const Verdict verdict = check.verdict();
        if (verdict == Verdict::missed &&
            (!missed || check.relative_distance() > missed->relative_distance()))
          missed = check;
        if (verdict == Verdict::undecided &&
            (!undecided || check.samples_wanted() > undecided->samples_wanted()))
          undecided = check;
      }
      if (missed)
        candidate.missed.push_back(*missed);
      else if (undecided)
        candidate.undecided.push_back(*undecided);
    }
    return candidate;
  }

  // Those that would be better and may be right: the best of them, and how many more there are.
  std::string undecided_text(std::span<const Candidate> better, Answer& answer) const {
    const auto first = std::ranges::find_if(better, Candidate::is_undecided);
    if (first == better.end()) return "";
    for (const Candidate& candidate : better)
      if (Candidate::is_undecided(candidate))
        for (const PointResult* point : candidate.design->points)
          answer.undecided.push_back(point->index);
    take(*first, answer);
    const auto more = std::ranges::count_if(better, Candidate::is_undecided) - 1;
    return fmt::format(
        "{}, whose {} is {}, is undecided: {}{}", name_of(*first), find_.quantity,
        wanted_text(*first), why_undecided(study_, shape_, first->undecided),
        more == 0 ? ""
                  : fmt::format("; {} more {} undecided, too", more, more == 1 ? "is" : "are"));
  }

  // Empty where the order of the two is certain.
  static std::string_view why_perhaps_first(const Candidate& best, const Candidate& next) {
    const auto &x = *best.wanted, &y = *next.wanted;
    if (x.is_extrapolated || y.is_extrapolated) return ", and may be first by a synthesis";
    const bool are_told_apart = (!x.is_sampled() && !y.is_sampled()) ||
                                x.interval.high < y.interval.low ||
                                y.interval.high < x.interval.low;
    return are_told_apart ? "" : ", and may be first by more samples";
  }

  // Designs without the quantity come last; where it is a measure, they first lose few results.
  std::tuple<bool, std::int64_t, double> badness(const Candidate& candidate) const {
    double wanted = candidate.wanted ? candidate.wanted->value : 0;
    const MeasureRow* const measure = find_measure(quantity_name(find_.quantity).name);
    if (measure != nullptr && measure->better == Better::near_zero) wanted = std::fabs(wanted);
    return {!candidate.wanted, left_out_of(candidate.design->last(), find_.quantity),
            find_.wants_most ? -wanted : wanted};
  }

  // Finds the design a step beyond the winner: of those that would be better and miss a constraint
  // the one that differs in the fewest fields, and of these the closest. Null where there is none.
  const Candidate* nearest_better(const Candidate& winner) const {
    const Candidate* nearest = nullptr;
    const auto distance = [&](const Candidate& other) {
      return std::pair(fields_apart(other, winner),
                       std::fabs(other.wanted->value - winner.wanted->value));
    };
    for (const Candidate& other : candidates_)
      if (!other.missed.empty() && other.wanted && badness(other) < badness(winner) &&
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
  // the field goes on beyond, and the step from it back into the study makes what is wanted worse.
  // A 0 that stands for something else is no number of the axis.
  std::string end_of(const Candidate& winner, const std::string& axis) const {
    const auto number = [&](const Candidate& candidate) {
      const AxisValue* const value = axis_of(candidate.design->last(), axis);
      const auto of_axis = value == nullptr ? std::nullopt : to_number(*value);
      return of_axis == 0.0 && !meaning_of_zero(axis).empty() ? std::nullopt : of_axis;
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
    if (is_out_of_range(axis, *own + (more.empty() ? 1 : -1))) return "";
    return more.empty() ? "greatest" : "least";
  }

  bool is_out_of_range(const std::string& axis, double value) const {
    try {
      (void)find_unit(unit_name(study_, study_.unit)).with(axis, fmt::format("{:.0f}", value));
    } catch (const RowError& error) {
      return error.reason.find("; use ") != std::string::npos &&
             error.reason.find("..") != std::string::npos;
    } catch (const InputError&) {  // the unit's file has gone
    }
    return false;
  }

  std::string wanted_text(const Candidate& candidate) const {
    std::string text = number_text(candidate.wanted);
    if (const auto lost = left_out_of(candidate.design->last(), find_.quantity); lost > 0)
      text += fmt::format(" ({} results infinite or NaN)", lost);
    return text;
  }

  std::string none_found(Answer& answer) const {
    if (const std::string part = undecided_text(candidates_, answer); !part.empty())
      return "No choice of this study meets all constraints for certain; " + part;
    const Candidate& nearest =
        *std::ranges::min_element(candidates_, {}, [](const Candidate& candidate) {
          double furthest = 0;
          for (const Check& check : candidate.missed)
            furthest = std::max(furthest, check.relative_distance());
          return std::pair(candidate.missed.size(), furthest);
        });
    if (nearest.missed.empty())
      return fmt::format("No point of this study has a {}", find_.quantity);
    take(nearest, answer);
    return fmt::format("No choice of this study meets all constraints; of {}, the nearest, {}",
                       name_of(nearest), why_missed(shape_, nearest.missed));
  }

  std::string name_of(const Candidate& candidate) const {
    return mmasc::name_of(shape_, *candidate.design);
  }

  // Says where a number of its cost was estimated, or extrapolated.
  std::string how_known(const Candidate& candidate) const {
    const PointResult& point = candidate.design->last();
    if (!point.cost || point.cost->kind != enum_name(CostSource::estimate)) return "";
    const auto asks_cost = [&](std::string_view quantity) {
      return has_cost(point, quantity_name(quantity).name);
    };
    const bool asks = asks_cost(find_.quantity) ||
                      std::ranges::any_of(find_.where, [&](const Constraint& constraint) {
                        return asks_cost(constraint.quantity) || asks_cost(constraint.other);
                      });
    if (!asks) return "";
    return has_cost(point, kExtrapolated) ? " (its cost is extrapolated)"
                                          : " (its cost is estimated)";
  }

  static void take(const Candidate& candidate, Answer& answer) {
    for (const PointResult* point : candidate.design->points) answer.points.push_back(point->index);
  }

  static void choose(const Candidate& candidate, Answer& answer) {
    if (answer.chosen.empty()) {
      answer.x = candidate.design->x;
      answer.series = candidate.design->series;
    }
    for (const PointResult* point : candidate.design->points) answer.chosen.push_back(point->index);
  }

  const Study& study_;
  const ReportShape& shape_;
  const FindRow& find_;
  std::vector<Candidate> candidates_;  // the best by the quantity first
};

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
                        Finder(results.study, shape, find, group).sentence(answer));
  if (sentences.empty())
    sentences.push_back(fmt::format("No point of this study has {}", fmt::join(places, " and ")));
  answer.sentence = fmt::format("{}.", fmt::join(sentences, ". "));
  return answer;
}

}  // namespace mmasc
