// SPDX-License-Identifier: Apache-2.0
// The tree of sums: every product, c and sum is used exactly once, and every part has its size.
#pragma once

#include "spec/datapath.h"

namespace mmasc {

// `scale_block` is the number of elements that share a scale, 0 without scales or where not known.
void validate_sums(const Datapath& datapath, int lanes, int scale_block);

}  // namespace mmasc
