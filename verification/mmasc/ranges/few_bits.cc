// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/few_bits.h"

#include <algorithm>
#include <span>

namespace mmasc {
namespace {

using Groups = std::span<const AddendGroup>;

// How far below its exponent a term has its lowest bit.
int last_bit(const TermRange& term) {
  return term.normalized ? std::min(term.fraction, term.bits - 1) : term.fraction;
}

// x has the larger exponent, not its least one, where numbers are subnormal and so not
// normalized; y is far smaller or cancels with it.
int depth_below(const TermRange& x, const TermRange& y, int integer_bits) {
  // Where y stays below x by its exponent, it stays below by `gap` at least.
  const Dyadic gap = Dyadic{1, integer_bits} + -y.greatest_magnitude();
  const int below =
      std::min(last_bit(y), gap.is_zero() ? 0 : 1 - gap.integer.bit_length() - gap.exponent);
  int depth = std::max({last_bit(x), integer_bits - 1 + last_bit(y), integer_bits + below});
  if (!x.normalized)
    depth = std::max(depth, std::min(x.zeros, x.fraction) + integer_bits + y.fraction);
  return depth;
}

// Two cancel, the third is far below them.
int depth_of_three(Groups groups, const SumRange& range) {
  int depth = 0;
  const std::size_t size = range.groups.size();
  for (std::size_t i = 0; i < size * size * size; ++i) {
    const std::size_t of[] = {i % size, i / size % size, i / size / size};
    bool are_there = true;
    for (const std::size_t g : of)
      are_there =
          are_there && range.groups[g].term.nonzero && std::ranges::count(of, g) <= groups[g].count;
    if (!are_there) continue;
    const TermRange &x = range.groups[of[0]].term, &y = range.groups[of[1]].term,
                    &z = range.groups[of[2]].term;
    depth =
        std::max(depth, std::min(x.exponent.high, y.exponent.high) - z.exponent.low + z.fraction);
  }
  return depth;
}

// x has the larger exponent. A y that cancels it reaches it, and the sum shows no bit below
// `last_shown`.
int depth_above(const TermRange& x, const TermRange& y, int last_shown) {
  const int lead = x.normalized ? std::min(x.exponent.high, y.top) : x.exponent.high;
  return std::max(last_bit(x), lead - std::max(y.lowest_bit, last_shown));
}

// How far the lowest bit of x + y lies below e_max, at most, where neither is below a zero.
int depth_of_two(Groups groups, const SumRange& range, int last_shown) {
  int depth = 0;
  for (std::size_t g = 0; g < range.groups.size(); ++g)
    for (std::size_t h = 0; h < range.groups.size(); ++h) {
      const TermRange &x = range.groups[g].term, &y = range.groups[h].term;
      const AddendGroup &of_x = groups[g], &of_y = groups[h];
      if (!x.nonzero || !y.nonzero || (g == h && of_y.count == 1)) continue;
      const int kept = std::max(std::min(last_bit(x), of_x.fraction_bits), of_y.fraction_bits);
      depth = std::max(depth, std::min({kept, depth_below(x, y, of_y.input.integer_bits()),
                                        depth_above(x, y, last_shown)}));
    }
  return depth;
}

}  // namespace

int zeros_of_two(const Plan& plan, const SumPlan& sum, const SumRange& range) {
  const AddendGroup& both = groups_of(plan, sum).front();
  const GroupRange& group = range.groups.front();
  if (!sum.exact || sum.group_count != 1 || both.count != 2 || sum.has_exponent_floor ||
      sum.has_grid() || sum.complements() || sum.total.asks_lost() || group.term.zeros == kNoLimit)
    return kNoLimit;
  const TermRange& term = group.term;
  // One cancels what leads, so it lies no further below than that, and ends with its own last bit.
  int zeros = term.zeros + 1 + both.input.integer_bits() + term.fraction;
  for (const Interval above : group.zero_above) zeros = std::max(zeros, above.high + term.fraction);
  return zeros;
}

int few_bits(const Plan& plan, const SumPlan& sum, const SumRange& range) {
  const Groups groups = groups_of(plan, sum);
  if (!sum.is_plain()) return 1;
  int terms = 0, lead = 0, depth = 0;  // depth: of the lowest bit, below e_max
  bool leads_with_its_exponent = false;
  const auto reach = [&lead](const std::vector<Interval>& above) {
    for (const Interval one : above) lead = std::max(lead, one.high);
  };
  reach(range.floor_above);
  for (std::size_t g = 0; g < range.groups.size(); ++g) {
    const GroupRange& group = range.groups[g];
    const AddendGroup& of = groups[g];
    reach(group.zero_above);
    if (!group.term.nonzero) continue;
    terms += of.count;
    leads_with_its_exponent =
        group.term.normalized && group.term.lowest_leading >= group.term.exponent.low;
    depth =
        std::max(depth, std::min(group.greatest_distance + group.term.fraction, of.fraction_bits));
  }
  if (terms == 1 && lead == 0 && leads_with_its_exponent) depth = 0;
  constexpr int kUnsure = 4;
  if (terms == 2) {
    // Below a zero it is a lone term, of which the rounding sees what reaches its last bit.
    const int ulp = ulp_of(rounding_of(plan, sum));
    const int seen = range.sum.zero_exponent.high - ulp;
    const int of_two = depth_of_two(groups, range, ulp - 1) - kUnsure;
    depth = std::min(depth, lead == 0 ? of_two : std::max(of_two, seen));
  }
  if (lead == 0 && terms == 3) depth = std::min(depth, depth_of_three(groups, range) - kUnsure);
  // A sum that lies wholly below the last bit shows the rounding no more than that it does.
  depth = std::min(depth, range.sum.exponent.high - ulp_of(rounding_of(plan, sum)));
  return std::clamp(sum.fraction_bits - depth + 1, 1, std::max(1, range.tree_bits.back()));
}

}  // namespace mmasc
