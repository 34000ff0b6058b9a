// SPDX-License-Identifier: Apache-2.0
// The operands of one element of D along K, as a GEMM chains them.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/inputs/input_set.h"

namespace mmasc {

// The operands of one instruction.
struct SliceOperands {
  PerInput<std::vector<std::uint64_t>> elements;

  DotOperands view() const;  // valid as long as this
};

class ElementOperands {
 public:
  // Everything outlives it. `options`: promotion and seed of the GEMM.
  ElementOperands(const Unit& unit, const InputSet& inputs, const InputFormats& formats,
                  const GemmOptions& options);

  std::int64_t slices() const;  // of K, the last filled up with +0
  // `d` is the result of the slice before, which the first one ignores, and those that begin a
  // partial sum.
  SliceOperands slice(std::int64_t row, std::int64_t column, std::int64_t slice,
                      std::uint64_t d) const;

 private:
  const Unit& unit_;
  const InputSet& inputs_;
  const InputFormats& formats_;
  const GemmOptions& options_;
  std::vector<int> widths_;  // of random bits
};

}  // namespace mmasc
