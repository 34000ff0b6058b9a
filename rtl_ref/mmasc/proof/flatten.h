// SPDX-License-Identifier: Apache-2.0
// The logic of a whole design, its registers cut out: what a black box gives is an input, what it
// takes an output. Names are paths: "u_aligner_0.u_registers.data_o[5]".
#pragma once

#include <string_view>
#include <vector>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/blif.h"

namespace mmasc::proof {

struct FlatLogic {
  AndGraph gates;
  std::vector<NamedLiteral> inputs, outputs;
};

// Outputs besides are the bits of wires called `shown`, wherever they stand. What nothing drives,
// or is undefined, may have any value. Throws InputError where there is no `top` or logic feeds
// itself.
FlatLogic flatten(const BlifModules& modules, std::string_view top, std::string_view shown);

}  // namespace mmasc::proof
