// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/block_scales.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/batch/grid_rounding.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

float finite(float x) { return std::min(x, std::numeric_limits<float>::max()); }

// A normal double from its bits: 1.fraction * 2^exponent.
struct NormalParts {
  std::uint64_t fraction;
  int exponent;
};
constexpr int kFractionBits = 52, kExponentBias = 1023;
NormalParts normal_parts(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return {bits & ((std::uint64_t{1} << kFractionBits) - 1),
          static_cast<int>(bits >> kFractionBits) - kExponentBias};
}

}  // namespace

void ScaleDivisors::set(std::size_t block, double divisor) {
  const auto rounded = static_cast<float>(divisor);
  reciprocal_[block] = 1 / divisor;
  scale_[block] = rounded;
  rest_[block] = static_cast<float>(divisor - double{rounded});
  reciprocal_f32_[block] = 1 / rounded;
  are_in_f32_ = are_in_f32_ && divisor >= 0x1p-60 && divisor <= 0x1p100;
}

BlockScales::BlockScales(const QuantiseScheme& scheme, float tensor_greatest)
    : scheme_(scheme),
      format_(*scheme.scale_format),
      is_f32_(format_ == format_named("f32")),
      most_(greatest_number(*scheme.format)) {
  if (!is_f32_ && format_.fraction_bits > 0) {
    rounding_ = element_rounding<double>(format_);
    for (std::uint64_t bits = 0; value_of(format_, bits) < greatest_number(format_); ++bits)
      values_.push_back(value_of(format_, bits));
    values_.push_back(greatest_number(format_));
  }
  tensor_greatest = std::max(tensor_greatest, scheme.least_greatest);
  if (!scheme.has_tensor_scale || tensor_greatest == 0) return;
  const auto most = static_cast<float>(most_ * greatest_number(format_));
  if (scheme.quotient == Quotient::exact) {
    tensor_scale_ = finite(tensor_greatest / most);
  } else {
    tensor_encode_ = finite(most / tensor_greatest);
    tensor_scale_ = finite(1 / tensor_encode_);
  }
  if (tensor_scale_ == 0) tensor_scale_ = tensor_encode_ = 1;
}

BlockScales::Scale BlockScales::of(float greatest) const {
  const float within = std::max(greatest, scheme_.least_greatest);
  if (within == 0) return {one(format_), tensor_scale_};
  if (scheme_.scale != ScaleKind::f32) return of_power_of_two(within);
  return is_f32_ ? of_f32(within) : of_small_format(within);
}

BlockScales::Scale BlockScales::of_f32(float greatest) const {
  float scale = finite(greatest / static_cast<float>(most_));
  if (scale == 0) scale = 1;
  return {std::bit_cast<std::uint32_t>(scale), scale};
}

BlockScales::Scale BlockScales::of_power_of_two(float greatest) const {
  const NormalParts x = normal_parts(greatest), y = normal_parts(most_);
  const bool rounds_up = scheme_.scale == ScaleKind::power_of_two && x.fraction > y.fraction;
  const int exponent = std::clamp(x.exponent - y.exponent + (rounds_up ? 1 : 0),
                                  format_.least_exponent(), format_.greatest_exponent());
  const auto field = static_cast<std::uint64_t>(exponent + format_.bias);
  return {field << format_.exponent_low(), batch::power_of_two(exponent)};
}

BlockScales::Scale BlockScales::of_small_format(float greatest) const {
  const bool is_exact = scheme_.quotient != Quotient::reciprocal;
  const double wanted = is_exact ? double{greatest} / (most_ * double{tensor_scale_})
                                 : double{greatest / static_cast<float>(most_) * tensor_encode_};
  const std::uint64_t least = format_.has_zero() ? 1 : 0;
  const std::uint64_t bits = rounded_magnitude(rounding_, std::max(wanted, values_[least]));
  return {bits, values_[bits] * double{tensor_scale_}};
}

}  // namespace mmasc
