// SPDX-License-Identifier: Apache-2.0
// The meaning of a plan: what can be seen from outside. Fields that no operands of the formats can
// tell apart are put to one value, each with the reason; two units of one meaning give the same
// bits.
#pragma once

#include <string>
#include <vector>

#include "mmasc/mutation/mutants.h"

namespace mmasc {

struct Meaning {
  struct PutAside {
    std::string field;  // with its value
    std::string why;
    friend bool operator==(const PutAside&, const PutAside&) = default;
  };
  std::vector<std::string> facts;  // in the order of the plan, comparable
  std::vector<PutAside> aside;
};

// The meaning of the plan and of the instruction's program around it.
Meaning meaning_of(const Unit& unit);

// Why nothing tells the two apart: why the fields in which they differ were put aside, or that
// their plans are the same. Empty where the meanings differ.
std::string why_equal(const Meaning& x, const Meaning& y);
std::string why_equal(const Unit& x, const Unit& y);

// The same of a unit and its mutant.
std::string why_equal(const Unit& unit, const Mutant& mutant);

}  // namespace mmasc
