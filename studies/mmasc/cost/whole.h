// SPDX-License-Identifier: Apache-2.0
// A dot-product unit with the addition units behind it, which are units of their own: that of a
// late c, and that of partial sums into an f32 accumulator.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/cost/cost.h"

namespace mmasc {

// The roundings of the additions of partial sums; unset: there is none. With an inner one the
// unit's sums are added to an f32 sum, and such sums to another.
struct Promotions {
  std::optional<Rounding> outer{}, inner{};
  friend bool operator==(const Promotions&, const Promotions&) = default;
};

struct WholeUnit {
  Unit unit;
  Promotions promotions{};

  // By name, as their rows begin: "late_c", "inner_promotion", "promotion". Throws InputError where
  // d cannot be promoted (mmasc/arith/promotion.h).
  std::vector<std::pair<std::string, Unit>> additions() const;
};

// Each unit, and its additions behind it.
std::vector<Unit> parts_of(std::span<const WholeUnit> wholes);
// A whole unit has the rows of all its parts, the sums of their areas and the longest of their
// delays. `costs` are those of the parts, in their order.
std::vector<UnitCost> whole_costs(std::span<const WholeUnit> wholes,
                                  std::span<const UnitCost> costs);

UnitCost estimate(const WholeUnit& whole);

}  // namespace mmasc
