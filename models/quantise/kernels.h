// SPDX-License-Identifier: Apache-2.0
// The loops over elements, compiled for each vector target of the processor. All run in IEEE 754's
// default mode.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "quantise/element_rounding.h"

namespace mmasc {

// How an element is divided by its scale.
enum class Quotient {
  exact,       // x / scale, rounded once, to the element's format
  f32,         // x / scale rounded to f32, then to the element's format
  reciprocal,  // x * r rounded to f32, then to the element's format; r is 1 / scale rounded to f32
};

// What of a scale elements are multiplied or divided by.
struct Divisor {
  double reciprocal = 1;  // 1 / scale, to nearest
  float scale = 1, reciprocal_f32 = 1;
};

struct QuantiseKernels {
  std::string_view target;

  // greatest[i / block] becomes the greater of what it is and |x[i]|, as bits.
  void (*block_maxima)(const float* x, std::int64_t count, std::int64_t block,
                       std::uint32_t* greatest) = nullptr;

  // Codes of x[i] / divisors[i / block].
  void (*codes8)(const ElementRounding&, Quotient, const Divisor* divisors, std::int64_t block,
                 const float* x, std::int64_t count, std::uint8_t* codes) = nullptr;
  void (*codes16)(const ElementRounding&, Quotient, const Divisor* divisors, std::int64_t block,
                  const float* x, std::int64_t count, std::uint16_t* codes) = nullptr;

  // f16 and bf16 as f32, exactly.
  void (*from_f16)(const std::uint16_t* bits, std::int64_t count, float* x) = nullptr;
  void (*from_bf16)(const std::uint16_t* bits, std::int64_t count, float* x) = nullptr;

  // sum[i] += partial[i] * (scale * scales[i]): the scales are multiplied, rounded to f32; then
  // product and sum are rounded once, or, where not fused, each.
  void (*add_scaled)(const float* partial, float scale, const float* scales, bool is_fused,
                     std::int64_t count, float* sum) = nullptr;
};

// Those that this processor runs, the widest first; the last is compiled for every processor.
std::span<const QuantiseKernels> quantise_kernels();

}  // namespace mmasc
