// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "mmasc/unit/names.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

std::string beyond_alignment(const AddendGroup& group) {
  return group.may_vanish() ? "a term vanishes" : changed_on_entry(group);
}

// "raised by 3", "lowered by 3"
std::string raised_text(int by) {
  return (by < 0 ? "lowered by " : "raised by ") + std::to_string(std::abs(by));
}

}  // namespace

bool keeps_all_bits(const SumPlan& sum, const AddendGroup& group) {
  // A term that is alone has e_max itself, unless that is raised.
  const bool is_alone = sum.addend_count == 1 && !sum.has_exponent_floor && !sum.has_grid();
  return group.exact || ((!group.shifts || is_alone) && group.post_shift == 0 &&
                         !group.alignment_rounding.is_stochastic());
}

std::string changed_on_entry(const AddendGroup& group) {
  if (group.raised() != 0) return "a term takes part with another exponent than its own";
  if (group.negated) return "a term is negated";
  return {};
}

std::string beyond_alignment(const Plan& plan, const SumPlan& sum) {
  std::string beyond;
  if (sum.complements())
    beyond = "terms are negated by ones' complement";
  else if (sum.has_grid())
    beyond = "e_max is coarse";
  else if (!sum.is_plain())
    beyond = "a sum is more than its aligned terms";
  for (const AddendGroup& group : groups_of(plan, sum))
    if (beyond.empty()) beyond = beyond_alignment(group);
  return beyond;
}

std::string beyond_alignment(const Plan& plan) {
  std::string beyond;
  for (const SumPlan& sum : plan.sums)
    if (beyond.empty()) beyond = beyond_alignment(plan, sum);
  return beyond;
}

bool negates(const Plan& plan) {
  return std::ranges::any_of(plan.groups, [](const AddendGroup& group) { return group.negated; });
}

bool keeps_all_bits(const Plan& plan, std::string_view sum) {
  return std::ranges::all_of(plan.sums, [&](const SumPlan& node) {
    return node.name.view() != sum ||
           (node.is_plain() &&
            std::ranges::all_of(groups_of(plan, node), [&](const AddendGroup& group) {
              return keeps_all_bits(node, group);
            }));
  });
}

std::optional<int> bits_of_sum(const Plan& plan, std::string_view sum) {
  for (const SumPlan& node : plan.sums)
    if (node.name.view() == sum) return node.sum_bits;
  return std::nullopt;
}

int bits_of_widest_sum(const Plan& plan) {
  return std::ranges::max_element(plan.sums, {}, &SumPlan::sum_bits)->sum_bits;
}

std::vector<std::string> scale_texts(const MultiplierPlan& plan) {
  std::vector<std::string> texts;
  for (const auto& [operand, format, block, lanes] : plan.scales)
    texts.push_back(
        fmt::format("{} scaled by {} ({})",
                    lanes < plan.lanes ? fmt::format("each {} lanes", lanes) : "all lanes",
                    row_of(operand).name, format.name));
  return texts;
}

std::string raised_text(const ExponentGrid& grid) {
  return fmt::format("raised to the next multiple of {}{}", grid.step,
                     grid.first != 0 ? fmt::format(" plus {}", grid.first) : "");
}

std::vector<std::string> total_texts(const SumRow& sum) {
  std::vector<std::string> texts;
  if (const auto& grid = sum.exponent_grid) texts.push_back("e_max " + raised_text(*grid));
  if (const auto& held = sum.accumulator)
    texts.push_back(fmt::format("held in {} bits, {}", held->bits,
                                held->overflow == Overflow::wrap ? "wrapping" : "saturating"));
  if (const auto& cut = sum.cut)
    texts.push_back(fmt::format("cut to {} bits below e_max, {}", cut->fraction_bits,
                                rounding_text(cut->rounding)));
  if (sum.cancelled != Cancelled::number)
    texts.push_back(fmt::format("0 is an exact zero{}",
                                sum.cancelled == Cancelled::zero ? "" : " unless bits were lost"));
  if (sum.sticky) texts.push_back("a sticky bit of all that is shifted out");
  return texts;
}

std::vector<std::string> entry_texts(const TermRow& term) {
  std::vector<std::string> texts;
  const int raised = term.exponent_offset.value_or(0);
  if (raised != 0) texts.push_back("takes part with its exponent " + raised_text(raised));
  if (term.vanishes_below)
    texts.push_back(fmt::format("vanishes{} below e_max - {}",
                                raised != 0 ? ", by its own exponent," : "", *term.vanishes_below));
  return texts;
}

std::vector<std::string> entry_texts(const AddendGroup& group) {
  std::vector<std::string> texts;
  if (group.negated) texts.push_back("negated");
  if (group.may_vanish())
    texts.push_back(fmt::format("none of a term below e_max - {}", group.own_reach()));
  if (group.raised() != 0)
    texts.push_back(fmt::format("exponents {} in e_max", raised_text(group.raised())));
  return texts;
}

}  // namespace mmasc
