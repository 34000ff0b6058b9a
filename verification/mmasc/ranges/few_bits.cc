// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/few_bits.h"

#include <algorithm>
#include <vector>

namespace mmasc {
namespace {

using Groups = std::vector<GroupRange>;

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
int depth_of_three(const Groups& groups) {
  int depth = 0;
  const std::size_t size = groups.size();
  for (std::size_t i = 0; i < size * size * size; ++i) {
    const std::size_t of[] = {i % size, i / size % size, i / size / size};
    bool are_there = true;
    for (const std::size_t g : of)
      are_there =
          are_there && groups[g].term.nonzero && std::ranges::count(of, g) <= groups[g].count;
    if (!are_there) continue;
    const TermRange &x = groups[of[0]].term, &y = groups[of[1]].term, &z = groups[of[2]].term;
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
int depth_of_two(const Groups& groups, int last_shown) {
  int depth = 0;
  for (const GroupRange& of_x : groups)
    for (const GroupRange& of_y : groups) {
      const TermRange &x = of_x.term, &y = of_y.term;
      if (!x.nonzero || !y.nonzero || (&of_x == &of_y && of_y.count == 1)) continue;
      const int kept = std::max(std::min(last_bit(x), of_x.fraction_bits()), of_y.fraction_bits());
      depth = std::max(depth, std::min({kept, depth_below(x, y, of_y.input.integer_bits()),
                                        depth_above(x, y, last_shown)}));
    }
  return depth;
}

}  // namespace

int zeros_of_two(const SumRange& sum) {
  const GroupRange& both = sum.groups.front();
  const TermRange& term = both.term;
  if (!sum.exact() || sum.groups.size() != 1 || both.count != 2 || sum.has_floor() ||
      sum.has_grid() || sum.complements() || sum.asks_lost() || term.zeros == kNoLimit)
    return kNoLimit;
  // One cancels what leads, so it lies no further below than that, and ends with its own last bit.
  int zeros = term.zeros + 1 + both.input.integer_bits() + term.fraction;
  for (const Interval above : both.zero_above) zeros = std::max(zeros, above.high + term.fraction);
  return zeros;
}

int few_bits(const SumRange& sum, int last_place) {
  if (!sum.is_plain()) return 1;
  int terms = 0, lead = 0, depth = 0;  // depth: of the lowest bit, below e_max
  bool leads_with_its_exponent = false;
  const auto reach = [&lead](const std::vector<Interval>& above) {
    for (const Interval one : above) lead = std::max(lead, one.high);
  };
  reach(sum.floor_above);
  for (const GroupRange& group : sum.groups) {
    reach(group.zero_above);
    if (!group.term.nonzero) continue;
    terms += group.count;
    leads_with_its_exponent =
        group.term.normalized && group.term.lowest_leading >= group.term.exponent.low;
    depth = std::max(
        depth, std::min(group.greatest_distance + group.term.fraction, group.fraction_bits()));
  }
  if (terms == 1 && lead == 0 && leads_with_its_exponent) depth = 0;
  constexpr int kUnsure = 4;
  if (terms == 2) {
    // Below a zero it is a lone term, of which the rounding sees what reaches its last bit.
    const int seen = sum.sum.zero_exponent.high - last_place;
    const int of_two = depth_of_two(sum.groups, last_place - 1) - kUnsure;
    depth = std::min(depth, lead == 0 ? of_two : std::max(of_two, seen));
  }
  if (lead == 0 && terms == 3) depth = std::min(depth, depth_of_three(sum.groups) - kUnsure);
  // A sum that lies wholly below the last bit shows the rounding no more than that it does.
  depth = std::min(depth, sum.sum.exponent.high - last_place);
  return std::clamp(sum.fraction_bits - depth + 1, 1, std::max(1, sum.tree_bits.back()));
}

}  // namespace mmasc
