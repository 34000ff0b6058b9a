// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/stimulus.h"

#include <algorithm>

#include "mmasc/arith/reference.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

// The operands that enter step `last` of the vector's chain.
Operands operands_at(const Sequence& sequence, const Case& row, int last) {
  const DotOperands in = operands_of(row);
  std::uint64_t d = 0;
  for (int step = 0; step < last; ++step) d = evaluate_step(sequence, sequence.step(step, in, d)).d;
  return last == sequence.steps() ? sequence.late_c(in, d) : sequence.step(last, in, d);
}

}  // namespace

Case StepStimulus::draw(std::uint64_t id) const {
  const std::size_t classes = kDefaultClasses.size();
  return generator_.make(kDefaultClasses[id % classes], id / classes);
}

Operands StepStimulus::step(std::uint64_t id) const {
  const std::uint64_t covering = covered_.cases.size() * steps();
  if (id < covering)
    return operands_at(sequence(), covered_.cases[id / steps()], static_cast<int>(id % steps()));
  id -= covering;
  return operands_at(sequence(), draw(id), static_cast<int>(id / kDefaultClasses.size() % steps()));
}

Operands StepStimulus::late_c(std::uint64_t id) const {
  const std::uint64_t covering = covered_.cases.size();
  return operands_at(sequence(), id < covering ? covered_.cases[id] : draw(id - covering),
                     sequence().steps());
}

StepStimulus::Driven StepStimulus::steps_driven(std::uint64_t operations) const {
  return driven(operations, steps());
}

StepStimulus::Driven StepStimulus::driven(std::uint64_t operations,
                                          std::uint64_t of_a_vector) const {
  Driven driven;
  driven.coverage_vectors = covered_.cases.size();
  driven.coverage_operations = driven.coverage_vectors * of_a_vector;
  driven.of_coverage = std::min(operations, driven.coverage_operations);
  driven.of_each_class = (operations - driven.of_coverage) / kDefaultClasses.size();
  return driven;
}

}  // namespace mmasc
