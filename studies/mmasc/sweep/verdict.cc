// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/verdict.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"

namespace mmasc {
namespace {

std::optional<double> number_of(const NamedNumbers& numbers, std::string_view name) {
  const auto found = std::ranges::find(numbers, name, &NamedNumbers::value_type::first);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

// An MMA unit of one dot-product unit has that one's area.
std::string_view cost_name(const PointCost& cost, std::string_view name) {
  return name == kArrayArea && !number_of(cost.numbers, name) ? "area" : name;
}

std::optional<double> plain_number(const PointResult& point, std::string_view name) {
  const auto axis = std::ranges::find(point.axes, name, [](const auto& one) { return one.first; });
  if (axis != point.axes.end()) return to_number(axis->second);
  for (const CyclesRow& row : kCyclesRows)
    if (row.name == name) return static_cast<double>(point.cycles.*row.member);
  if (name == kPlatformCycles && point.cycles.platform) return point.cycles.platform->cycles;
  if (const auto width = number_of(point.widths, name)) return width;
  if (!point.cost) return std::nullopt;
  return number_of(point.cost->numbers, cost_name(*point.cost, name));
}

std::optional<Quantity> plain_quantity(const PointResult& point, std::string_view name) {
  if (const MeasureResult* const result = point.measure(name)) {
    const auto value = find_measure(name)->judged(*result);
    if (!value) return std::nullopt;
    return result->interval ? Quantity{*value, *result->interval} : Quantity{*value};
  }
  const auto number = plain_number(point, name);
  if (!number) return std::nullopt;
  Quantity quantity{*number};
  quantity.is_extrapolated = point.cost && point.cost->kind == enum_name(CostSource::estimate) &&
                             number_of(point.cost->numbers, cost_name(*point.cost, name)) &&
                             number_of(point.cost->numbers, kExtrapolated);
  return quantity;
}

}  // namespace

Quantity Quantity::times(double factor) const {
  const double one = interval.low * factor, other = interval.high * factor;
  return {value * factor, {std::min(one, other), std::max(one, other)}, is_extrapolated};
}

std::optional<Quantity> quantity_of(const PointResult& point, std::string_view quantity) {
  const auto [name, is_per_lane] = quantity_name(quantity);
  const auto plain = plain_quantity(point, name);
  if (!is_per_lane || !plain) return plain;
  const auto lanes = plain_number(point, "lanes");
  if (!lanes) return std::nullopt;
  const auto& [low, high] = plain->interval;
  return Quantity{plain->value / *lanes, {low / *lanes, high / *lanes}, plain->is_extrapolated};
}

Check::Check(const Constraint& tried, const PointResult& at)
    : constraint(&tried), point(&at), left(quantity_of(at, tried.quantity)) {
  right = tried.other.empty() ? Quantity{tried.factor} : quantity_of(at, tried.other);
  if (right && !tried.other.empty()) right = right->times(tried.factor);
}

Verdict Check::verdict() const {
  return left && right && is_extrapolated() ? Verdict::undecided : verdict_of_samples();
}

Verdict Check::verdict_of_samples() const {
  if (!left || !right) return Verdict::missed;
  const Bound bound = constraint->bound;
  const bool holds_as_measured = holds(left->value, bound, right->value);
  if (bound == Bound::equal || left->value == right->value)
    return holds_as_measured ? Verdict::met : Verdict::missed;
  const bool one = holds(left->interval.low, bound, right->interval.high),
             other = holds(left->interval.high, bound, right->interval.low);
  if (one != other) return Verdict::undecided;
  return holds_as_measured ? Verdict::met : Verdict::missed;
}

bool Check::is_extrapolated() const {
  return (left && left->is_extrapolated) || (right && right->is_extrapolated);
}

double Check::relative_distance() const {
  using Limits = std::numeric_limits<double>;
  if (!left || !right) return Limits::infinity();
  return std::fabs(left->value - right->value) / std::max(std::fabs(right->value), Limits::min());
}

double Check::samples_wanted() const {
  if (verdict_of_samples() != Verdict::undecided) return 0;
  const double apart = right->value - left->value;
  const double widths =
      apart > 0 ? left->interval.high - left->value + right->value - right->interval.low
                : left->value - left->interval.low + right->interval.high - right->value;
  return (widths / apart) * (widths / apart);
}

bool is_asked(const PointResult& point, const FindRow& find) {
  return std::ranges::all_of(find.where, [&](const Constraint& constraint) {
    return !is_condition(constraint.quantity) || Check(constraint, point).verdict() == Verdict::met;
  });
}

Verdict verdict_of(const PointResult& point, const FindRow& find) {
  Verdict worst = Verdict::met;
  for (const Constraint& constraint : find.where)
    worst = std::max(worst, Check(constraint, point).verdict());
  return worst;
}

std::string_view verdict_text(const PointResult& point, const FindRow& find) {
  return is_asked(point, find) ? enum_name(verdict_of(point, find)) : std::string_view();
}

}  // namespace mmasc
