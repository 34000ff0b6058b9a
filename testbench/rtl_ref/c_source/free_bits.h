// SPDX-License-Identifier: Apache-2.0
// Units whose results leave bits of their C types free: status flags, and a d of 24 bits.
#pragma once

#include <vector>

#include "random/flagged_units.h"

namespace mmasc {

inline std::vector<Unit> with_free_bits_in_results() {
  return {flagged_units()[1], flagged_units()[3], parse_unit(R"(
[datapath."my.int8"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "s24", overflow = "saturate" }
[instruction."my/int8"]
shape    = { m = 1, n = 1, k = 8 }
formats  = { a = "s8", b = "u8", c = "s24" }
datapath = "my.int8"
)")};
}

}  // namespace mmasc
