// SPDX-License-Identifier: Apache-2.0
// The functions of a unit for a bounded model checker: for any bits in the fields that enter one,
// those that leave it have no bits above their widths.
#pragma once

#include <string>
#include <vector>

#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc {

// A function from one struct to another. `entering`: the fields whose high bits have to be 0 before
// it is called; operands have none, their high bits are ignored.
struct CFunction {
  std::string name, in, out;  // "fp8_aligner_0", "fp8_multiplier"
  std::vector<SymbolicField> entering, leaving;
};

// A text that calls these functions, of which a checker asks one by one: with NAME_CHECK defined it
// calls none of them, and goes on with any fields that they may hand on.
std::string calls_of_any(const std::vector<CFunction>& functions, const std::string& name,
                         const std::string& text);

// A program in #ifdef NAME_CHECK, whose main() calls each function with what the checker chooses:
// nondet_STRUCT() have no body.
std::string c_checks(const std::vector<CFunction>& functions, const std::string& name);

}  // namespace mmasc
