// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/tree_plan.h"

#include <algorithm>
#include <bit>
#include <span>

#include "mmasc/batch/fused_plan.h"
#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/walk.h"

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
  for (const AddendGroup& group : groups_of(plan, sum)) {
    if (const auto why = changed_on_entry(group); !why.empty()) return name + ": " + why;
    if (!in_range(group.fraction_bits) || !in_range(group.zero_in_e_max(0).value_or(0)))
      return name + " with exponents beyond those of f64 lanes";
  }
  if (sum.has_exponent_floor && !in_range(sum.exponent_floor))
    return name + " with an exponent floor beyond those of f64 lanes";
  return {};
}

// The terms of this sum are products of one scale block, whose exponents are the scales' alone:
// equal.
bool shares_exponent(const Plan& plan, const SumPlan& sum) {
  const MultiplierPlan& m = plan.multiplier;
  if (!m.fixed_point() || m.rounds || sum.group_count != 1 || sum.has_exponent_floor) return false;
  const AddendGroup& group = groups_of(plan, sum).front();
  const int last = group.slot_of(group.count - 1);
  const int alike = m.lanes_scaled_alike();
  const bool is_one_block = group.first_slot / alike == last / alike;
  return last < m.lanes && is_one_block && group.exact && beyond_alignment(plan, sum).empty() &&
         !group.fixed_zero_exponent();
}

bool adds_to_odd(const Plan& plan, const SumPlan& sum, bool is_root) {
  if (!sum.exact || sum.addend_count != 2 || sum.has_exponent_floor) return false;
  if (!sum.rounds && !is_root) return false;
  if (!beyond_alignment(plan, sum).empty()) return false;
  return survives_rounding_to_odd(rounding_of(plan, sum));
}

bool is_product_group(const Plan& plan, const SumPlan& sum) {
  const AddendGroup& group = groups_of(plan, sum).front();
  return sum.group_count == 1 && !sum.rounds && !sum.has_exponent_floor &&
         sum.zero_sign == ZeroSign::plus && beyond_alignment(plan, sum).empty() &&
         group.slot_of(group.count - 1) < plan.lanes();
}

// Whether f32 lanes hold a sum of products.
bool fits_f32_lanes(const MultiplierPlan& m, const AddendGroup& group) {
  if (!m.fixed_point())
    return m.infinity_at == kNoLimit &&
           products_beyond_f32(m, group.fraction_bits, group.count, 1).empty();
  // Without the scales the sum is an integer of so many bits.
  const int bits = m.a.significand_bits() + m.b.significand_bits() + m.fixed_point_shift +
                   static_cast<int>(std::bit_width(static_cast<unsigned>(group.count - 1)));
  return bits <= kExactF32 && m.a.least_exponent() + m.b.least_exponent() > kAboveZeroCodes &&
         m.a.greatest_exponent() + m.b.greatest_exponent() < 24;
}

// Sets the product groups and their lanes, if all products are in groups that are alike.
void group_products(const Plan& plan, TreePlan& tree) {
  const MultiplierPlan& m = plan.multiplier;
  const LevelPlan& level = plan.levels[0];
  if (m.rounds || m.fixed_point() != m.is_scaled()) return;
  ProductGroups products;
  products.fixed_point = m.fixed_point();
  products.product_exponent_min = m.a.least_exponent() + m.b.least_exponent();
  products.product_exponent_max = m.a.greatest_exponent() + m.b.greatest_exponent();
  products.greatest_safe_exponent = kGreatestMagnitude;
  if (m.has_overflow()) {
    products.infinity = power_of_two(m.infinity_at);
    products.greatest_safe_exponent = m.infinity_at - m.product.integer_bits();
  }
  bool fits_f32 = true;
  int grouped = 0;
  for (int i = 0; i < level.sum_count; ++i) {
    const SumPlan& sum = plan.sums[level.first_sum + i];
    const AddendGroup& group = groups_of(plan, sum).front();
    if (!is_product_group(plan, sum)) return;
    if (products.fixed_point
            ? !shares_exponent(plan, sum)
            : group.zero_in_e_max(0) || group.alignment_rounding != Rounding::toward_zero)
      return;
    if (i > 0 && group.fraction_bits != products.fraction_bits) return;
    products.fraction_bits = group.fraction_bits;
    fits_f32 = fits_f32 && fits_f32_lanes(m, group);
    const int scale = products.fixed_point ? group.first_slot / m.lanes_scaled_alike() : 0;
    products.groups.push_back({.slot = m.lanes + 1 + level.first_sum + i,
                               .first = group.first_slot,
                               .stride = group.stride,
                               .count = group.count,
                               .scale = scale});
    grouped += group.count;
  }
  if (grouped != m.lanes || (products.fixed_point && !fits_f32)) return;
  tree.products = std::move(products);
  if (fits_f32) tree.lane_type = LaneType::f32;
}

TreeTerm make_term(const AddendGroup& group, int slot) {
  TreeTerm term;
  term.slot = slot;
  term.scale = power_of_two(group.fraction_bits);
  term.up = power_of_two(group.scale_up);
  term.rounding = group.alignment_rounding;
  term.zero_rule = group.zero_rule.kind;
  if (const auto fixed = group.zero_in_e_max(0); fixed && !group.own_zero_exponent())
    term.zero_power = power_of_two(*fixed);
  term.may_vanish = group.may_vanish();
  if (term.may_vanish) term.reach = power_of_two(std::min(group.reach(), 1000));
  return term;
}

Alignment alignment_of(std::span<const TreeTerm> terms) {
  const auto all_are = [&](Rounding rounding) {
    return std::ranges::all_of(terms, [&](const TreeTerm& x) { return x.rounding == rounding; });
  };
  if (all_are(Rounding::toward_zero)) return Alignment::toward_zero;
  return all_are(Rounding::down) ? Alignment::down : Alignment::of_plan;
}

// Slots walk the plan, and its sums become the tree's.
struct TreeSums {
  const Plan& plan;
  TreePlan& tree;

  int product(int lane) { return lane; }
  int c() { return plan.lanes(); }
  int sum(int s, const SumTerms<int>& terms) {
    const int slot = plan.lanes() + 1 + s;
    if (!tree.products.groups.empty() && s < plan.levels[0].sum_count) return slot;
    const SumPlan& sum = terms.sum();
    TreeSum added;
    added.slot = slot;
    added.first_term = static_cast<int>(tree.terms.size());
    added.term_count = sum.addend_count;
    if (sum.has_exponent_floor) added.least_power = power_of_two(sum.exponent_floor);
    added.unit = power_of_two(-sum.fraction_bits);
    added.adds_to_odd = adds_to_odd(plan, sum, s + 1 == plan.sums.size());
    added.zero_sign = sum.zero_sign;
    added.rounds_down = sum.rounds_down;
    added.rounds = sum.rounds;
    if (sum.rounds) added.rounding = make_grid_rounding(sum.round);
    terms.for_each([&](int, const AddendGroup& group, int term) {
      tree.terms.push_back(make_term(group, term));
    });
    added.alignment =
        alignment_of(std::span(tree.terms).subspan(static_cast<std::size_t>(added.first_term)));
    tree.sums.push_back(added);
    return slot;
  }
  int round(const RoundPlan&, Place, int slot) { return slot; }
};

}  // namespace

std::variant<TreePlan, std::string> make_tree_plan(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  for (const Format* format : std::initializer_list<const Format*>{&m.a, &m.b, &m.c, &plan.d})
    if (!fits_f32(*format))
      return std::string(format->name) + " operands; lanes take f32's numbers";
  if (m.moves_zero_factors()) return "a factor that is 0 has an exponent of its own";
  if (m.raises_factors()) return "exponents of factors are coarse";
  if (m.infinity_yields) return "products that overflow yield to infinite operands";
  if (auto why = beyond_f64("products", m.product); !why.empty()) return why;
  for (int i = 0; i < plan.sums.size(); ++i) {
    if (!plan.sums[i].is_plain()) return beyond_alignment(plan, plan.sums[i]);
    if (adds_to_odd(plan, plan.sums[i], i + 1 == plan.sums.size())) continue;
    if (auto why = beyond_f64(plan, plan.sums[i]); !why.empty()) return why;
  }

  TreePlan tree;
  tree.multiplier = m;
  if (m.rounds) tree.product = make_grid_rounding(m.round);
  group_products(plan, tree);
  TreeSums sums{plan, tree};
  walk(plan, sums);
  tree.result = make_grid_rounding(plan.result);
  tree.ending = make_f32_ending(plan.result);
  return tree;
}

}  // namespace mmasc::batch
