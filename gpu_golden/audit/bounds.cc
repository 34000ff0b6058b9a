// SPDX-License-Identifier: Apache-2.0
#include "audit/bounds.h"

#include <algorithm>
#include <bit>
#include <span>

namespace mmasc {
namespace {

Bounds product_of(const Bounds& x, const Bounds& y) {
  Bounds product;
  product.least_exponent = x.least_exponent + y.least_exponent;
  product.greatest_exponent = x.greatest_exponent + y.greatest_exponent;
  product.lowest_bit = x.lowest_bit + y.lowest_bit;
  product.top = x.top + y.top;
  product.depth = x.depth + y.depth + 1;
  product.least_value = x.least_value + y.least_value;
  product.least_zero = std::min({x.least_zero + y.least_zero, x.least_zero + y.least_exponent,
                                 x.least_exponent + y.least_zero});
  product.greatest_zero =
      std::max({x.greatest_zero + y.greatest_zero, x.greatest_zero + y.greatest_exponent,
                x.greatest_exponent + y.greatest_zero});
  return product;
}

Bounds product_of(const Unit& unit, const MultiplierPlan& m) {
  Bounds product = product_of(bounds_of(*unit.instruction.a, m.a, m.flush_inputs),
                              bounds_of(*unit.instruction.b, m.b, m.flush_inputs));
  if (m.fixed_point()) {
    product.least_exponent = product.greatest_exponent = 0;
    product.least_zero = product.greatest_zero = 0;
    product.depth = product.top - product.lowest_bit;
  }
  if (m.scale_lanes > 0) {
    const Bounds scale = bounds_of(m.scale, m.scale, Flush::none);
    product = product_of(product, product_of(scale, scale));
  }
  return product;
}

// Operands, and in later steps d, whose bits are no lower than those of what it is the sum of.
Bounds c_of(const Unit& unit, const Plan& plan, const Bounds& product) {
  const MultiplierPlan& m = plan.multiplier;
  const bool late = unit.instruction.late_c.has_value();
  const Bounds stored = bounds_of(*unit.instruction.c, m.c, late ? Flush::none : m.flush_inputs);
  if (unit.steps() == 1 && !late) return stored;
  const int ulp = plan.d.least_exponent() - plan.d.fraction_bits;
  Bounds chained = bounds_of(plan.d, m.c, Flush::none);
  chained.lowest_bit =
      std::max(ulp, late ? product.lowest_bit : std::min(product.lowest_bit, stored.lowest_bit));
  chained.least_exponent = std::max(plan.d.least_exponent(), chained.lowest_bit);
  chained.least_value =
      plan.result.flush == Flush::none ? chained.lowest_bit : chained.least_exponent;
  return late ? chained : chained.joined(stored);
}

class Reader {
 public:
  Reader(const Unit& unit, const Plan& plan) : plan_(plan) {
    bounds_.product = product_of(unit, plan.multiplier);
    bounds_.c = c_of(unit, plan, bounds_.product);
  }

  DatapathBounds read() && {
    const MultiplierPlan& m = plan_.multiplier;
    const Bounds product = m.rounds ? rounded(bounds_.product, m.round) : bounds_.product;
    slots_.assign(static_cast<std::size_t>(m.lanes), product);
    slots_.push_back(bounds_.c);
    for (const LevelPlan& level : plan_.levels) {
      std::vector<Bounds> next;
      for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
        const SumPlan& sum = plan_.sums[s];
        bounds_.sums.push_back(sum_of(sum));
        next.push_back(sum.rounds ? rounded(bounds_.sums.back(), sum.round) : bounds_.sums.back());
      }
      for (const int slot : level.passing) next.push_back(slots_[static_cast<std::size_t>(slot)]);
      slots_ = next;
    }
    return std::move(bounds_);
  }

 private:
  Bounds group_of(const AddendGroup& group) const {
    Bounds all = slots_[static_cast<std::size_t>(group.first_slot)];
    for (int i = 1; i < group.count; ++i)
      all = all.joined(slots_[static_cast<std::size_t>(group.first_slot + i * group.stride)]);
    return all;
  }

  Bounds sum_of(const SumPlan& sum) {
    const auto first = bounds_.groups.size();
    for (int g = sum.first_group; g < sum.first_group + sum.group_count; ++g)
      bounds_.groups.push_back(group_of(plan_.groups[g]));
    const std::span groups = std::span(bounds_.groups).subspan(first);
    Bounds all = groups.front();
    for (const Bounds& group : groups) all = all.joined(group);
    all.least_value = std::min(all.least_value, least_cancelled(sum, groups));
    bound_exponents(sum, groups, all);
    bound_bits(sum, groups, all);
    return all;
  }

  // The exponents of a sum are those of its terms, and what exact zeros and the floor make of them.
  void bound_exponents(const SumPlan& sum, std::span<const Bounds> groups, Bounds& all) const {
    using Kind = ZeroExponent::Kind;
    all.least_zero = all.greatest_zero = plan_.absent_exponent;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const AddendGroup& group = plan_.groups[sum.first_group + static_cast<int>(i)];
      if (group.zero_rule.kind == Kind::ignored) continue;
      const bool own = group.zero_rule.kind == Kind::own;
      int least = own ? groups[i].least_zero : group.zero_exponent;
      if (group.vanishes_below != kNoLimit)  // a term that vanished counts as a zero
        least = std::min(least, groups[i].least_exponent);
      all.least_zero = std::max(all.least_zero, least);
      all.greatest_zero =
          std::max(all.greatest_zero, own ? groups[i].greatest_zero : group.zero_exponent);
    }
    if (sum.has_exponent_floor) {
      all.least_exponent = std::max(all.least_exponent, sum.exponent_floor);
      all.least_zero = std::max(all.least_zero, sum.exponent_floor);
      all.greatest_zero = std::max(all.greatest_zero, sum.exponent_floor);
    }
    all.greatest_exponent = std::max(all.greatest_exponent, all.greatest_zero);
  }

  // Bits are cut off below the largest exponent, and sums carry.
  void bound_bits(const SumPlan& sum, std::span<const Bounds> groups, Bounds& all) const {
    int lowest = kAlways, top = kNever, terms = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const AddendGroup& group = plan_.groups[sum.first_group + static_cast<int>(i)];
      const int unit = all.least_exponent - group.fraction_bits;
      lowest = std::min(lowest, std::max(groups[i].lowest_bit, sum.sticky ? kNever : unit));
      top = std::max(top, groups[i].top);
      const int greatest_unit = all.greatest_exponent - group.fraction_bits;
      if (may_increment(group.shift_out) && greatest_unit > groups[i].lowest_bit)
        top = std::max({top, groups[i].top + 1, greatest_unit + 1});
      terms += group.count;
    }
    all.lowest_bit = lowest;
    all.top = top + std::bit_width(static_cast<unsigned>(terms - 1));
    all.depth = all.top - lowest;
    all.least_value = std::max(all.least_value, lowest);
  }

  // The exponent of the least that two terms, both added whole, leave of each other. One at most
  // half of the other leaves half of that; and else both end `depth` bits below about the same
  // place.
  static int least_cancelled(const SumPlan& sum, std::span<const Bounds> groups) {
    if (sum.addend_count != 2 || !sum.exact) return kNever;
    const Bounds &x = groups.front(), &y = groups.back();
    return std::max(x.least_value, y.least_value) - 1 - std::max(x.depth, y.depth);
  }

  const Plan& plan_;
  DatapathBounds bounds_;
  std::vector<Bounds> slots_;  // of a level's input
};

}  // namespace

Bounds Bounds::joined(const Bounds& other) const {
  return {.least_exponent = std::min(least_exponent, other.least_exponent),
          .greatest_exponent = std::max(greatest_exponent, other.greatest_exponent),
          .lowest_bit = std::min(lowest_bit, other.lowest_bit),
          .top = std::max(top, other.top),
          .depth = std::max(depth, other.depth),
          .least_value = std::min(least_value, other.least_value),
          .least_zero = std::min(least_zero, other.least_zero),
          .greatest_zero = std::max(greatest_zero, other.greatest_zero)};
}

Bounds bounds_of(const Format& stored, const Format& seen, Flush flush) {
  int lowest = stored.least_exponent() - stored.fraction_bits;
  int least = stored.has_subnormals ? lowest : stored.least_exponent();  // of a leading bit
  if (flush != Flush::none) {
    least = std::max(least, seen.least_exponent());
    lowest = std::max(lowest, seen.least_exponent() - stored.fraction_bits);
  }
  return {.least_exponent = std::max(least, seen.least_exponent()),
          .greatest_exponent = stored.greatest_exponent(),
          .lowest_bit = lowest,
          .top = stored.greatest_exponent() + 1,
          .depth = stored.fraction_bits,
          .least_value = least,
          .least_zero = seen.least_exponent(),
          .greatest_zero = seen.least_exponent()};
}

Bounds rounded(const Bounds& input, const RoundPlan& round) {
  const int ulp = ulp_of(round);
  const int lowest = std::max(input.lowest_bit, ulp);
  const int greatest = std::clamp(input.top, ulp, round.greatest_exponent);  // a carry reaches top
  return {.least_exponent = std::max(round.least_exponent, lowest),
          .greatest_exponent = std::max(round.least_exponent, greatest),
          .lowest_bit = lowest,
          .top = greatest + 1,
          .depth = round.fraction_bits,
          .least_value = round.flush == Flush::none
                             ? std::max(input.least_value, ulp)
                             : std::max(input.least_value, round.least_exponent),
          .least_zero = round.least_exponent,
          .greatest_zero = round.least_exponent};
}

int bits_of(const Bounds& input, const RoundPlan& round) {
  return std::min({round.input.magnitude_bits, input.top - input.lowest_bit, input.depth + 1});
}

bool is_exact_in_range(const RoundPlan& round, const Bounds& input) {
  return input.lowest_bit >= ulp_of(round) && bits_of(input, round) <= round.fraction_bits + 1 &&
         (round.flush == Flush::none || input.least_value >= round.least_exponent);
}

bool is_exact(const RoundPlan& round, const Bounds& input) {
  return is_exact_in_range(round, input) && input.top <= round.greatest_exponent;
}

DatapathBounds bounds_of(const Unit& unit, const Plan& plan) { return Reader(unit, plan).read(); }

}  // namespace mmasc
