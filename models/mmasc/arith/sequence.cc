// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/sequence.h"

#include <algorithm>
#include <numeric>

#include "mmasc/arith/steps.h"

namespace mmasc {
namespace {

std::vector<int> order_of(const Unit& unit) {
  const OrderRow& row = unit.instruction.order;
  std::vector<int> order(static_cast<std::size_t>(unit.products()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](int k) {
    return std::find(row.first.begin(), row.first.end(), k % row.modulus) != row.first.end();
  });
  return order;
}

std::optional<Widening> plan_widening(const Format& from, const Format* to) {
  if (to == nullptr) return std::nullopt;
  return Widening{from, *to, plan_rounding(widths_of(from), *to, Rounding::nearest_even)};
}

}  // namespace

SequencePlan plan_sequence(const Unit& unit) {
  const Instruction& row = unit.instruction;
  SequencePlan plan;
  plan.step = make_plan(unit);
  if (row.late_c) plan.late_c = make_late_c_plan(unit);
  plan.steps = unit.steps();
  for (const int k : order_of(unit)) plan.order.push_back(static_cast<std::int16_t>(k));
  plan.a = plan_widening(*row.a, row.widen);
  plan.b = plan_widening(*row.b, row.widen);
  plan.c = plan_widening(*row.c, row.widen_c);
  if (plan.steps > 1 && unit.c() != unit.d()) plan.chained = plan_widening(unit.d(), row.widen_c);
  plan.one = one(unit.d());
  return plan;
}

Sequence::Sequence(const Unit& unit)
    : Sequence(unit, unit.has_own_stages() ? load_stages(unit.datapath.stages) : nullptr) {}

Sequence::Sequence(const Unit& unit, std::shared_ptr<const StageSet> stages)
    : unit_(unit), program_(plan_sequence(described(unit))), stages_(std::move(stages)) {}

Sequence Sequence::on_one_unit() const {
  Sequence sequence = *this;
  sequence.unit_.structure.units = sequence.unit_.structure.initiation_interval = 1;
  return sequence;
}

Operands Sequence::step(int step, const DotOperands& in, std::uint64_t chained) const {
  return operands_of_step<Numbers128>(program_, step, in, chained);
}

Operands Sequence::late_c(const DotOperands& in, std::uint64_t chained) const {
  return operands_of_step<Numbers128>(program_, steps(), in, chained);
}

std::uint64_t evaluate(const Sequence& sequence, const DotOperands& in) {
  const SequencePlan& program = sequence.program();
  std::uint64_t d = 0;
  for (int step = 0; step < program.steps + program.additions(); ++step) {
    const Operands operands = operands_of_step<Numbers128>(program, step, in, d);
    d = step < program.steps ? evaluate_step(sequence, operands).d
                             : evaluate(program.plan_of(step), operands).d;
  }
  return d;
}

Result evaluate_with_flags(const Sequence& sequence, const DotOperands& in) {
  return evaluate_step(sequence, sequence.step(0, in, 0));
}

Result evaluate_step(const Sequence& sequence, const Operands& in) {
  if (const StageSet* const stages = sequence.stages())
    return evaluate(sequence.plan(), *stages, in);
  return evaluate(sequence.plan(), in);
}

}  // namespace mmasc
