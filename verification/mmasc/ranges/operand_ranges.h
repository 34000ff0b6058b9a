// SPDX-License-Identifier: Apache-2.0
// The ranges of operands and of their products.
#pragma once

#include "mmasc/ranges/term_range.h"
#include "mmasc/specification/step_rules.h"

namespace mmasc {

// A stored format as the datapath sees it.
TermRange operand_range(const Format& stored, const Format& seen, Flush flush);

// To which the exponents of a and b are raised.
inline ExponentGrid grid_of_factors(const StepRules& rules) {
  return rules.product.exponent_grid.value_or(ExponentGrid{});
}

// A factor whose exponents are raised to the next of the grid.
void raise(const ExponentGrid& grid, TermRange& factor);

// The product of all scales of a lane.
TermRange scale_range(const StepRules& rules);

// The product of a lane, times its scales, before it is rounded. `shared`: the block of lanes whose
// scales are its own.
TermRange product_range(const StepRules& rules, const Instruction& row, const TermRange& a,
                        const TermRange& b, const TermRange& scale, int shared);

}  // namespace mmasc
