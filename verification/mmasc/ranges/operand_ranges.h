// SPDX-License-Identifier: Apache-2.0
// The ranges of operands and of their products.
#pragma once

#include "mmasc/ranges/term_range.h"

namespace mmasc {

// A stored format as the datapath sees it.
TermRange operand_range(const Format& stored, const Format& seen, Flush flush);

// A factor whose exponents are raised to the next of the grid.
void raise(const ExponentGrid& grid, TermRange& factor);

// The product of all scales of a lane.
TermRange scale_range(const MultiplierPlan& plan);

// The product of a lane, times its scales, before it is rounded.
TermRange product_range(const MultiplierPlan& plan, const Instruction& row, const TermRange& a,
                        const TermRange& b, const TermRange& scale, int lane);

}  // namespace mmasc
