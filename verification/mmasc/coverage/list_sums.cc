// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/arith/term_names.h"
#include "mmasc/coverage/plan_lister.h"
#include "mmasc/unit/addend_bits.h"

namespace mmasc {
namespace {

// The name of each group's terms: "products", "c", the sum they come from; with the first element's
// number where a sum has two groups of one name.
std::vector<std::string> group_names(const Plan& plan, const SumRange& sum, int index, bool late) {
  const TermNames all = term_names(
      plan,
      std::vector<std::string>(static_cast<std::size_t>(plan.lanes()), late ? "d" : "products"));
  std::vector<std::string> names;
  std::size_t first = 0;  // term of the group
  for (const GroupRange& group : sum.groups) {
    const std::string& name = all.terms[static_cast<std::size_t>(index)][first];
    names.push_back(group.count > 1 ? name.substr(0, name.find('[')) : name);
    first += static_cast<std::size_t>(group.count);
  }
  std::vector<std::string> unique = names;
  for (std::size_t g = 0; g < names.size(); ++g)
    if (std::ranges::count(names, names[g]) > 1)
      unique[g] += fmt::format("@{}", sum.groups[g].first_slot);
  return unique;
}

}  // namespace

SumPoints PlanLister::list_sum(int index) {
  const SumRange& sum = ranges_.sums[static_cast<std::size_t>(index)];
  const std::string name = late_ ? "sum" : sum_name(plan_, plan_.sums[index]);
  const std::vector<std::string> groups = group_names(plan_, sum, index, late_);
  SumPoints points;
  goal_ = {Goal::Kind::any, index, -1, 0, late_};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    goal_.group = static_cast<int>(g);
    points.groups.push_back(list_group(name, groups[g], sum, sum.groups[g]));
    for (std::size_t h = g; h < groups.size(); ++h)
      points.groups.back().opposite_infinities.push_back(list_opposites(name, groups, sum, g, h));
  }
  goal_.group = -1;
  list_zeros(name, sum, points);
  list_carries(name, sum, points);
  list_top_bits(name, index, points);
  list_total(name, sum, points);
  const bool is_normalized = sum.rounds() || index == plan_.sums.size() - 1;
  if (is_normalized && !rules_.result_round.is_integer()) list_few_bits(name, sum, points);
  if (const auto& round = sum.rule.round)
    points.round = list_rounding(name, name + ".rounded", *round, sum.sum, sum.integer_bits,
                                 sum.sum.lowest_bit, may_overflow(*round, sum.sum));
  return points;
}

void PlanLister::list_top_bits(const std::string& name, int index, SumPoints& points) {
  const SumRange& sum = ranges_.sums[static_cast<std::size_t>(index)];
  const int planned = sum.sum_bits - 1;
  const bool negative =
      std::ranges::any_of(sum.groups, [](const GroupRange& group) { return group.term.negative; });
  const auto bits_of = [&](const Dyadic& greatest) {
    return greatest.integer.bit_length() + greatest.exponent + sum.fraction_bits;
  };
  const int bits_of_positive = bits_of(sum.total);
  const int bits_of_negative = bits_of(sum.negative_total);
  const int last = static_cast<int>(sum.tree_bits.size()) - 1;
  const auto list = [&](int level, int bits, const std::string& why) {
    const std::string node = level < last ? fmt::format("{}.tree[{}]", name, level) : name;
    const int width =
        level < last ? addend_bits(plan_, plan_.sums[index], level + 1).most() - 1 : planned;
    const auto add_sign = [&](char sign, const std::string& unreachable) {
      return add(CoverStage::adder_tree,
                 fmt::format("{}.fills = {} of {} bits {}", node, bits, width, sign), unreachable,
                 Goal::Kind::fill);
    };
    const bool too_low = level == last && bits_of_negative < bits;
    const std::string why_not_negative =
        !why.empty() ? why
        : !negative  ? "no term is negative"
        : too_low    ? fmt::format("its negative terms add up to {} bits", bits_of_negative)
                     : "";
    const std::string why_not_positive =
        why.empty() && level == last && bits_of_positive < bits
            ? fmt::format("its positive terms add up to {} bits", bits_of_positive)
            : why;
    points.top_bits.push_back(
        {level, bits, {add_sign('+', why_not_positive), add_sign('-', why_not_negative)}});
  };
  for (int level = 0; level <= last; ++level) {
    const int bits = sum.tree_bits[static_cast<std::size_t>(level)];
    const bool grows = level == last || bits < sum.tree_bits[static_cast<std::size_t>(level) + 1];
    if (bits > 0 && grows) list(level, bits, "");
  }
  if (sum.tree_bits.back() < planned)
    list(last, planned, fmt::format("its greatest terms add up to {} bits", sum.tree_bits.back()));
}

void PlanLister::list_total(const std::string& name, const SumRange& sum, SumPoints& points) {
  using Kind = Goal::Kind;
  points.fraction_bits = sum.fraction_bits;
  if (sum.has_grid()) points.coarse = add(CoverStage::aligner, name + ".e_max_is_raised");
  if (const auto& accumulator = sum.rule.accumulator) {
    const Dyadic held{1, accumulator->bits - 1 - sum.fraction_bits};
    const auto holds = [&](const Dyadic& most, const Dyadic& least_beyond) {
      return (most + -least_beyond).integer.is_negative();
    };
    const bool holds_all =
        holds(sum.total, held) && holds(sum.negative_total, held + Dyadic{1, -sum.fraction_bits});
    const bool saturates = accumulator->overflow == Overflow::saturate;
    points.beyond_accumulator =
        add(CoverStage::adder_tree, name + (saturates ? ".saturates" : ".wraps"),
            holds_all ? fmt::format("its terms add up to {} bits", sum.tree_bits.back()) : "",
            Kind::beyond, ceil_log2(sum.addends()));
  }
  if (const auto& cut = sum.rule.cut)
    points.cut = add(CoverStage::adder_tree, name + ".cut_changes_it", "", Kind::rounding,
                     cut->fraction_bits);
  if (sum.asks_lost()) {
    const bool loses = std::ranges::any_of(sum.groups, [](const GroupRange& group) {
      return group.term.nonzero &&
             (group.greatest_loss > 0 || group.rule.vanishes_at(group.greatest_distance));
    });
    points.lost = add(CoverStage::aligner, name + ".loses_bits",
                      loses || sum.rule.cut ? "" : "alignment cuts off no bit", Kind::rounding,
                      sum.fraction_bits);
  }
  if (sum.rule.cancelled != Cancelled::number)
    points.exact_zero =
        add(CoverStage::adder_tree, name + ".cancels_to_an_exact_zero", "", Kind::cancel);
}

void PlanLister::list_few_bits(const std::string& name, const SumRange& sum, SumPoints& points) {
  points.few_bits = sum.few_bits;
  points.has_few_bits =
      add(CoverStage::normalizer,
          fmt::format("{}.leaves <= {} of {} bits", name, sum.few_bits, sum.sum_bits - 1),
          sum.sum.nonzero ? "" : "every term is zero", Goal::Kind::ladder, sum.few_bits);
}

void PlanLister::list_carries(const std::string& name, const SumRange& sum, SumPoints& points) {
  using enum CoverStage;
  using Kind = Goal::Kind;
  int terms = 0;
  bool negative = false;
  for (const GroupRange& group : sum.groups) {
    if (!group.term.nonzero) continue;
    terms += group.count;
    negative = negative || group.term.negative;
  }
  for (int carry = 0; carry <= ceil_log2(sum.addends()); ++carry)
    points.carries.push_back(add(
        adder_tree, fmt::format("{}.carry = {}", name, carry),
        carry <= sum.most_carries
            ? ""
            : fmt::format("{} terms are too few, or not full enough, for {} bits", terms, carry),
        Kind::carry, carry));
  const std::string lone = terms < 2  ? "one term that is not zero cannot cancel"
                           : negative ? ""
                                      : "no term is negative";
  points.cancels_one = add(adder_tree, name + ".cancels = 1", lone, Kind::cancel, 1);
  points.cancels_more = add(adder_tree, name + ".cancels > 1", lone, Kind::cancel, 2);
  points.cancels_to_zero = add(adder_tree, name + ".cancels_to_zero", lone, Kind::cancel);
  points.plus_zero = add(adder_tree, name + ".plus_zero",
                         sum.sum.zero || sum.sum.cancels ? "" : "the sum is never zero");
  points.minus_zero = add(adder_tree, name + ".minus_zero",
                          sum.sum.minus_zero             ? ""
                          : !sum.rule.has_ieee_zero_sign ? "a sum that is zero is +0"
                                                         : "a term is never a negative zero",
                          Kind::minus_zero);
}

}  // namespace mmasc
