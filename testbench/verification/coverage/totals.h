// SPDX-License-Identifier: Apache-2.0
// Rows whose sums have accumulators, cuts, sticky bits and coarse exponents.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/catalog.h"

namespace mmasc {

// Every cover point of these is met, or cannot be reached.
inline std::vector<Unit> units_with_totals() {
  std::vector<Unit> units;
  const auto add = [&](const char* id, const char* field, std::initializer_list<const char*> all) {
    for (const char* value : all)
      units.push_back(catalog().find(id).with(std::string("dot.") + field, value));
  };
  constexpr const char* kSaturating = "{ bits = 26, overflow = \"saturate\" }";
  constexpr const char* kToNearest = "{ fraction_bits = 12, rounding = \"nearest_even\" }";
  for (const char* id :
       {"volta/mma.m8n8k4.f32.f16.f16.f32", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"}) {
    add(id, "accumulator", {"{ bits = 10 }", "{ bits = 20 }", "{ bits = 25 }", kSaturating});
    add(id, "cut", {"{ fraction_bits = 0 }", "{ fraction_bits = 5 }", kToNearest});
    add(id, "sticky", {"true"});
    add(id, "exponent_grid", {"{ step = 2, first = 1 }", "{ step = 64, first = 1 }"});
  }
  constexpr const char* kBf16 = "ada/mma.m16n8k16.f32.bf16.bf16.f32";
  add(kBf16, "accumulator", {"{ bits = 26 }", kSaturating});
  add(kBf16, "cut", {"{ fraction_bits = 0 }", "{ fraction_bits = 15 }", kToNearest});
  add(kBf16, "sticky", {"true"});
  add(kBf16, "exponent_grid", {"{ step = 8, first = 1 }"});
  return units;
}

}  // namespace mmasc
