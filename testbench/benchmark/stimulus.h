// SPDX-License-Identifier: Apache-2.0
// Operands for benchmarks: finite numbers whose exponents lie close together, so that nothing is
// idle.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/vectors/case_operands.h"
#include "near_one.h"
#include "random/any_operands.h"

namespace mmasc {

class Stimulus {
 public:
  explicit Stimulus(const Unit& unit) : sequence_(unit), layout_(layout_of(unit)) {}

  const Sequence& sequence() const { return sequence_; }

  // One instruction's operands; the same for the same seed.
  Case operands(std::uint64_t seed) const {
    Random random(seed);
    Case row(layout_);
    for (const OperandRow& input : kInputs)
      for (int i = 0; i < layout_[input.operand].count; ++i)
        row[input.operand][static_cast<std::size_t>(i)] = element(random, input.operand, i);
    return row;
  }
  std::vector<Case> cases(int count) const {
    std::vector<Case> all;
    for (int i = 0; i < count; ++i) all.push_back(operands(static_cast<std::uint64_t>(i)));
    return all;
  }

  // The first fused steps of so many instructions.
  std::vector<Operands> steps(int count) const {
    std::vector<Operands> all;
    for (const Case& row : cases(count))
      all.push_back(sequence_.step(0, operands_of(row), row.c()));
    return all;
  }

 private:
  std::uint64_t element(Random& random, Operand operand, int i) const {
    const Format* const format = layout_.format[operand];
    return format != nullptr ? near_one(random, *format, 4)
                             : any_element(random, layout_, operand, i);
  }

  Sequence sequence_;
  OperandLayout layout_;
};

}  // namespace mmasc
