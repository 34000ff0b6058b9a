// SPDX-License-Identifier: Apache-2.0
// The scale of a block from its greatest magnitude. Every number here is a float or a double whose
// operations are the definition, each rounded once (scheme.h, docs/fp8.md), in IEEE 754's default
// mode.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/elements/element_rounding.h"
#include "mmasc/quantise/scheme.h"

namespace mmasc {

class BlockScales {
 public:
  // `tensor_greatest`: of the whole matrix, where the scheme has a scale of it.
  BlockScales(const QuantiseScheme& scheme, float tensor_greatest);

  struct Scale {
    std::uint64_t bits = 0;  // in the scales' format
    double divisor = 1;      // its value, with the tensor's scale in it
  };
  // `greatest` is finite.
  Scale of(float greatest) const;

  float tensor_scale() const { return tensor_scale_; }

 private:
  Scale of_f32(float greatest) const;
  Scale of_power_of_two(float greatest) const;
  Scale of_small_format(float greatest) const;

  const QuantiseScheme& scheme_;
  const Format& format_;  // of scales
  bool is_f32_;
  ElementRounding<double> rounding_;  // to a small format
  std::vector<double> values_;        // of a small format, by their bits
  double most_ = 0;                   // greatest number of elements
  float tensor_scale_ = 1;
  float tensor_encode_ = 1;  // 1 / tensor_scale_, about
};

// The divisors of the elements of a row of blocks, as the kernels take them.
class ScaleDivisors {
 public:
  explicit ScaleDivisors(std::size_t blocks)
      : reciprocal_(blocks), scale_(blocks), rest_(blocks), reciprocal_f32_(blocks) {}

  void start() { are_in_f32_ = true; }
  void set(std::size_t block, double divisor);
  Divisors row() const {
    return {.reciprocal = reciprocal_.data(),
            .scale = scale_.data(),
            .rest = rest_.data(),
            .reciprocal_f32 = reciprocal_f32_.data()};
  }
  // CodeRow::are_in_f32, for the divisors that were set since start().
  bool are_in_f32() const { return are_in_f32_; }

 private:
  std::vector<double> reciprocal_;
  std::vector<float> scale_, rest_, reciprocal_f32_;
  bool are_in_f32_ = true;
};

}  // namespace mmasc
