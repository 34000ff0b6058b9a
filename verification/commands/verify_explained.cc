// SPDX-License-Identifier: Apache-2.0
// Where vectors differ, mmasc verify names the field by which they do.
#include "mmasc/command/explain.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/mutation/explain.h"

namespace mmasc {
namespace {

constexpr int kExplainedReach = 8;  // how far numbers of a unit are moved

std::optional<ExplainedUnit> explained_by_field(const Unit& unit, const VectorFile& file) {
  for (const Mutant& mutant : explanations(unit, file, kExplainedReach, stop_if_interrupted))
    if (!mutant.sum && !mutant.lane && mutant.unseen_metadata == 0)
      return ExplainedUnit{mutant.unit, mutant.text()};
  return std::nullopt;
}
const RegisteredExplanation kExplanation(explained_by_field);

}  // namespace
}  // namespace mmasc
