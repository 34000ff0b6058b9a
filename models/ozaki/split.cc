// SPDX-License-Identifier: Apache-2.0
#include "ozaki/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "batch/on_lines.h"
#include "ozaki/exact_chain.h"
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
  const bool is_power = (magnitude & (magnitude - 1)) == 0;
  return x.exponent + width(x.integer) - (is_power ? 1 : 0);
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

// D_1, D_2, ... of a number.
class Digits {
 public:
  Digits(double x, int scale, int bits) : x_(integer_of(x)), bits_(bits), unit_(scale + 1) {}

  std::int64_t next() {
    if (x_.exponent >= unit_ && !is_first_) return 0;  // those before have all of it
    is_first_ = false;
    unit_ -= bits_;
    const std::uint64_t all = rounded_to(x_, unit_);
    const auto digit = static_cast<std::int64_t>(all - (before_ << bits_));
    before_ = all;
    return digit;
  }

 private:
  const Integer x_;
  const int bits_;
  int unit_;
  bool is_first_ = true;
  std::uint64_t before_ = 0;  // x rounded to the unit before
};

// The same, `count` of them, where one word holds x down to half of the last slice's unit: x
// rounded to any slice's unit follows from it.
constexpr int kWordBits = 62;
template <class Put>
void digits_in_a_word(double number, int scale, int bits, int count, Put put) {
  const Integer x = integer_of(number);
  const int shift = x.exponent - (scale - count * bits);
  const std::int64_t word = shift >= 0 ? x.integer << shift : x.integer >> std::min(-shift, 63);
  std::int64_t before = 0;
  for (int below = (count - 1) * bits; below >= 0; below -= bits) {
    const std::int64_t all = (word + (std::int64_t{1} << below)) >> (below + 1);
    put(all - before * (std::int64_t{1} << bits));
    before = all;
  }
}

double value_of(const Format& format, std::uint64_t bits) {
  return format.storage_bits() == 64
             ? std::bit_cast<double>(bits)
             : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
}

}  // namespace

std::int64_t slice_digit(double x, int scale, int p, int bits) {
  Digits digits(x, scale, bits);
  for (int before = 1; before < p; ++before) digits.next();
  return digits.next();
}

SplitMatrix::SplitMatrix(const MatrixView& lines, const Format& format, const char* name,
                         bool are_columns, const Progress& progress)
    : lines_(lines.rows),
      length_(lines.columns),
      values_(static_cast<std::size_t>(lines_ * length_)),
      scales_(static_cast<std::size_t>(lines_)) {
  // Lines together, so that of columns each piece of memory is read once.
  constexpr std::int64_t kTogether = 8;
  for (std::int64_t line = 0; line < lines_; line += kTogether) {
    if (progress) progress(0, 0);
    for (std::int64_t k = 0; k < length_; ++k)
      for (std::int64_t i = line; i < std::min(line + kTogether, lines_); ++i)
        values_[static_cast<std::size_t>(i * length_ + k)] =
            value_of(format, load_element(lines, i, k));
  }
  for (std::int64_t line = 0; line < lines_; ++line) {
    if (progress) progress(0, 0);
    double greatest = 0;
    int lowest = std::numeric_limits<int>::max();
    for (std::int64_t k = 0; k < length_; ++k) {
      const double x = at(line, k);
      if (!std::isfinite(x))
        throw InputError(fmt::format("{}[{}, {}] is {}: slices hold finite numbers alone", name,
                                     are_columns ? k : line, are_columns ? line : k,
                                     std::isnan(x) ? "NaN" : "infinite"));
      if (x == 0) continue;
      greatest = std::max(greatest, std::fabs(x));
      lowest = std::min(lowest, last_bit(integer_of(x)));
    }
    if (greatest == 0) continue;
    const int scale = scale_of(integer_of(greatest));
    scales_[static_cast<std::size_t>(line)] = scale;
    span_ = std::max(span_, scale + 1 - lowest);
  }
}

namespace {

// Calls body with an integer of the bytes that an element has in memory.
template <class Body>
void with_stored(const Format& format, Body body) {
  switch (element_bytes(format)) {
    case 1:
      return body(std::uint8_t{});
    case 2:
      return body(std::uint16_t{});
    case 4:
      return body(std::uint32_t{});
    default:
      return body(std::uint64_t{});
  }
}

}  // namespace

OwnedMatrix SplitMatrix::slices(int count, int bits, const Format& format, int unit, bool backwards,
                                int threads, const Progress& progress) const {
  constexpr int kTableBits = 14;  // of wider slices' integers there are too many
  const std::int64_t most = std::int64_t{1} << (bits - 1);
  std::vector<std::uint64_t> table;
  for (std::int64_t digit = -most; bits <= kTableBits && digit <= most; ++digit)
    table.push_back(encode_integer(format, digit, unit));
  const auto element_of = [&](std::int64_t digit) {
    return table.empty() ? encode_integer(format, digit, unit)
                         : table[static_cast<std::size_t>(digit + most)];
  };
  OwnedMatrix all(format, lines_, length_ * count, "the slices");
  if (count == 0) return all;
  const std::int64_t first_slice = backwards ? (count - 1) * length_ : 0;
  const std::int64_t next_slice = backwards ? -length_ : length_;
  with_stored(format, [&](auto stored) {
    using Stored = decltype(stored);
    auto* const elements = reinterpret_cast<Stored*>(all.matrix().data);
    on_lines({lines_, length_ * count, threads, &progress},
             [&](std::int64_t first, std::int64_t last) {
               for (std::int64_t line = first; line < last; ++line)
                 for (std::int64_t k = 0; k < length_; ++k) {
                   Stored* to = elements + line * length_ * count + first_slice + k;
                   const auto put = [&](std::int64_t digit) {
                     *to = static_cast<Stored>(element_of(digit));
                     to += next_slice;
                   };
                   if (count * bits <= kWordBits) {
                     digits_in_a_word(at(line, k), scale(line), bits, count, put);
                   } else {
                     Digits digits(at(line, k), scale(line), bits);
                     for (int p = 1; p <= count; ++p) put(digits.next());
                   }
                 }
             });
  });
  return all;
}

OwnedMatrix SplitMatrix::scaled_magnitudes() const {
  OwnedMatrix scaled(format_named("f32"), lines_, length_, "magnitudes");
  auto* const to = reinterpret_cast<float*>(scaled.matrix().data);
  for (std::int64_t line = 0; line < lines_; ++line) {
    // In two factors: either alone may lie beyond the doubles. None rounds what f32 can hold.
    const int half = -scale(line) / 2;
    const double first = std::ldexp(1.0, half), second = std::ldexp(1.0, -scale(line) - half);
    for (std::int64_t k = 0; k < length_; ++k)
      to[line * length_ + k] = static_cast<float>(std::fabs(at(line, k)) * first * second);
  }
  return scaled;
}

}  // namespace mmasc
