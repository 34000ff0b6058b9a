// SPDX-License-Identifier: Apache-2.0
// Units of all kinds whose RTL compiles in seconds.
#pragma once

#include <vector>

#include "mmasc/unit/catalog.h"
#include "random/flagged_units.h"

namespace mmasc {

inline Unit small_watched(const std::string& datapath, const std::string& formats, int k = 4,
                          const std::string& more = "") {
  return parse_unit("[datapath.\"my.watched\"]\n" + datapath +
                    "\n[instruction.\"my/watched\"]\nformats = { " + formats +
                    " }\ndatapath = \"my.watched\"\nshape = { m = 16, n = 8, k = " +
                    std::to_string(k) + " }\n" + more);
}

inline constexpr int kWatchedUnits = 7;

inline std::vector<Unit> watched_units() {
  std::vector<Unit> units;
  for (const char* id : {
           "volta/mma.m8n8k4.f32.f16.f16.f32",              // two steps or one, truncated
           "cdna2/v_mfma_f32_32x32x8f16",                   // every node rounds; flushes
           "cdna3/v_mfma_f32_32x32x16_fp8_fp8",             // terms vanish, two sums
           "ampere/mma.sp.m16n8k64.satfinite.s32.s8.s8.s32",  // sparse integers that saturate
       })
    units.push_back(catalog().find(id));
  units.push_back(small_watched(
      "lanes = 4\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 7, "
      "alignment_rounding = { mode = \"stochastic\", random_bits = 5 } }]\nresult = { format = "
      "\"f16\", rounding = { mode = \"stochastic\", random_bits = 4 } }",
      "a = \"e4m3\", b = \"e5m2\", c = \"f16\""));
  units.push_back(small_watched(
      "lanes = 4\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\nresult = { format = "
      "\"e5m2\" }",
      "a = \"e3m2\", b = \"e2m3\", c = \"f16\""));  // an exact window
  units.push_back(flagged_units()[3]);
  return units;
}

}  // namespace mmasc
