// SPDX-License-Identifier: Apache-2.0
#include "batch/tree_plan.h"

#include <algorithm>
#include <bit>

#include "batch/lane_limits.h"

namespace mmasc::batch {
namespace {

// Why a term is beyond f64 lanes; empty where it is not.
std::string beyond_f64(std::string_view name, const TermWidths& widths) {
  if (widths.magnitude_bits > kExactF64)
    return std::string(name) + " of " + std::to_string(widths.magnitude_bits) +
           " bits; f64 lanes hold " + std::to_string(kExactF64);
  if (!in_range(widths.exponent_min) || !in_range(widths.exponent_max) ||
      !in_range(widths.fraction_bits))
    return std::string(name) + " with exponents beyond those of f64 lanes";
  return {};
}

std::string beyond_f64(const Plan& plan, const SumPlan& sum) {
  const std::string name = "sum " + std::string(sum.name.view());
  if (sum.sum_bits > kExactF64)
    return name + " of " + std::to_string(sum.sum_bits) + " bits; f64 lanes hold " +
           std::to_string(kExactF64);
  if (auto why = beyond_f64(name, sum.output); !why.empty()) return why;
  for (int g = 0; g < sum.group_count; ++g) {
    const AddendGroup& group = plan.groups[sum.first_group + g];
    if (!in_range(group.fraction_bits) ||
        (group.zero_rule.kind == ZeroExponent::Kind::fixed && !in_range(group.zero_rule.value)))
      return name + " with exponents beyond those of f64 lanes";
  }
  if (sum.has_exponent_floor && !in_range(sum.exponent_floor))
    return name + " with an exponent floor beyond those of f64 lanes";
  return {};
}

// The terms of this sum of the first level are products of one scale block, whose exponents are
// the scales' alone: equal.
bool shares_exponent(const Plan& plan, const SumPlan& sum) {
  const MultiplierPlan& m = plan.multiplier;
  if (!m.fixed_point() || m.rounds || sum.group_count != 1 || sum.has_exponent_floor) return false;
  const AddendGroup& group = plan.groups[sum.first_group];
  const int last = group.first_slot + (group.count - 1) * group.stride;
  const bool is_one_block =
      m.scale_lanes == 0 || group.first_slot / m.scale_lanes == last / m.scale_lanes;
  return last < m.lanes && is_one_block && group.exact && group.vanishes_below == kNoLimit &&
         group.zero_rule.kind != ZeroExponent::Kind::fixed;
}

// Nothing is shifted in such a sum: the window of all its exponents is not needed.
void narrow(Plan& plan, SumPlan& sum) {
  AddendGroup& group = plan.groups[sum.first_group];
  group.fraction_bits = sum.fraction_bits = group.input.fraction_bits;
  group.scale_up = 0;
  sum.output.fraction_bits = group.fraction_bits;
  sum.output.magnitude_bits =
      group.input.magnitude_bits +
      static_cast<int>(std::bit_width(static_cast<unsigned>(group.count - 1)));
  sum.sum_bits = sum.output.magnitude_bits + 1;
}

bool adds_to_odd(const Plan& plan, const SumPlan& sum, bool is_root) {
  if (!sum.exact || sum.addend_count != 2 || sum.has_exponent_floor) return false;
  if (!sum.rounds && !is_root) return false;
  for (int g = 0; g < sum.group_count; ++g)
    if (plan.groups[sum.first_group + g].vanishes_below != kNoLimit) return false;
  const RoundPlan& round = sum.rounds ? sum.round : plan.result;
  return std::max(round.fraction_bits, round.prerounding_fraction_bits) + 3 <= kExactF64;
}

}  // namespace

std::variant<TreePlan, std::string> make_tree_plan(const Plan& elaborated) {
  Plan plan = elaborated;
  const MultiplierPlan& m = plan.multiplier;
  for (const Format* format : std::initializer_list<const Format*>{&m.a, &m.b, &m.c, &plan.d})
    if (!fits_f32(*format))
      return std::string(format->name) + " operands; lanes take f32's numbers";
  if (auto why = beyond_f64("products", m.product); !why.empty()) return why;
  for (int i = 0; i < plan.levels[0].sum_count; ++i)
    if (shares_exponent(plan, plan.sums[i])) narrow(plan, plan.sums[i]);
  TreePlan tree;
  for (int i = 0; i < plan.sums.size(); ++i) {
    const bool to_odd = adds_to_odd(plan, plan.sums[i], i + 1 == plan.sums.size());
    tree.adds_to_odd.push_back(to_odd);
    if (to_odd) continue;
    if (auto why = beyond_f64(plan, plan.sums[i]); !why.empty()) return why;
  }

  tree.plan = plan;
  if (m.rounds) tree.product = make_grid_rounding(m.round);
  for (const SumPlan& sum : plan.sums)
    tree.sums.push_back(sum.rounds ? make_grid_rounding(sum.round) : GridRounding{});
  tree.result = make_grid_rounding(plan.result);
  return tree;
}

}  // namespace mmasc::batch
