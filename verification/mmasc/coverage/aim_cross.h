// SPDX-License-Identifier: Apache-2.0
// Vectors in which an element of one lane and c are of two classes.
#pragma once

#include "mmasc/arith/sequence.h"
#include "mmasc/lanes/lane_specials.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Products about 1, but for the lane's; without name and d. The formats have both classes.
Case crossed_case(const Sequence& sequence, const LaneCross& cross, Random& random);

}  // namespace mmasc
