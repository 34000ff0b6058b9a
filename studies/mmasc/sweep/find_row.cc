// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/find_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/sweep/study.h"
#include "mmasc/sweep/words.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"

namespace mmasc {
namespace {

constexpr std::string_view kPerLane = "_per_lane";

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc{} && end == text.data() + text.size();
  return is_whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse_constraint(std::string_view text) {
  throw InputError(fmt::format(
      "\"{}\" is no constraint; write QUANTITY <= NUMBER, or QUANTITY <= NUMBER * QUANTITY, with "
      "<=, >=, <, > or =",
      text));
}

}  // namespace

bool holds(double left, Bound bound, double right) {
  switch (bound) {
    case Bound::at_most:
      return left <= right;
    case Bound::at_least:
      return left >= right;
    case Bound::below:
      return left < right;
    case Bound::above:
      return left > right;
    case Bound::equal:
      return left == right;
  }
  return false;
}

Constraint parse_constraint(std::string_view text) {
  Constraint constraint;
  constraint.text = trimmed(text);
  const auto sign = text.find_first_of("<>=");
  if (sign == text.npos) refuse_constraint(text);
  const std::size_t length = text.substr(sign, 2).ends_with('=') && text[sign] != '=' ? 2 : 1;
  for (const auto& [bound, name] : kNames<Bound>)
    if (text.substr(sign, length) == name) constraint.bound = bound;
  constraint.quantity = trimmed(text.substr(0, sign));
  std::string_view right = trimmed(text.substr(sign + length));
  if (const auto star = right.find('*'); star != right.npos) {
    const auto factor = number_in(trimmed(right.substr(0, star)));
    if (!factor) refuse_constraint(text);
    constraint.factor = *factor;
    constraint.other = trimmed(right.substr(star + 1));
  } else if (const auto number = number_in(right)) {
    constraint.factor = *number;
  } else {
    constraint.other = right;
  }
  const bool has_number_alone = constraint.other.empty() && number_in(right).has_value();
  if (!is_name(constraint.quantity) || (!has_number_alone && !is_name(constraint.other)))
    refuse_constraint(text);
  return constraint;
}

namespace {

void check_quantity(const Study& study, std::string_view quantity) {
  Names legal{"lanes"};
  for (const CyclesRow& row : kCyclesRows) legal.push_back(row.name);
  if (!study.platform.empty()) legal.push_back(kPlatformCycles);
  legal.insert(legal.end(), study.measures.begin(), study.measures.end());
  if (study.cost != CostSource::none) {
    for (const CostRow& row : kCostRows) legal.push_back(row.name);
    legal.push_back(kArrayArea);
    if (study.energy) legal.push_back(kEnergy);
  }
  for (const Axis& axis : study.axes)
    if (axis.is_numeric()) legal.push_back(axis.name);
  const std::string_view name = quantity_name(quantity).name;
  if (std::ranges::find(legal, name) == legal.end())
    throw InputError(fmt::format("no quantity of this study has the name \"{}\"; {}", quantity,
                                 mend_name(name, legal)));
}

}  // namespace

FindRow checked_find(const Study& study, std::string_view quantity, bool wants_most) {
  check_quantity(study, quantity);
  if (is_condition(quantity_name(quantity).name))
    throw InputError(fmt::format(
        "{} is a condition, which designs do not have; look for a measure, a cost or a field",
        quantity));
  return {std::string(quantity), wants_most, {}};
}

Constraint checked_constraint(const Study& study, std::string_view text) {
  Constraint constraint = parse_constraint(text);
  check_quantity(study, constraint.quantity);
  if (!constraint.other.empty()) check_quantity(study, constraint.other);
  return constraint;
}

QuantityName quantity_name(std::string_view quantity) {
  if (!quantity.ends_with(kPerLane)) return {quantity};
  return {quantity.substr(0, quantity.size() - kPerLane.size()), true};
}

}  // namespace mmasc
