// SPDX-License-Identifier: Apache-2.0
// What a stage may take for granted of leading zeros that were anticipated.
#pragma once

#include "mmasc/proof/and_graph.h"
#include "mmasc/proof/bits_of_words.h"

namespace mmasc::proof {

// Whether they are as many as lead the significand, or one or two fewer; of 0 anything is right.
// Lowest bits first.
Literal lead(AndGraph& gates, const Literals& significand, const Literals& zeros);

}  // namespace mmasc::proof
