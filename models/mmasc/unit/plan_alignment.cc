// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "mmasc/unit/plan_parts.h"

namespace mmasc {
namespace {

using Groups = std::span<AddendGroup>;

int ceil_log2(std::uint64_t count) {
  return count <= 1 ? 0 : static_cast<int>(std::bit_width(count - 1));
}

// The exponents of the sum: of a sum that is not an exact zero, and how far exact zeros and the
// floor may raise it.
void plan_exponents(SumPlan& sum, Groups groups, std::optional<int> moved_zeros) {
  int low = groups.front().input.exponent_min, high = groups.front().input.exponent_max;
  for (const AddendGroup& group : groups) {
    low = std::min(low, group.input.exponent_min);
    high = std::max(high, group.input.exponent_max);
    if (group.fixed_zero_exponent()) high = std::max(high, group.zero_rule.value);
    if (group.own_zero_exponent() && moved_zeros)
      high = std::max(high, group.exponent_in_e_max(*moved_zeros, false));
  }
  if (sum.has_exponent_floor) {
    low = std::max(low, sum.exponent_floor);
    high = std::max(high, sum.exponent_floor);
  }
  sum.output.exponent_min = sum.on_grid(low);
  sum.output.exponent_max = sum.on_grid(high);
}

// The exponents of each group's terms, less one that all terms have.
std::vector<ExponentSpan> spans_of(Groups groups, std::span<const ExponentSpan> beside_scales) {
  std::vector<ExponentSpan> spans(beside_scales.begin(), beside_scales.end());
  if (spans.empty())
    for (const AddendGroup& group : groups)
      spans.push_back({group.input.exponent_min, group.input.exponent_max});
  return spans;
}

bool have_one_exponent(std::span<const ExponentSpan> spans) {
  return std::ranges::all_of(
      spans, [&](const ExponentSpan& span) { return span.min == span.max && span == spans[0]; });
}

// How far the largest exponent may lie above the least one of a group's terms. A number that may be
// e_max whatever the terms are, as a floor, has no place among exponents beside scales.
int greatest_distance(const SumPlan& sum, Groups groups, std::span<const ExponentSpan> spans,
                      bool are_beside_scales, std::size_t g) {
  const bool has_number =
      sum.has_exponent_floor || std::ranges::any_of(groups, &AddendGroup::fixed_zero_exponent);
  if (!are_beside_scales || has_number)
    return sum.output.exponent_max - groups[g].input.exponent_min;
  return std::ranges::max(spans, {}, &ExponentSpan::max).max - spans[g].min + sum.grid.step - 1;
}

// Two terms x and y of an exact sum that rounds, the exponent of x the larger. y may be cut where
// it is less than half of the last bit of x: then x + y keeps its leading bit at or above that
// half, and a window that reaches one guard and one sticky bit below the rounding gives the exact
// sum's result, y's lost bits jammed into the sticky bit. Needs every non-zero term to have a
// non-zero value.
void narrow_window(SumPlan& sum, Groups groups, int rounded_fraction_bits) {
  int window = 0;
  const auto reach = [&](const TermWidths& x, const TermWidths& y) {
    window = std::max({window, x.fraction_bits + y.integer_bits() + y.fraction_bits,
                       x.fraction_bits + rounded_fraction_bits + 3});
  };
  reach(groups.front().input, groups.back().input);
  reach(groups.back().input, groups.front().input);
  for (const AddendGroup& group : groups)
    if (window >= group.fraction_bits) return;
  sum.sticky = true;
  for (AddendGroup& group : groups) {
    group.fraction_bits = window;
    group.alignment_rounding = Rounding::to_odd;
  }
}

// Shifts and width of one group's addends, once the sum's fraction bits are known.
void plan_shifts(AddendGroup& group, int sum_fraction_bits) {
  const int difference = group.fraction_bits - group.input.fraction_bits;
  group.pre_shift = std::max(0, difference);
  group.post_shift = std::max(0, -difference);
  group.scale_up = sum_fraction_bits - group.fraction_bits;
  const int carry = group.may_increment() ? 1 : 0;
  group.magnitude_bits =
      std::max(1, group.input.magnitude_bits + difference) + carry + group.scale_up;
}

// Bits of the sum of all addends' magnitudes.
int magnitude_bits_of_sum(Groups groups) {
  int widest = 1;
  for (const AddendGroup& group : groups) widest = std::max(widest, group.magnitude_bits);
  constexpr int kNegligible = 8;  // as many bits narrower, a whole group adds less than one widest
  std::uint64_t addends = 0;      // of the widest kind
  for (const AddendGroup& group : groups) {
    const int narrower = std::min(widest - group.magnitude_bits, kNegligible);
    const auto count = static_cast<std::uint64_t>(group.count);
    addends += (count + (std::uint64_t{1} << narrower) - 1) >> narrower;
  }
  return widest + ceil_log2(addends);
}

}  // namespace

void plan_alignment(SumPlan& sum, AddendGroup* first_group, int rounded_fraction_bits,
                    bool may_cancel, std::optional<int> moved_zeros,
                    std::span<const ExponentSpan> beside_scales) {
  const Groups groups(first_group, static_cast<std::size_t>(sum.group_count));
  const auto all = [&](auto predicate) { return std::ranges::all_of(groups, predicate); };
  const bool whole = all([](const AddendGroup& g) { return !g.may_vanish(); });
  const bool rounds = rounded_fraction_bits >= 0;
  const std::vector<ExponentSpan> spans = spans_of(groups, beside_scales);
  const bool is_level = have_one_exponent(spans) && !moved_zeros;  // zeros among them
  sum.exact = all([](const AddendGroup& g) { return g.exact; });
  // The value of an exact sum that rounds depends neither on a floor nor on the exponents of its
  // zeros: they stay where all terms have one exponent, and nothing need be shifted.
  if (sum.exact && rounds && whole) {
    sum.has_exponent_floor = false;
    for (AddendGroup& group : groups)
      group.zero_rule.kind = is_level ? ZeroExponent::Kind::own : ZeroExponent::Kind::ignored;
  }

  plan_exponents(sum, groups, moved_zeros);
  const bool takes_largest = !sum.has_exponent_floor && !sum.has_grid();
  const bool narrows = sum.exact && rounds && whole && takes_largest;
  // e_max is the exponent of every term, or of the only one if that is not zero.
  const bool stays = (takes_largest && is_level &&
                      all([](const AddendGroup& g) { return g.own_zero_exponent(); })) ||
                     (narrows && sum.addend_count == 1);
  const bool are_beside_scales = !beside_scales.empty() && !moved_zeros;
  for (std::size_t g = 0; g < groups.size(); ++g)  // no bit of an exact term is ever shifted out
    if (AddendGroup& group = groups[g]; group.exact)
      group.fraction_bits =
          group.input.fraction_bits +
          (stays ? 0 : greatest_distance(sum, groups, spans, are_beside_scales, g));
  if (narrows && !may_cancel && sum.addend_count == 2)
    narrow_window(sum, groups, rounded_fraction_bits);

  for (const AddendGroup& group : groups) {
    if (group.fraction_bits > kMaxFractionBits)
      throw RowError("sum." + std::string(sum.name.view()) + ".fraction_bits",
                     "an exact window here takes " + std::to_string(group.fraction_bits) +
                         " fraction bits; at most " + std::to_string(kMaxFractionBits) +
                         ", so write a number");
    sum.fraction_bits = std::max(sum.fraction_bits, group.fraction_bits);
  }
  for (AddendGroup& group : groups) {
    plan_shifts(group, sum.fraction_bits);
    group.shifts = group.post_shift > 0 || !stays;
  }
  sum.output.fraction_bits = sum.fraction_bits;
  sum.output.magnitude_bits = magnitude_bits_of_sum(groups);
  sum.sum_bits = sum.output.magnitude_bits + 1;
}

void plan_total(SumPlan& sum, const SumRow& row) {
  TotalPlan& total = sum.total;
  TermWidths& output = sum.output;
  if (row.accumulator && row.accumulator->bits < sum.sum_bits) {
    total.accumulator_bits = output.magnitude_bits = row.accumulator->bits;  // the least is a power
    total.saturates = row.accumulator->overflow == Overflow::saturate;
  }
  if (row.cut && row.cut->fraction_bits < sum.fraction_bits) {
    total.cut_bits = sum.fraction_bits - row.cut->fraction_bits;
    total.cut_rounding = row.cut->rounding;
    output.fraction_bits -= total.cut_bits;
    output.magnitude_bits = std::max(1, output.magnitude_bits - total.cut_bits) +
                            (may_increment(total.cut_rounding) ? 1 : 0);
  }
  total.cancelled = row.cancelled;
  total.tells_lost = row.sticky;
  if (total.tells_lost) {
    ++output.fraction_bits;
    ++output.magnitude_bits;
  }
}

}  // namespace mmasc
