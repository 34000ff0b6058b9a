// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/arith/term_names.h"
#include "mmasc/coverage/plan_lister.h"
#include "mmasc/unit/addend_bits.h"

namespace mmasc {
namespace {

// The name of each group's terms: "products", "c", the sum they come from; with the first element's
// number where a sum has two groups of one name.
std::vector<std::string> group_names(const Plan& plan, int index, bool late) {
  const SumPlan& sum = plan.sums[index];
  const TermNames all = term_names(
      plan,
      std::vector<std::string>(static_cast<std::size_t>(plan.lanes()), late ? "d" : "products"));
  std::vector<std::string> names;
  std::size_t first = 0;  // term of the group
  const auto groups = groups_of(plan, sum);
  for (const AddendGroup& group : groups) {
    const std::string& name = all.terms[static_cast<std::size_t>(index)][first];
    names.push_back(group.count > 1 ? name.substr(0, name.find('[')) : name);
    first += static_cast<std::size_t>(group.count);
  }
  std::vector<std::string> unique = names;
  for (std::size_t g = 0; g < names.size(); ++g)
    if (std::ranges::count(names, names[g]) > 1)
      unique[g] += fmt::format("@{}", groups[g].first_slot);
  return unique;
}

}  // namespace

SumPoints PlanLister::list_sum(int index) {
  const SumPlan& sum = plan_.sums[index];
  const SumRange& range = ranges_.sums[static_cast<std::size_t>(index)];
  const std::string name = late_ ? "sum" : sum_name(plan_, sum);
  const std::vector<std::string> groups = group_names(plan_, index, late_);
  SumPoints points;
  goal_ = {Goal::Kind::any, index, -1, 0, late_};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    goal_.group = static_cast<int>(g);
    points.groups.push_back(
        list_group(name, groups[g], sum, groups_of(plan_, sum)[g], range.groups[g]));
    for (std::size_t h = g; h < groups.size(); ++h)
      points.groups.back().opposite_infinities.push_back(
          list_opposites(name, groups, sum, range, g, h));
  }
  goal_.group = -1;
  list_zeros(name, sum, range, points);
  list_carries(name, sum, range, points);
  list_top_bits(name, sum, range, points);
  list_total(name, sum, range, points);
  if (!plan_.result.is_integer() && (sum.rounds || index == plan_.sums.size() - 1))
    list_few_bits(name, sum, range, points);
  if (sum.rounds)
    points.round = list_rounding(name, name + ".rounded", sum.round, range.sum, range.integer_bits,
                                 range.sum.lowest_bit, may_overflow(sum.round, range.sum));
  return points;
}

void PlanLister::list_top_bits(const std::string& name, const SumPlan& sum, const SumRange& range,
                               SumPoints& points) {
  const int planned = sum.sum_bits - 1;
  const bool negative = std::ranges::any_of(
      range.groups, [](const GroupRange& group) { return group.term.negative; });
  const auto bits_of = [&](const Dyadic& greatest) {
    return greatest.integer.bit_length() + greatest.exponent + sum.fraction_bits;
  };
  const int bits_of_positive = bits_of(range.total);
  const int bits_of_negative = bits_of(range.negative_total);
  const int last = static_cast<int>(range.tree_bits.size()) - 1;
  const auto list = [&](int level, int bits, const std::string& why) {
    const std::string node = level < last ? fmt::format("{}.tree[{}]", name, level) : name;
    const int width = level < last ? addend_bits(plan_, sum, level + 1).most() - 1 : planned;
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
    const int bits = range.tree_bits[static_cast<std::size_t>(level)];
    const bool grows = level == last || bits < range.tree_bits[static_cast<std::size_t>(level) + 1];
    if (bits > 0 && grows) list(level, bits, "");
  }
  if (range.tree_bits.back() < planned)
    list(last, planned,
         fmt::format("its greatest terms add up to {} bits", range.tree_bits.back()));
}

void PlanLister::list_total(const std::string& name, const SumPlan& sum, const SumRange& range,
                            SumPoints& points) {
  using Kind = Goal::Kind;
  const TotalPlan& total = sum.total;
  if (sum.has_grid()) points.coarse = add(CoverStage::aligner, name + ".e_max_is_raised");
  if (total.accumulator_bits > 0) {
    const Dyadic held{1, total.accumulator_bits - 1 - sum.fraction_bits};
    const auto holds = [&](const Dyadic& most, const Dyadic& least_beyond) {
      return (most + -least_beyond).integer.is_negative();
    };
    const bool holds_all = holds(range.total, held) &&
                           holds(range.negative_total, held + Dyadic{1, -sum.fraction_bits});
    points.beyond_accumulator =
        add(CoverStage::adder_tree, name + (total.saturates ? ".saturates" : ".wraps"),
            holds_all ? fmt::format("its terms add up to {} bits", range.tree_bits.back()) : "",
            Kind::beyond, ceil_log2(sum.addend_count));
  }
  if (total.cut_bits > 0)
    points.cut = add(CoverStage::adder_tree, name + ".cut_changes_it", "", Kind::rounding,
                     sum.fraction_bits - total.cut_bits);
  if (total.asks_lost()) {
    bool loses = false;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const GroupRange& group = range.groups[g];
      const bool may_vanish = groups_of(plan_, sum)[g].vanishes_at(group.greatest_distance);
      loses = loses || (group.term.nonzero && (group.greatest_loss > 0 || may_vanish));
    }
    points.lost = add(CoverStage::aligner, name + ".loses_bits",
                      loses || total.cut_bits > 0 ? "" : "alignment cuts off no bit",
                      Kind::rounding, sum.fraction_bits);
  }
  if (total.cancelled != Cancelled::number)
    points.exact_zero =
        add(CoverStage::adder_tree, name + ".cancels_to_an_exact_zero", "", Kind::cancel);
}

void PlanLister::list_few_bits(const std::string& name, const SumPlan& sum, const SumRange& range,
                               SumPoints& points) {
  points.few_bits = range.few_bits;
  points.has_few_bits =
      add(CoverStage::normalizer,
          fmt::format("{}.leaves <= {} of {} bits", name, range.few_bits, sum.sum_bits - 1),
          range.sum.nonzero ? "" : "every term is zero", Goal::Kind::ladder, range.few_bits);
}

void PlanLister::list_carries(const std::string& name, const SumPlan& sum, const SumRange& range,
                              SumPoints& points) {
  using enum CoverStage;
  using Kind = Goal::Kind;
  int terms = 0;
  bool negative = false;
  for (std::size_t g = 0; g < range.groups.size(); ++g) {
    if (!range.groups[g].term.nonzero) continue;
    terms += groups_of(plan_, sum)[g].count;
    negative = negative || range.groups[g].term.negative;
  }
  for (int carry = 0; carry <= ceil_log2(sum.addend_count); ++carry)
    points.carries.push_back(add(
        adder_tree, fmt::format("{}.carry = {}", name, carry),
        carry <= range.most_carries
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
                         range.sum.zero || range.sum.cancels ? "" : "the sum is never zero");
  points.minus_zero = add(adder_tree, name + ".minus_zero",
                          range.sum.minus_zero              ? ""
                          : sum.zero_sign == ZeroSign::plus ? "a sum that is zero is +0"
                                                            : "a term is never a negative zero",
                          Kind::minus_zero);
}

}  // namespace mmasc
