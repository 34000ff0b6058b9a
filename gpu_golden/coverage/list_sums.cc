// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "arith/term_names.h"
#include "coverage/plan_lister.h"

namespace mmasc {
namespace {

// What a group's terms are called: "products", "c", the sum they come from; with the first
// element's number where a sum has two groups of one name.
std::vector<std::string> group_names(const Plan& plan, int level, const SumPlan& sum, bool late) {
  const TermNames slots = term_names(plan)[static_cast<std::size_t>(level)];
  std::vector<std::string> names;
  const auto name_at = [&](const AddendGroup& group) {
    if (group.first_slot < plan.lanes() && level == 0) return std::string(late ? "d" : "products");
    const std::string& slot = slots[static_cast<std::size_t>(group.first_slot)];
    if (slot.size() > 1 && slot[0] == 'p' &&
        slot.find_first_not_of("0123456789", 1) == std::string::npos)
      return std::string("products");
    return group.count > 1 ? slot.substr(0, slot.find('[')) : slot;
  };
  for (int g = 0; g < sum.group_count; ++g)
    names.push_back(name_at(plan.groups[sum.first_group + g]));
  std::vector<std::string> unique = names;
  for (std::size_t g = 0; g < names.size(); ++g)
    if (std::ranges::count(names, names[g]) > 1)
      unique[g] +=
          fmt::format("@{}", plan.groups[sum.first_group + static_cast<int>(g)].first_slot);
  return unique;
}

}  // namespace

SumCorners PlanLister::list_sum(int level, int index) {
  const SumPlan& sum = plan_.sums[index];
  const SumRange& range = ranges_.sums[static_cast<std::size_t>(index)];
  const std::string name = late_ ? "sum" : sum_name(plan_, sum);
  const std::vector<std::string> groups = group_names(plan_, level, sum, late_);
  SumCorners corners;
  goal_ = {Goal::Kind::any, index, -1, 0, late_};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    goal_.group = static_cast<int>(g);
    corners.groups.push_back(list_group(name, groups[g], sum,
                                        plan_.groups[sum.first_group + static_cast<int>(g)],
                                        range.groups[g]));
    for (std::size_t h = g; h < groups.size(); ++h)
      corners.groups.back().opposite_infinities.push_back(
          list_opposites(name, groups, sum, range, g, h));
  }
  goal_.group = -1;
  list_zeros(name, sum, range, corners);
  list_carries(name, sum, range, corners);
  if (sum.rounds) {
    TermRange before = range.sum;
    before.zero = before.zero || sum.addend_count > 1;
    corners.round = list_rounding(name, name + ".rounded", sum.round, before, range.integer_bits,
                                  may_overflow(sum.round, before));
  }
  return corners;
}

void PlanLister::list_carries(const std::string& name, const SumPlan& sum, const SumRange& range,
                              SumCorners& corners) {
  using enum CornerStage;
  using Kind = Goal::Kind;
  int terms = 0;
  bool negative = false;
  for (std::size_t g = 0; g < range.groups.size(); ++g) {
    if (!range.groups[g].term.nonzero) continue;
    terms += plan_.groups[sum.first_group + static_cast<int>(g)].count;
    negative = negative || range.groups[g].term.negative;
  }
  for (int carry = 0; carry <= ceil_log2(sum.addend_count); ++carry)
    corners.carries.push_back(add(
        adder_tree, fmt::format("{}.carry = {}", name, carry),
        carry <= range.most_carries
            ? ""
            : fmt::format("{} terms are too few, or not full enough, for {} bits", terms, carry),
        Kind::carry, carry));
  const std::string lone = terms < 2  ? "one term that is not zero cannot cancel"
                           : negative ? ""
                                      : "no term is negative";
  corners.cancels_one = add(adder_tree, name + ".cancels = 1", lone, Kind::cancel, 1);
  corners.cancels_more = add(adder_tree, name + ".cancels > 1", lone, Kind::cancel, 2);
  corners.cancels_to_zero = add(adder_tree, name + ".cancels_to_zero", lone, Kind::cancel);
  const bool loses_all =
      std::ranges::any_of(range.groups, [](const GroupRange& group) { return group.loses_all; });
  corners.plus_zero =
      add(adder_tree, name + ".plus_zero",
          range.sum.zero || loses_all || lone.empty() ? "" : "the sum is never zero");
  corners.minus_zero = add(adder_tree, name + ".minus_zero",
                           range.sum.minus_zero              ? ""
                           : sum.zero_sign == ZeroSign::plus ? "a sum that is zero is +0"
                                                             : "a term is never a negative zero",
                           Kind::minus_zero);
}

}  // namespace mmasc
