// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/smallest.h"

#include "mmasc/compare/smallest.h"
#include "mmasc/cosim/stimulus.h"

namespace mmasc {

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
  if (!shows(row)) return std::nullopt;
  SmallestDivergence smallest;
  smallest.row = compare::shrink_whole(layout_of(sequence.unit()), row, shows);
  smallest.divergence = *run(smallest.row);
  smallest.divergence.operation =
      smallest.divergence.operation % steps + static_cast<std::uint64_t>(first_step);
  return smallest;
}

}  // namespace mmasc
