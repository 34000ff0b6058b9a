// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/packed_cases.h"

namespace mmasc {

PackedCases::PackedCases(std::span<const Case> cases) : d(cases.size()) {
  for (const Case& row : cases)
    for (const OperandRow& input : kInputs) {
      const Case::Elements& elements = row[input.operand];
      in_[input.operand].insert(in_[input.operand].end(), elements.begin(), elements.end());
    }
}

DotBatch PackedCases::batch() {
  DotBatch batch({}, d);
  for (const OperandRow& input : kInputs) batch[input.operand] = in_[input.operand];
  return batch;
}

std::uint64_t dot_of(const Engine& engine, const Case& row) {
  PackedCases packed(std::span(&row, 1));
  engine.dot(packed.batch());
  return packed.d.front();
}

void PackedCases::evaluate(const Engine& engine) {
  flags.resize(engine.gives_flags() ? d.size() : 0);
  DotBatch asked = batch();
  asked.flags = flags;
  engine.dot(asked);
}

}  // namespace mmasc
