// SPDX-License-Identifier: Apache-2.0
#include "ozaki/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "ozaki/exact_chain.h"
#include "batch/on_lines.h"
#include "spec/error.h"
#include "spec/formats.h"

namespace mmasc {
namespace {

constexpr int kDoubleFraction = 52, kDoubleBias = 1023;
constexpr int kDoubleTop = 0x7ff;

// integer * 2^exponent.
struct Integer {
  std::int64_t integer = 0;
  int exponent = 0;
};

Integer integer_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto fraction =
      static_cast<std::int64_t>(bits & ((std::uint64_t{1} << kDoubleFraction) - 1));
  const int field = static_cast<int>(bits >> kDoubleFraction) & kDoubleTop;
  const std::int64_t magnitude =
      field > 0 ? fraction | std::int64_t{1} << kDoubleFraction : fraction;
  return {bits >> 63 != 0 ? -magnitude : magnitude,
          std::max(field, 1) - kDoubleBias - kDoubleFraction};
}

int width(std::int64_t x) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::abs(x))));
}

// The least s with |x| <= 2^s; x is not 0.
int scale_of(const Integer& x) {
  const auto magnitude = static_cast<std::uint64_t>(std::abs(x.integer));
  return x.exponent + width(x.integer) - (std::has_single_bit(magnitude) ? 1 : 0);
}

int last_bit(const Integer& x) {
  return x.exponent + std::countr_zero(static_cast<std::uint64_t>(x.integer));
}

// x over 2^unit, rounded to nearest, halves up; modulo 2^64 where x is a multiple of 2^unit.
std::uint64_t rounded_to(const Integer& x, int unit) {
  constexpr int kNothingLeft = kDoubleFraction + 3;  // |x| is below a half
  const int cut = unit - x.exponent;
  if (cut >= kNothingLeft) return 0;
  if (cut <= 0) return static_cast<std::uint64_t>(x.integer) << -cut;
  return static_cast<std::uint64_t>((x.integer + (std::int64_t{1} << (cut - 1))) >> cut);
}

std::int64_t digit_of(const Integer& x, int scale, int p, int bits) {
  const int unit = scale + 1 - p * bits;
  if (p == 1) return static_cast<std::int64_t>(rounded_to(x, unit));
  if (x.exponent >= unit + bits) return 0;  // the slices before have all of it
  return static_cast<std::int64_t>(rounded_to(x, unit) - (rounded_to(x, unit + bits) << bits));
}

double value_of(const Format& format, std::uint64_t bits) {
  return format.storage_bits() == 64
             ? std::bit_cast<double>(bits)
             : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
}

}  // namespace

std::int64_t slice_digit(double x, int scale, int p, int bits) {
  return digit_of(integer_of(x), scale, p, bits);
}

SplitMatrix::SplitMatrix(const MatrixView& lines, const Format& format, const char* name,
                         bool are_columns)
    : lines_(lines.rows),
      length_(lines.columns),
      values_(static_cast<std::size_t>(lines_ * length_)),
      scales_(static_cast<std::size_t>(lines_)) {
  for (std::int64_t line = 0; line < lines_; ++line) {
    bool is_zero = true;
    int scale = 0, lowest = 0;
    for (std::int64_t k = 0; k < length_; ++k) {
      const double x = value_of(format, load_element(lines, line, k));
      if (!std::isfinite(x))
        throw InputError(fmt::format("{}[{}, {}] is {}: slices hold finite numbers alone", name,
                                     are_columns ? k : line, are_columns ? line : k,
                                     std::isnan(x) ? "NaN" : "infinite"));
      values_[static_cast<std::size_t>(line * length_ + k)] = x;
      if (x == 0) continue;
      const Integer integer = integer_of(x);
      const int last = last_bit(integer);
      scale = is_zero ? scale_of(integer) : std::max(scale, scale_of(integer));
      lowest = is_zero ? last : std::min(lowest, last);
      is_zero = false;
    }
    scales_[static_cast<std::size_t>(line)] = scale;
    if (!is_zero) span_ = std::max(span_, scale + 1 - lowest);
  }
}

OwnedMatrix SplitMatrix::slice(int p, int bits, const Format& format, int unit, int threads) const {
  constexpr int kTableBits = 14;  // of wider slices' integers there are too many
  const std::int64_t most = std::int64_t{1} << (bits - 1);
  std::vector<std::uint64_t> table;
  for (std::int64_t digit = -most; bits <= kTableBits && digit <= most; ++digit)
    table.push_back(encode_integer(format, digit, unit));
  OwnedMatrix slice(format, lines_, length_, "a slice");
  on_lines({lines_, length_, threads}, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t line = first; line < last; ++line)
      for (std::int64_t k = 0; k < length_; ++k) {
        const std::int64_t digit = digit_of(integer_of(at(line, k)), scale(line), p, bits);
        const std::uint64_t element = table.empty() ? encode_integer(format, digit, unit)
                                                    : table[static_cast<std::size_t>(digit + most)];
        store_element(slice.matrix(), line, k, element);
      }
  });
  return slice;
}

std::vector<float> SplitMatrix::scaled_magnitudes() const {
  std::vector<float> scaled(values_.size());
  for (std::int64_t line = 0; line < lines_; ++line)
    for (std::int64_t k = 0; k < length_; ++k)
      scaled[static_cast<std::size_t>(line * length_ + k)] =
          static_cast<float>(std::ldexp(std::fabs(at(line, k)), -scale(line)));
  return scaled;
}

}  // namespace mmasc
