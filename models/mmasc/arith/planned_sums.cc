// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/planned_sums.h"

namespace mmasc {
namespace {

// Every `radix` neighbours become their sum.
std::vector<BigInt> add_neighbours(const std::vector<BigInt>& nodes, int radix) {
  std::vector<BigInt> sums;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (i % static_cast<std::size_t>(radix) == 0)
      sums.push_back(nodes[i]);
    else
      sums.back() += nodes[i];
  return sums;
}

}  // namespace

Windows windows_of(const Plan& plan) {
  Windows windows;
  windows.nowhere = plan.absent_exponent;
  for (const SumPlan& sum : plan.sums) {
    SumWindow& window = windows.sums.emplace_back();
    window.has_exponent_floor = sum.has_exponent_floor;
    for (const AddendGroup& group : groups_of(plan, sum))
      window.terms.insert(window.terms.end(), static_cast<std::size_t>(group.count),
                          {group.fraction_bits, group.alignment_rounding, group.zero_rule});
  }
  return windows;
}

Specification specification_of(const Unit& unit, const SequencePlan& program) {
  return Specification(unit, windows_of(program.step),
                       program.late_c ? windows_of(*program.late_c) : Windows());
}

std::vector<BigInt> tree_nodes(const Plan& plan, const ExactSum& sum, int tree_level) {
  const int unit = sum.e_max - plan.sums[sum.index].fraction_bits;
  std::vector<BigInt> nodes;
  for (const AlignedTerm& aligned : sum.terms) {
    const Dyadic kept = aligned.kept();
    nodes.push_back(kept.is_zero() ? kept.integer : kept.integer << (kept.exponent - unit));
  }
  for (int level = 0; level <= tree_level; ++level) nodes = add_neighbours(nodes, plan.adder_radix);
  return nodes;
}

}  // namespace mmasc
