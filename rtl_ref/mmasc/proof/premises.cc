// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/premises.h"

#include <algorithm>

#include "mmasc/proof/cone.h"

namespace mmasc::proof {

void Premises::add(const AndGraph& gates, Literal holds) {
  if (holds != kTrue) premises_.push_back({holds, inputs_of(gates, holds)});
}

Literal Premises::all(AndGraph& gates) const {
  Literal all = kTrue;
  for (const Premise& premise : premises_) all = gates.both(all, premise.holds);
  return all;
}

Literal Premises::about(AndGraph& gates, Literal claim) const {
  const std::vector<std::uint32_t> inputs = inputs_of(gates, claim);
  Literal all = kTrue;
  for (const Premise& premise : premises_)
    if (std::ranges::includes(inputs, premise.inputs)) all = gates.both(all, premise.holds);
  return all;
}

}  // namespace mmasc::proof
