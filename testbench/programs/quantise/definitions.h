// SPDX-License-Identifier: Apache-2.0
// The quantisers' definitions once more, by looking: scales and elements are those numbers of their
// formats that are nearest. Numbers are doubles whose products are exact (at most 53 bits, noted
// where they arise); nothing here divides, rounds or looks into bits of a float.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "mmasc/quantise/quantise.h"
#include "mmasc/unit/formats.h"
#include "specification/term.h"

namespace mmasc::definition {

// The numbers from 0 to the greatest of a format of at most 16 bits, by their codes: by the
// specification.
inline std::vector<double> numbers_of(const Format& format) {
  std::vector<double> numbers;
  const std::uint64_t end = std::uint64_t{1} << format.sign_low();
  for (std::uint64_t bits = 0; bits < (format.is_signed() ? end : format.storage_mask()); ++bits) {
    const exact::Term term = exact::decode(format, bits);
    if (!term.finite() || (!numbers.empty() && term.value.is_zero())) break;
    numbers.push_back(exact::to_double(term.value));
  }
  return numbers;
}

// The code of the number nearest to x / scale, the even code of two; the last for all above.
// A number half-way has 13 bits at most: its product with a scale of 40 is exact.
inline std::uint64_t nearest(const std::vector<double>& numbers, double x, double scale) {
  const auto above =
      std::ranges::partition_point(numbers, [&](double number) { return number * scale <= x; });
  if (above == numbers.end()) return numbers.size() - 1;
  const auto code = static_cast<std::uint64_t>(above - numbers.begin());
  const double half_way = (numbers[code - 1] + numbers[code]) / 2 * scale;
  if (x == half_way) return code - 1 + (code - 1) % 2;
  return x < half_way ? code - 1 : code;
}

// Whether q is x / y rounded to f32: half-way numbers have 25 bits, y 28 at most.
inline bool is_f32_quotient(float q, double x, double y) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (std::isinf(q)) return x >= 0x1.ffffffp+127 * y;
  const double above = std::nextafterf(q, kInfinity), below = std::nextafterf(q, -kInfinity);
  const double up = std::isinf(above) ? 0x1.ffffffp+127 : (double{q} + above) / 2;
  const double down = (double{q} + below) / 2;
  const bool is_even = std::bit_cast<std::uint32_t>(q) % 2 == 0;
  if (x == up * y || x == down * y) return is_even;
  return down * y < x && x < up * y;
}

// The quotient as f32, found by the processor and looked at.
inline float f32_quotient(double x, double y) {
  const auto q = static_cast<float>(x / y);
  EXPECT_TRUE(is_f32_quotient(q, x, y)) << x << " / " << y;
  return q;
}

// One scheme: its scales and elements.
class Definition {
 public:
  explicit Definition(const QuantiseScheme& scheme)
      : scheme_(scheme),
        numbers_(numbers_of(*scheme.format)),
        is_f32_(scheme.scale_format->storage_bits() == 32) {
    if (!is_f32_) scale_numbers_ = numbers_of(*scheme.scale_format);
  }

  // Sets the tensor's scale, where the scheme has one, from the greatest of all numbers.
  void set_tensor(float greatest) {
    greatest = std::max(greatest, scheme_.least_greatest);
    const double most = numbers_.back() * scale_numbers_.back();
    if (scheme_.quotient == Quotient::exact) {
      tensor_ = f32_quotient(greatest, most);
    } else {
      encode_ = f32_quotient(most, greatest);
      tensor_ = f32_quotient(1, encode_);
    }
  }
  float tensor_scale() const { return tensor_; }

  // Checks a scale, and returns it with the tensor's.
  double check_scale(float greatest, std::uint64_t bits) const {
    const double most = numbers_.back(), g = std::max(greatest, scheme_.least_greatest);
    const double scale = value(bits);
    if (g == 0) {
      EXPECT_EQ(scale, 1);
    } else if (scheme_.scale == ScaleKind::power_of_two) {
      EXPECT_GE(scale * most, g);
      EXPECT_LT(scale / 2 * most, g);
    } else if (scheme_.scale == ScaleKind::mx) {
      double power = 1;  // the greatest of the format: 2^emax
      while (power * 2 <= most) power *= 2;
      EXPECT_LE(scale * power, g);
      EXPECT_GT(scale * 2 * power, g);
    } else if (is_f32_) {
      EXPECT_TRUE(is_f32_quotient(static_cast<float>(scale), g, most)) << g << " " << scale;
    } else if (scheme_.quotient != Quotient::reciprocal) {
      EXPECT_EQ(bits, std::max<std::uint64_t>(1, nearest(scale_numbers_, g, most * tensor_)));
    } else {
      const float local = f32_quotient(g, most);
      const float wanted = f32_quotient(double{local} * encode_, 1);
      EXPECT_EQ(bits, std::max<std::uint64_t>(1, nearest(scale_numbers_, wanted, 1)));
    }
    return scale * tensor_;
  }

  std::uint64_t element(float x, double scale) const {
    const double magnitude = std::fabs(x);
    std::uint64_t code = 0;
    if (scheme_.quotient == Quotient::exact) {
      code = nearest(numbers_, magnitude, scale);
    } else if (magnitude > 0) {  // the reciprocal may be infinite
      const float rounded = f32_quotient(scale, 1);
      const float quotient = scheme_.quotient == Quotient::f32
                                 ? f32_quotient(magnitude, rounded)
                                 : f32_quotient(magnitude * f32_quotient(1, rounded), 1);
      code = nearest(numbers_, quotient, 1);
    }
    const bool has_sign = std::signbit(x) && (code != 0 || scheme_.format->has_minus_zero());
    return code | (has_sign ? std::uint64_t{1} << scheme_.format->sign_low() : 0);
  }

 private:
  double value(std::uint64_t bits) const {
    if (is_f32_) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    return scale_numbers_[bits];
  }

  const QuantiseScheme& scheme_;
  std::vector<double> numbers_, scale_numbers_;
  bool is_f32_;
  float tensor_ = 1, encode_ = 1;
};

}  // namespace mmasc::definition
