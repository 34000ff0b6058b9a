// SPDX-License-Identifier: Apache-2.0
// Floats rounded to a small format one by one, without a scale, at memory speed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mmasc/arith/convert.h"
#include "mmasc/elements/kernels.h"

namespace mmasc {

class FloatRounding {
 public:
  // Whether the vector loops have such a conversion: to nearest even, to a format of at most 16
  // bits within f32's range that has a sign and a zero.
  static bool fits(const Format& to, const Conversion& conversion);

  // The conversion must fit. The format outlives this.
  FloatRounding(const Format& to, const Conversion& conversion);

  // Makes convert() of each, in element_bytes(to) bytes. False, with codes in part written, where
  // one is a NaN that the format lacks. In IEEE 754's default mode.
  bool round(const float* x, std::int64_t count, std::byte* codes) const;

 private:
  bool round_by_hand(const float* x, std::int64_t count, std::byte* codes) const;

  const Format& to_;
  Conversion conversion_;
  const QuantiseKernels& kernels_;
  CodeRounding rounding_;
  std::uint32_t greatest_;  // number of the format, as bits of a float
};

}  // namespace mmasc
