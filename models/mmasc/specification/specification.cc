// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/specification.h"

#include <algorithm>

namespace mmasc {
namespace {

std::vector<int> element_order(const Unit& unit) {
  std::vector<int> order, rest;
  const OrderRow& row = unit.instruction.order;
  for (int k = 0; k < unit.products(); ++k)
    (std::ranges::count(row.first, k % row.modulus) > 0 ? order : rest).push_back(k);
  order.insert(order.end(), rest.begin(), rest.end());
  return order;
}

// A number of `from` as one of `wide`, which has all of them; null: it stays.
std::uint64_t widened(const Format& from, const Format* wide, std::uint64_t bits) {
  if (wide == nullptr) return bits;
  const RoundingRule rule = rule_of(*wide);
  return encode_exactly(*wide, wide->default_nan(),
                        round_exactly(rule, decode_exactly(from, Flush::none, bits)).out);
}

std::uint64_t c_of(const DotInputs& in) {
  return in[Operand::c].empty() ? 0 : in[Operand::c].front();
}

// The bits of 1.
std::uint64_t one(const Format& format) {
  ExactTerm one;
  one.significand = 1;
  return encode_exactly(format, 0, one);
}

}  // namespace

Specification::Specification(const Unit& unit, const Windows& of_step, const Windows& of_late_c)
    : unit_(unit), order_(element_order(unit)) {
  rules_.push_back(read_step(unit_, of_step));
  if (unit_.instruction.late_c) rules_.push_back(read_step(late_addition(unit_), of_late_c));
}

StepResult Specification::evaluate(const DotInputs& in, Observer* observer) const {
  StepResult result;
  for (int step = 0; step < unit_.steps(); ++step) {
    const StepInputs of_step = inputs(step, in, result.d);
    if (observer != nullptr) observer->begin(false, of_step);
    result = evaluate_exactly(rules_.front(), of_step, observer);
  }
  if (!unit_.instruction.late_c) return result;
  const StepInputs of_late_c = inputs_of_late_c(in, result.d);
  if (observer != nullptr) observer->begin(true, of_late_c);
  return evaluate_exactly(rules_.back(), of_late_c, observer);
}

// With a sparse a, of each `of` groups of `together` elements of b those meet a's that metadata
// names.
std::size_t Specification::met_place(const DotInputs& in, std::size_t k) const {
  if (!unit_.instruction.sparsity) return k;
  const SparsityRow& row = *unit_.instruction.sparsity;
  const auto together = static_cast<std::size_t>(row.together);
  const auto keep = static_cast<std::size_t>(row.keep), of = static_cast<std::size_t>(row.of);
  const std::size_t group = k / together;  // of elements that stay together
  return (group / keep * of + in[Operand::metadata][group] % of) * together + k % together;
}

StepInputs Specification::inputs(int step, const DotInputs& in, std::uint64_t chained) const {
  const StepRules& rules = rules_.front();
  const Instruction& row = unit_.instruction;
  StepInputs out;
  for (int i = step * rules.lanes; i < (step + 1) * rules.lanes; ++i) {
    const auto k = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
    out[Operand::a].push_back(widened(*row.a, row.widen, in[Operand::a][k]));
    out[Operand::b].push_back(widened(*row.b, row.widen, in[Operand::b][met_place(in, k)]));
    for (const ScaleRule& scale : rules.scales)
      if (i % std::min(scale.block, rules.lanes) == 0)
        out[scale.operand].push_back(in[scale.operand][static_cast<std::size_t>(i / scale.block)]);
  }
  out.c_is_input = step == 0;
  if (step == 0)
    out[Operand::c].push_back(row.late_c ? 0 : widened(*row.c, row.widen_c, c_of(in)));
  else
    out[Operand::c].push_back(
        widened(unit_.d(), unit_.c() == unit_.d() ? nullptr : row.widen_c, chained));
  give_random(rules, in, step * static_cast<int>(rules.random_bits.size()), out);
  return out;
}

StepInputs Specification::inputs_of_late_c(const DotInputs& in, std::uint64_t chained) const {
  const Instruction& row = unit_.instruction;
  StepInputs out;
  out[Operand::a].push_back(chained);
  out[Operand::b].push_back(one(unit_.d()));
  out[Operand::c].push_back(widened(*row.c, row.widen_c, c_of(in)));
  give_random(rules_.back(), in,
              unit_.steps() * static_cast<int>(rules_.front().random_bits.size()), out);
  return out;
}

// Elements that are not given are 0.
void Specification::give_random(const StepRules& rules, const DotInputs& in, int first,
                                StepInputs& out) const {
  const auto given = in[Operand::random];
  auto element = static_cast<std::size_t>(first);
  for (const int bits : rules.random_bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    out[Operand::random].push_back(element < given.size() ? given[element] & mask : 0);
    ++element;
  }
}

}  // namespace mmasc
