// SPDX-License-Identifier: Apache-2.0
// The block scales that hardware has, tried on random blocks.
#pragma once

#include <ostream>
#include <string_view>
#include <vector>

#include "mmasc/quantise/block_scales.h"
#include "quantise/blocks.h"

namespace mmasc {

struct SchemeOfHardware {
  std::string_view name;
  QuantiseScheme scheme;
  int exponents = 60;  // rows of numbers are 2^-exponents to 2^exponents large
  friend void PrintTo(const SchemeOfHardware& tried, std::ostream* out) { *out << tried.name; }
};

inline std::vector<SchemeOfHardware> schemes_of_hardware() {
  const QuantiseScheme e4m3 = block_scheme(format_named("e4m3"), {1, 32});
  return {
      {"MXFP8 e4m3", mx_scheme(format_named("e4m3"))},
      {"MXFP8 e5m2", mx_scheme(format_named("e5m2"))},
      {"MXFP6 e3m2", mx_scheme(format_named("e3m2"))},
      {"MXFP6 e2m3", mx_scheme(format_named("e2m3"))},
      {"MXFP4", mx_scheme(format_named("e2m1"))},
      {"NVFP4", nvfp4_scheme(), 6},
      {"NVFP4 by reciprocals", with(nvfp4_scheme(), Quotient::reciprocal), 6},
      {"e4m3 1x32 in f32", with(e4m3, Quotient::f32)},
      {"e4m3 1x32 by reciprocals", with(e4m3, Quotient::reciprocal)},
      {"e5m6 1x32", block_scheme(format_named("e5m6"), {1, 32})},
  };
}

// `parts` times 100,000 blocks.
inline void expect_blocks_defined(const SchemeOfHardware& tried, std::uint64_t parts) {
  constexpr std::int64_t kRows = 200, kBlocksOfRow = 500;
  for (std::uint64_t part = 0; part < parts; ++part)
    expect_defined(
        normal_floats(kRows, kBlocksOfRow * tried.scheme.block.columns, part, tried.exponents),
        tried.scheme);
}

}  // namespace mmasc
