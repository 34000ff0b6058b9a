// SPDX-License-Identifier: Apache-2.0
// Stimulus for units that add integers: sums at the ends of d, of c and of the adders.
#pragma once

#include "mmasc/stimulus/draft.h"

namespace mmasc {

// Products at the ends of what they can be, all of one sign, in two halves or here and there; and c
// at an end of its own, or such that the sum lies about an end of d, about 0 or about a power of
// two.
void draw_integer_sum(Draft& draft);

}  // namespace mmasc
