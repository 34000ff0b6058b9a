// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/smallest.h"

#include <algorithm>

#include "mmasc/arith/reference.h"
#include "mmasc/compare/smallest.h"
#include "mmasc/cosim/stimulus.h"

namespace mmasc {
namespace {

// The step alone, as the first one of a vector whose c is what the step was given; none where
// scales, metadata or the format of c stand in the way.
std::optional<Case> as_first_step(const Sequence& sequence, const Case& row, int step) {
  const Unit& unit = sequence.unit();
  const Instruction& of = unit.instruction;
  if (step == 0 || step >= sequence.steps() || of.scale || of.sparsity || *of.c != unit.d())
    return std::nullopt;
  const auto& order = sequence.program().order;
  const int lanes = sequence.plan().lanes();
  Case first = row;
  for (const Operand operand : {Operand::a, Operand::b}) {
    std::ranges::fill(first[operand], 0);
    for (int lane = 0; lane < lanes && step * lanes + lane < order.size(); ++lane)
      first[operand][static_cast<std::size_t>(order[lane])] =
          row[operand][static_cast<std::size_t>(order[step * lanes + lane])];
  }
  first.c() = evaluate_step(sequence, operands_at(sequence, row, step - 1)).d;
  return first;
}

}  // namespace

std::optional<SmallestDivergence> smallest_divergence(const LockStepSubject& subject,
                                                      const Sequence& sequence, int first_step,
                                                      int last_step, const Case& row,
                                                      const Divergence& seen, std::uint64_t seed,
                                                      const std::function<void()>& between) {
  constexpr std::uint64_t kSpareCycles = 4;
  const auto steps = static_cast<std::uint64_t>(last_step - first_step + 1);
  LockStepOptions options;
  options.seed = seed;
  options.stall_percent = 0;
  options.cycles =
      kResetCycles + steps + static_cast<std::uint64_t>(subject.plan.latency()) + kSpareCycles;
  const auto run = [&](const Case& vector) {
    between();
    LockStepSubject alone = subject;
    alone.operands = [&](std::uint64_t operation) {
      return operands_at(sequence, vector, first_step + static_cast<int>(operation % steps));
    };
    return run_lock_step(alone, options).divergence;
  };
  const auto is_it = [&](const std::optional<Divergence>& divergence) {
    return divergence && divergence->place == seen.place && divergence->field == seen.field;
  };
  const auto shows = [&](const Case& vector) { return is_it(run(vector)); };
  const auto found = run(row);
  if (!is_it(found)) return std::nullopt;
  const auto alone =
      as_first_step(sequence, row, first_step + static_cast<int>(found->operation % steps));
  SmallestDivergence smallest;
  smallest.row = compare::shrink_whole(layout_of(sequence.unit()),
                                       alone && shows(*alone) ? *alone : row, shows);
  smallest.divergence = *run(smallest.row);
  smallest.divergence.operation =
      smallest.divergence.operation % steps + static_cast<std::uint64_t>(first_step);
  return smallest;
}

}  // namespace mmasc
