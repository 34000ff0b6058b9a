// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/unit/plan.h"
#include "mmasc/unit/raised_text.h"

namespace mmasc {
namespace {

std::string beyond_alignment(const AddendGroup& group) {
  if (group.may_vanish()) return "a term vanishes";
  if (group.raised() != 0) return "a term takes part with another exponent than its own";
  return {};
}

}  // namespace

std::string beyond_alignment(const Plan& plan, const SumPlan& sum) {
  std::string beyond;
  if (sum.complements()) beyond = "terms are negated by ones' complement";
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

std::vector<std::string> scale_texts(const MultiplierPlan& plan) {
  std::vector<std::string> texts;
  for (const auto& [operand, format, block, lanes] : plan.scales)
    texts.push_back(
        fmt::format("{} scaled by {} ({})",
                    lanes < plan.lanes ? fmt::format("each {} lanes", lanes) : "all lanes",
                    row_of(operand).name, format.name));
  return texts;
}

std::vector<std::string> entry_texts(const TermRow& term) {
  std::vector<std::string> texts;
  if (term.vanishes_below)
    texts.push_back(fmt::format("vanishes below e_max - {}", *term.vanishes_below));
  if (const int raised = term.exponent_offset.value_or(0); raised != 0)
    texts.push_back("takes part with its exponent " + raised_text(raised));
  return texts;
}

std::vector<std::string> entry_texts(const AddendGroup& group) {
  std::vector<std::string> texts;
  if (group.may_vanish())
    texts.push_back(fmt::format("none of a term below e_max - {}", group.reach() + group.raised()));
  if (group.raised() != 0)
    texts.push_back(fmt::format("exponents {} in e_max", raised_text(group.raised())));
  return texts;
}

}  // namespace mmasc
