// SPDX-License-Identifier: Apache-2.0
// Sums of numbers that the RTL keeps with a sign beside them. Its adders subtract where two signs
// differ, and what they give has the sign of the first (mmasc_halves.sv); the model negates each
// number and adds. No solver that is asked of four of them at once finds that this is the same; but
// of one adder it does:
//
//     w = n + m, or n + ~m + 1 where t is 1, is n + (-1)^t m, and no bit is lost
//
// So (-1)^s w is (-1)^s n + (-1)^(s + t) m, of each adder and, from one to the next, of all.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "mmasc/proof/invariants.h"
#include "mmasc/proof/solver.h"
#include "mmasc/proof/unit_logic.h"

namespace mmasc::proof {

// Whether a bit of a graph is never 1.
using IsNever =
    std::function<bool(const AndGraph&, const std::vector<NamedLiteral>& inputs, Literal)>;

// The sums of a stage, by the nodes of its graph, as adders that subtract make them of what the
// stage reads. Nothing is there of a sum of which one adder is not proved.
struct SignedSums {
  GivenBits numbers;        // they, and the signs and magnitudes of totals
  std::set<int> not_least;  // nodes of partial sums that are never the least of their width
};

SignedSums signed_sums(const Plan& plan, UnitLogic& unit, std::size_t stage,
                       const Invariants& entering, const IsNever& is_never);

}  // namespace mmasc::proof
