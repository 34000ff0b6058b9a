// SPDX-License-Identifier: Apache-2.0
// The batch engine: dot products and GEMMs on vector lanes and threads. Its bits are those of the
// reference. They do not depend on the target, the number of threads, the blocking, or the caller's
// rounding and flush modes, which are set aside and restored.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"

namespace mmasc {

struct BatchOptions {
  std::string target;  // one of batch_targets(); empty: the first of them
  int threads = 0;     // at most so many; 0: one for each processor
};

// The kernel that evaluates a unit, and why.
struct BatchKernel {
  std::string name;    // as docs/batch.md lists them; "compiled": code of the unit's own
  std::string reason;  // the property of the plan that decides
  std::string cost{};  // of "compiled": the lanes, and the word operations a product
};
BatchKernel batch_kernel(const Unit& unit);

// Says what this system lacks to run a "compiled" unit's code, and where to get it; the reference
// computes then. Empty where nothing is missing.
std::string batch_lacks(const Unit& unit);

// The vector targets that this build has and this processor runs, the widest first: "avx512",
// "avx2", "sse4", "neon", "scalar".
std::vector<std::string> batch_targets();

// Throws RowError where the unit has no plan, InputError for a target that is not among
// batch_targets() or a negative number of threads.
std::unique_ptr<Engine> make_batch_engine(const Unit& unit, const BatchOptions& options);
std::unique_ptr<Engine> make_batch_engine(const Unit& unit);

}  // namespace mmasc
