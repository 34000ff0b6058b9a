// SPDX-License-Identifier: Apache-2.0
// The structure of a unit for a clock: of least latency, then of least area.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/cost/cost.h"

namespace mmasc {

// A structure that was synthesised on the way.
struct Depth {
  std::vector<std::string> fields;  // "structure.aligner.registers=3", of each kind of stage
  int latency = 0;                  // cycles of a step
  Unit unit;                        // with them
  UnitCost cost;
};

// What a register takes of a clock's period beside the logic between two of them, in ps.
struct RegisterTime {
  double output = 0;  // from the clock to the output
  double enable = 0;  // to choose between what it has and what comes, where no flip-flop does
  double setup = 0;   // of the flip-flop's input

  double total() const { return output + enable + setup; }
};

struct PeriodSearch {
  std::optional<Depth> found;    // that meets the period
  std::optional<Depth> deepest;  // where none does: with the most ranks after each stage
  int tried = 0;                 // structures that were synthesised
};

// Finds the structure whose delays, which are between registers, are at most `period`. Tries the
// structures in the order of their latency, and of one latency all that may meet the period. One is
// left out where a row of it may not, by what rows cost that were synthesised: n ranks cut a row's
// delay to no less than 0.85 / n of it, a row of several stages has no less than 0.7 of the sum of
// theirs, and `ready` no less than its share of that through another number of ranks. `cost_of`
// synthesises a unit; what it throws is thrown.
PeriodSearch search_period(const Unit& unit, double period,
                           const std::function<UnitCost(const Unit&)>& cost_of);

}  // namespace mmasc
