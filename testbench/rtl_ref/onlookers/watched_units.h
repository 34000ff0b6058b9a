// SPDX-License-Identifier: Apache-2.0
// Units of all kinds whose RTL compiles in seconds.
#pragma once

#include <vector>

#include "mmasc/coverage/cover.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/catalog.h"
#include "random/flagged_units.h"

namespace mmasc {

inline Unit small_watched(const std::string& datapath, const std::string& formats, int k = 2,
                          const std::string& more = "") {
  return parse_unit(
      "[datapath.\"my.watched\"]\n" + datapath + "\n[instruction.\"my/watched\"]\nformats = { " +
      formats + " }\ndatapath = \"my.watched\"\nshape = { m = 16, n = 8, k = " + std::to_string(k) +
      " }\n" + more);
}

// It raises flags.
inline Unit watched_flags() {
  return flagged_unit(2, "e5m2", "e4m3", "f16", R"([{ name = "dot", terms = ["products", "c"] }])",
                      R"(format = "f16", rounding = "down", overflow = "saturate", nan = "7e00")");
}

inline constexpr int kWatchedUnits = 10;
// Verilator and the compiler take twice as long for each of these as for the others.
inline constexpr int kWideUnits[] = {1, 2, 3, 7};
inline constexpr int kNarrowUnits[] = {0, 4, 5, 6, 8, 9};

inline std::vector<Unit> watched_units() {
  std::vector<Unit> units;
  for (const char* id : {
           "volta/mma.m8n8k4.f32.f16.f16.f32",                // two steps or one, truncated
           "cdna2/v_mfma_f32_32x32x8f16",                     // every node rounds; flushes
           "cdna3/v_mfma_f32_32x32x16_fp8_fp8",               // terms vanish, two sums
           "ampere/mma.sp.m16n8k64.satfinite.s32.s8.s8.s32",  // sparse integers that saturate
       })
    units.push_back(catalog().find(id));
  units.push_back(small_watched(
      "lanes = 2\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 7, "
      "alignment_rounding = { mode = \"stochastic\", random_bits = 5 } }]\nresult = { format = "
      "\"f16\", rounding = { mode = \"stochastic\", random_bits = 4 } }",
      "a = \"e4m3\", b = \"e5m2\", c = \"f16\""));
  units.push_back(small_watched(
      "lanes = 2\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\nresult = { format = "
      "\"e5m2\" }",
      "a = \"e3m2\", b = \"e2m3\", c = \"f16\""));  // an exact window
  units.push_back(watched_flags());
  units.push_back(catalog().find("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16"));  // c is added last
  units.push_back(small_watched(
      "lanes = 2\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 12, "
      "zero_exponent = -16 }]\nresult = { format = \"f16\" }",
      "a = \"e5m2\", b = \"e5m2\", c = \"f16\"", 2, "scale = { format = \"ue4m3\", block = 2 }"));
  units.push_back(small_watched(
      "lanes = 2\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 9, "
      "accumulator = { bits = 14, overflow = \"saturate\" } }]\nresult = { format = \"bf16\" }",
      "a = \"e4m3\", b = \"e4m3\", c = \"bf16\""));
  return units;
}

inline std::vector<RtlFile> watched_files(const Unit& unit) {
  return emit_rtl_files({&unit, 1}, "unit", {.onlookers = onlooker_files({&unit, 1}, "unit")});
}

// Vectors that meet the cover points, and some of every class.
inline std::vector<Case> covering_cases(const Unit& unit) {
  const Generator generator(unit, 1);
  CoverLimits limits;
  limits.count = 24;
  limits.tries = 300;
  std::vector<Case> cases = cover(generator, limits).cases;
  for (const VectorClass each : kDefaultClasses)
    for (std::uint64_t i = 0; i < 6; ++i) cases.push_back(generator.make(each, i));
  return cases;
}

}  // namespace mmasc
