// SPDX-License-Identifier: Apache-2.0
// The loops over elements, compiled for each vector target of the processor. All run in IEEE 754's
// default mode.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mmasc/elements/element_rounding.h"

namespace mmasc {

// How an element is divided by its scale.
enum class Quotient {
  exact,       // x / scale, rounded once, to the element's format
  f32,         // x / scale rounded to f32, then to the element's format
  reciprocal,  // x * r rounded to f32, then to the element's format; r is 1 / scale rounded to f32,
               // infinite below 2^-128; a zero is a zero whatever r is
};

// The numbers that elements are multiplied or divided by, an entry for each block.
struct Divisors {
  const double* reciprocal = nullptr;     // 1 / scale, to nearest
  const float* scale = nullptr;           // to nearest
  const float* rest = nullptr;            // what that leaves of the scale
  const float* reciprocal_f32 = nullptr;  // 1 / the rounded scale, to nearest
};

// A row of elements.
struct CodeRow {
  Quotient quotient = Quotient::exact;
  Divisors divisors;
  // No scale is so near an end of f32's range that remainders of quotients are rounded there:
  // floats give exact quotients, where the format is one of floats.
  bool are_in_f32 = false;
  std::int64_t block = 1;
  const float* x = nullptr;
  std::int64_t count = 0;
  std::int64_t ahead = 1024;  // so many elements behind x is what will be read next
};

// To a format.
struct CodeRounding {
  explicit CodeRounding(const Format& format);

  ElementRounding<double> in_f64;
  ElementRounding<float> in_f32;
  // Floats round to the same codes, as far as the format is concerned.
  bool fits_f32;
};

struct QuantiseKernels {
  std::string_view target;

  // greatest[i / block] becomes the greater of what it is and |x[i]|, as bits.
  void (*block_maxima)(const float* x, std::int64_t count, std::int64_t block,
                       std::uint32_t* greatest) = nullptr;

  // Codes of x[i] / divisors[i / block].
  void (*codes8)(const CodeRounding&, const CodeRow&, std::uint8_t* codes) = nullptr;
  void (*codes16)(const CodeRounding&, const CodeRow&, std::uint16_t* codes) = nullptr;

  // f16 and bf16 as f32, exactly.
  void (*from_f16)(const std::uint16_t* bits, std::int64_t count, float* x) = nullptr;
  void (*from_bf16)(const std::uint16_t* bits, std::int64_t count, float* x) = nullptr;

  // sum[i] += partial[i] * (scale * scales[i]): the scales are multiplied, rounded to f32; then
  // product and sum are rounded once, or, where not fused, each.
  void (*add_scaled)(const float* partial, float scale, const float* scales, bool is_fused,
                     std::int64_t count, float* sum) = nullptr;
};

// The kernels that this processor runs, the widest first; the last is compiled for every processor.
std::span<const QuantiseKernels> quantise_kernels();

}  // namespace mmasc
