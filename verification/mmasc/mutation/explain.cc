// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/explain.h"

#include <algorithm>
#include <iterator>

#include "mmasc/arith/same_bits.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/nan_words.h"

namespace mmasc {
namespace {

bool gives(const MutantSequence& mutant, const VectorFile& outputs) {
  return std::ranges::all_of(outputs.cases, [&](const Case& row) {
    return same_bits(*outputs.layout.format[Operand::d], mutant.evaluate(operands_of(row)), row.d(),
                     outputs.nan == NanMatch::any);
  });
}

}  // namespace

std::vector<Mutant> candidates(const Unit& unit, const VectorFile& outputs, int reach) {
  std::vector<Mutant> all = mutants_of(unit, reach);
  std::ranges::move(
      mutants_from_defaults(unit, nan_words(*outputs.layout.format[Operand::d], outputs.cases)),
      std::back_inserter(all));
  return all;
}

std::vector<Mutant> explanations(const Unit& unit, const VectorFile& outputs, int reach,
                                 const std::function<void()>& between) {
  std::vector<Mutant> found;
  if (unit.has_own_stages()) return found;  // no field is what these do
  for (Mutant& mutant : candidates(unit, outputs, reach)) {
    between();
    if (gives(MutantSequence(mutant), outputs)) found.push_back(std::move(mutant));
  }
  return found;
}

}  // namespace mmasc
