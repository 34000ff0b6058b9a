// SPDX-License-Identifier: Apache-2.0
// The smallest operands with which a unit's RTL departs from its pipeline in one field.
#pragma once

#include <functional>
#include <optional>

#include "mmasc/arith/sequence.h"
#include "mmasc/cosim/lock_step.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

struct SmallestDivergence {
  Case row;               // without d
  Divergence divergence;  // of its first run: the operation is the step
};

// Drives the steps first to last of one vector alone, one after the other, without stalls and
// resets in mid-run. If the registers or ports differ in the place and field of `seen`, makes the
// vector smaller as long as they do, each time by a run from the start; none where they do not:
// then more than the operands is needed. `between` is called now and then; what it throws comes
// through.
std::optional<SmallestDivergence> smallest_divergence(const LockStepSubject& subject,
                                                      const Sequence& sequence, int first_step,
                                                      int last_step, const Case& row,
                                                      const Divergence& seen, std::uint64_t seed,
                                                      const std::function<void()>& between);

}  // namespace mmasc
