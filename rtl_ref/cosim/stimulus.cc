// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/cosim/stimulus.h"

#include <iterator>

#include "arith/reference.h"
#include "generate/case_operands.h"

namespace mmasc {
namespace {

// What enters step `last` of the vector's chain.
Operands operands_at(const Sequence& sequence, const Case& row, int last) {
  const DotOperands in = operands_of(row);
  std::uint64_t d = 0;
  for (int step = 0; step < last; ++step)
    d = evaluate(sequence.plan(), sequence.step(step, in, d)).d;
  return last == sequence.steps() ? sequence.late_c(in, d) : sequence.step(last, in, d);
}

}  // namespace

Case StepStimulus::draw(std::uint64_t id) const {
  const std::size_t classes = std::size(kVectorClasses);
  return generator_.make(kVectorClasses[id % classes].value, id / classes);
}

Operands StepStimulus::step(std::uint64_t id) const {
  const auto steps = static_cast<std::uint64_t>(sequence().steps());
  return operands_at(sequence(), draw(id),
                     static_cast<int>(id / std::size(kVectorClasses) % steps));
}

Operands StepStimulus::late_c(std::uint64_t id) const {
  return operands_at(sequence(), draw(id), sequence().steps());
}

}  // namespace mmasc
