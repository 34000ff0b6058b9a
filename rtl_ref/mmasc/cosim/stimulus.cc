// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/stimulus.h"

#include <algorithm>

#include "mmasc/arith/reference.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
Operands operands_at(const Sequence& sequence, const Case& row, int step) {
  const DotOperands in = operands_of(row);
  std::uint64_t d = 0;
  for (int i = 0; i < step; ++i) d = evaluate_step(sequence, sequence.step(i, in, d)).d;
  return step == sequence.steps() ? sequence.late_c(in, d) : sequence.step(step, in, d);
}

Case StepStimulus::draw(std::uint64_t id) const {
  const std::size_t classes = kDefaultClasses.size();
  return generator_.make(kDefaultClasses[id % classes], id / classes);
}

Case StepStimulus::step_vector(std::uint64_t id) const {
  const std::uint64_t covering = covered_.cases.size() * steps();
  return id < covering ? covered_.cases[id / steps()] : draw(id - covering);
}

Operands StepStimulus::step(std::uint64_t id) const {
  const std::uint64_t covering = covered_.cases.size() * steps();
  const std::uint64_t number = id < covering ? id : (id - covering) / kDefaultClasses.size();
  return operands_at(sequence(), step_vector(id), static_cast<int>(number % steps()));
}

Case StepStimulus::late_c_vector(std::uint64_t id) const {
  const std::uint64_t covering = covered_.cases.size();
  return id < covering ? covered_.cases[id] : draw(id - covering);
}

Operands StepStimulus::late_c(std::uint64_t id) const {
  return operands_at(sequence(), late_c_vector(id), sequence().steps());
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
