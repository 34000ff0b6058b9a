// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/explain.h"

#include <algorithm>

#include "mmasc/arith/same_bits.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

bool gives(const MutantSequence& mutant, const VectorFile& outputs) {
  return std::ranges::all_of(outputs.cases, [&](const Case& row) {
    return same_bits(*outputs.layout.format[Operand::d], mutant.evaluate(operands_of(row)), row.d(),
                     outputs.nan == NanMatch::any);
  });
}

}  // namespace

std::vector<Mutant> explanations(const Unit& unit, const VectorFile& outputs, int reach,
                                 const std::function<void()>& between) {
  std::vector<Mutant> found;
  for (Mutant& mutant : mutants_of(unit, reach)) {
    between();
    if (gives(MutantSequence(mutant), outputs)) found.push_back(std::move(mutant));
  }
  return found;
}

}  // namespace mmasc
