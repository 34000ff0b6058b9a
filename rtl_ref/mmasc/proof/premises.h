// SPDX-License-Identifier: Apache-2.0
// What claims may take for granted, piece by piece. A claim on one lane needs nothing of the
// others, and without them it is the claim on any other lane.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/proof/and_graph.h"
#include "mmasc/proof/solver.h"

namespace mmasc::proof {

class Premises {
 public:
  void add(const AndGraph& gates, Literal holds);

  // Whether all of them hold.
  Literal all(AndGraph& gates) const;
  // Whether those hold that depend on no inputs but those of `claim`.
  Literal about(AndGraph& gates, Literal claim) const;

 private:
  struct Premise {
    Literal holds = kTrue;
    std::vector<std::uint32_t> inputs;  // ascending
  };
  std::vector<Premise> premises_;
};

// Asks whether a bit is never 1 where the premises hold: those on its own inputs, and where these
// do not do, all.
template <typename Never>
auto never_given(AndGraph& gates, const Premises& given, Literal wrong, const Never& never) {
  const Literal near = gates.both(wrong, given.about(gates, wrong));
  const Literal with_all = gates.both(wrong, given.all(gates));
  auto answer = never(near);
  return answer.outcome == Outcome::proved || near == with_all ? answer : never(with_all);
}

}  // namespace mmasc::proof
