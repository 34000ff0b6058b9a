// SPDX-License-Identifier: Apache-2.0
// A study may look for a design: the one with the least, or the most, of one quantity that keeps
// within bounds on others.
//
// A quantity is a measure that the study measures ("relative_error_rms"), a number of its cost or
// of its structural cycles (mmasc/sweep/quantities.h: "area", "delay", "chain"), an axis of numbers
// ("dot.fraction_bits"), "lanes", or any of these with
// "_per_lane" behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/names.h"

namespace mmasc {

enum class Bound { at_most, at_least, below, above, equal };
template <>
inline constexpr auto kNames<Bound> = std::to_array<EnumName<Bound>>({
    {Bound::at_most, "<="},
    {Bound::at_least, ">="},
    {Bound::below, "<"},
    {Bound::above, ">"},
    {Bound::equal, "="},
});
bool holds(double left, Bound bound, double right);

// "delay <= 1000", "relative_error_rms < 2 * ulps_max"; of a right side without a quantity the
// limit is the factor.
struct Constraint {
  std::string text, quantity;
  Bound bound = Bound::at_most;
  double factor = 1;
  std::string other;  // empty: a number alone
};

struct FindRow {
  std::string quantity;  // empty: the study looks for nothing
  bool wants_most = false;
  std::vector<Constraint> where;
};

// Throws InputError, its text without file and line, where it is no constraint.
Constraint parse_constraint(std::string_view text);

// The same where a name is no quantity of this study, or one that designs do not have, as k.
struct Study;
FindRow checked_find(const Study& study, std::string_view quantity, bool wants_most);
Constraint checked_constraint(const Study& study, std::string_view text);

// A quantity's name without "_per_lane", and whether it had that.
struct QuantityName {
  std::string_view name;
  bool is_per_lane = false;
};
QuantityName quantity_name(std::string_view quantity);

}  // namespace mmasc
