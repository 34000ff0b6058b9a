// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "mmasc/arith/raw_elements.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/ozaki/exact_chain.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

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

// x in units of half of the last slice's, where a word holds all slices: x rounded to any slice's
// unit follows from it.
constexpr int kWordBits = 62;
std::int64_t word_of(double x, int last_unit) {
  const Integer integer = integer_of(x);
  const int shift = integer.exponent - last_unit + 1;
  return shift >= 0 ? integer.integer << shift : integer.integer >> std::min(-shift, 63);
}

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

// Elements of the integers that a slice of `bits` bits has.
template <class Stored>
class Encoder {
 public:
  Encoder(const Format& format, int bits, int unit) : format_(format), unit_(unit) {
    constexpr int kTableBits = 14;  // of wider slices' integers there are too many
    const std::int64_t most = std::int64_t{1} << (bits - 1);
    if (bits > kTableBits) return;
    for (std::int64_t digit = -most; digit <= most; ++digit) table_.push_back(encode(digit));
    zero_ = table_.data() + most;
  }

  Stored operator()(std::int64_t digit) const {
    return zero_ != nullptr ? zero_[digit] : encode(digit);
  }

 private:
  Stored encode(std::int64_t digit) const {
    return static_cast<Stored>(encode_integer(format_, digit, unit_));
  }

  const Format& format_;
  const int unit_;
  std::vector<Stored> table_;
  const Stored* zero_ = nullptr;
};

}  // namespace

std::int64_t slice_digit(double x, int scale, int p, int bits) {
  Digits digits(x, scale, bits);
  for (int before = 1; before < p; ++before) digits.next();
  return digits.next();
}

SplitMatrix::SplitMatrix(const MatrixView& matrix, Lines lines, const Format& format,
                         const char* name, const Progress& progress)
    : rows_(matrix.rows),
      columns_(matrix.columns),
      are_rows_(lines == Lines::rows),
      values_(static_cast<std::size_t>(rows_ * columns_)),
      scales_(static_cast<std::size_t>(this->lines())) {
  copy(matrix, format, progress);
  find_scales(name, progress);
}

void SplitMatrix::copy(const MatrixView& matrix, const Format& format, const Progress& progress) {
  std::vector<std::uint32_t> floats(static_cast<std::size_t>(columns_));
  for (std::int64_t row = 0; row < rows_; ++row) {
    if (progress) progress(0, 0);
    const Rectangle part{.first_line = row, .lines = 1, .length = columns_};
    std::uint64_t* const to = values_.data() + row * columns_;
    if (format.storage_bits() == 64) {
      load_raw(matrix, part, columns_, to);
    } else {
      load_raw(matrix, part, columns_, floats.data());
      std::ranges::transform(floats, to, [](std::uint32_t bits) {
        return std::bit_cast<std::uint64_t>(double{std::bit_cast<float>(bits)});
      });
    }
  }
}

void SplitMatrix::find_scales(const char* name, const Progress& progress) {
  std::vector<double> greatest(scales_.size());
  std::vector<int> lowest(scales_.size(), std::numeric_limits<int>::max());
  for (std::int64_t row = 0; row < rows_; ++row) {
    if (progress) progress(0, 0);
    for (std::int64_t column = 0; column < columns_; ++column) {
      const double x = at(row, column);
      if (!std::isfinite(x))
        throw InputError(fmt::format("{}[{}, {}] is {}: slices hold finite numbers alone", name,
                                     row, column, std::isnan(x) ? "NaN" : "infinite"));
      if (x == 0) continue;
      const auto line = static_cast<std::size_t>(are_rows_ ? row : column);
      greatest[line] = std::max(greatest[line], std::fabs(x));
      lowest[line] = std::min(lowest[line], last_bit(integer_of(x)));
    }
  }
  for (std::size_t line = 0; line < scales_.size(); ++line) {
    if (greatest[line] == 0) continue;
    scales_[line] = scale_of(integer_of(greatest[line]));
    span_ = std::max(span_, scales_[line] + 1 - lowest[line]);
  }
}

OwnedMatrix SplitMatrix::slices(int count, int bits, const Format& format, int unit, int threads,
                                const Progress& progress) const {
  OwnedMatrix all(format, are_rows_ ? rows_ : rows_ * count,
                  are_rows_ ? columns_ * count : columns_, "the slices");
  if (count == 0) return all;
  const std::int64_t to_next_row = all.matrix().columns;
  const std::int64_t to_next_slice = are_rows_ ? columns_ : -rows_ * columns_;
  const std::int64_t first_slice = are_rows_ ? 0 : (1 - count) * to_next_slice;
  with_stored(format, [&](auto stored) {
    using Stored = decltype(stored);
    const Encoder<Stored> encoder(format, bits, unit);
    auto* const elements = reinterpret_cast<Stored*>(all.matrix().data);
    const auto in_digits = [&](std::int64_t row, Stored* to) {
      for (std::int64_t column = 0; column < columns_; ++column) {
        Digits digits(at(row, column), scale_at(row, column), bits);
        for (int slice = 0; slice < count; ++slice)
          to[slice * to_next_slice + column] = encoder(digits.next());
      }
    };
    const auto in_words = [&](std::int64_t row, Stored* to) {
      constexpr std::int64_t kTogether = 256;
      std::int64_t words[kTogether], before[kTogether];
      for (std::int64_t first = 0; first < columns_; first += kTogether) {
        const std::int64_t together = std::min(kTogether, columns_ - first);
        for (std::int64_t i = 0; i < together; ++i)
          words[i] = word_of(at(row, first + i), scale_at(row, first + i) + 1 - count * bits);
        std::fill_n(before, together, 0);
        for (int slice = 0; slice < count; ++slice) {
          Stored* const slice_to = to + slice * to_next_slice + first;
          const int below = (count - 1 - slice) * bits;
          for (std::int64_t i = 0; i < together; ++i) {
            const std::int64_t rounded = (words[i] + (std::int64_t{1} << below)) >> (below + 1);
            slice_to[i] = encoder(rounded - before[i] * (std::int64_t{1} << bits));
            before[i] = rounded;
          }
        }
      }
    };
    on_lines({rows_, columns_ * count, threads, &progress},
             [&](std::int64_t first, std::int64_t last) {
               for (std::int64_t row = first; row < last; ++row) {
                 Stored* const to = elements + first_slice + row * to_next_row;
                 if (count * bits <= kWordBits)
                   in_words(row, to);
                 else
                   in_digits(row, to);
               }
             });
  });
  return all;
}

OwnedMatrix SplitMatrix::scaled_magnitudes() const {
  OwnedMatrix scaled(format_named("f32"), rows_, columns_, "magnitudes");
  auto* to = reinterpret_cast<float*>(scaled.matrix().data);
  // A scale is two factors, since it may itself lie beyond the doubles. Neither rounds what f32
  // can hold.
  std::vector<double> first, second;
  for (const int scale : scales_) {
    first.push_back(std::ldexp(1.0, -scale / 2));
    second.push_back(std::ldexp(1.0, -scale - -scale / 2));
  }
  for (std::int64_t row = 0; row < rows_; ++row)
    for (std::int64_t column = 0; column < columns_; ++column) {
      const auto line = static_cast<std::size_t>(are_rows_ ? row : column);
      *to++ = static_cast<float>(std::fabs(at(row, column)) * first[line] * second[line]);
    }
  return scaled;
}

}  // namespace mmasc
