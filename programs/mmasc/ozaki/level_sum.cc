// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ozaki/level_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mmasc {
namespace {

constexpr int kLimbBits = 64;

}  // namespace

void add_fp64_level(std::span<const double> level, int bits, std::span<double> sums) {
  const double weight = std::ldexp(1.0, -bits);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = sums[i] * weight + level[i];
}

CorrectSum::CorrectSum(std::size_t levels, int bits, int unit) : bits_(bits), unit_(unit) {
  // The first level's 64 bits, a sign and a carry for each level above all others.
  const std::size_t below = (levels > 0 ? levels - 1 : 0) * static_cast<std::size_t>(bits);
  words_.resize(below / kLimbBits + 3);
}

void CorrectSum::add(std::int64_t integer, int position) {
  const int shift = position % kLimbBits;
  auto word = words_.begin() + position / kLimbBits;
  const auto sign = integer < 0 ? ~std::uint64_t{0} : 0;
  // Two words of it, then its sign.
  std::uint64_t added = static_cast<std::uint64_t>(integer) << shift;
  std::uint64_t next =
      shift == 0 ? sign : static_cast<std::uint64_t>(integer >> (kLimbBits - shift));
  std::uint64_t carry = 0;
  for (; word != words_.end(); ++word) {
    const std::uint64_t sum = *word + added;
    const std::uint64_t total = sum + carry;
    carry = (sum < added ? 1 : 0) | (total < sum ? 1 : 0);
    *word = total;
    added = next;
    next = sign;
  }
}

std::uint64_t CorrectSum::operator()(std::span<const double> levels, int exponent,
                                     const Format& format) {
  std::ranges::fill(words_, 0);
  const auto last = static_cast<int>(levels.size()) - 1;
  const double units = std::ldexp(1.0, -unit_);
  for (int level = 0; level <= last; ++level)
    if (const double sum = levels[static_cast<std::size_t>(level)]; sum != 0)
      add(static_cast<std::int64_t>(sum * units), (last - level) * bits_);

  const bool negative = words_.back() >> (kLimbBits - 1) != 0;
  if (negative) {
    bool carry = true;
    for (std::uint64_t& word : words_) {
      word = ~word + (carry ? 1 : 0);
      carry = carry && word == 0;
    }
  }
  std::size_t top = words_.size();
  while (top > 0 && words_[top - 1] == 0) --top;
  if (top == 0) return 0;
  const int zeros = std::countl_zero(words_[top - 1]);
  std::uint64_t normalized = words_[top - 1] << zeros;
  bool sticky = false;
  if (top > 1 && zeros > 0) {
    normalized |= words_[top - 2] >> (kLimbBits - zeros);
    sticky = words_[top - 2] << zeros != 0;
  } else if (top > 1) {
    sticky = words_[top - 2] != 0;
  }
  for (std::size_t i = 0; i + 2 < top; ++i) sticky = sticky || words_[i] != 0;
  const int leading = static_cast<int>(top) * kLimbBits - 1 - zeros;
  return rounded_bits(format, negative, normalized, sticky,
                      leading - last * bits_ + unit_ + exponent);
}

std::uint64_t rounded_bits(const Format& format, bool negative, std::uint64_t normalized,
                           bool sticky, int exponent) {
  const std::uint64_t sign = negative ? std::uint64_t{1} << format.sign_low() : 0;
  const std::uint64_t infinity = static_cast<std::uint64_t>(format.top_exponent_field())
                                 << format.exponent_low();
  if (exponent > format.greatest_exponent()) return sign | infinity;
  const int least = format.least_exponent();
  // Bits that are cut off, of a number below the least normal one more.
  const int cut = kLimbBits - 1 - format.fraction_bits + std::max(0, least - exponent);
  if (cut > kLimbBits) return sign;  // less than half of the least number
  const std::uint64_t half = std::uint64_t{1} << (cut - 1);
  std::uint64_t kept = cut == kLimbBits ? 0 : normalized >> cut;
  const bool is_above_half = sticky || (normalized & (half - 1)) != 0;
  if ((normalized & half) != 0 && (is_above_half || kept % 2 == 1)) ++kept;
  const auto field = static_cast<std::uint64_t>(std::max(exponent, least) - least);
  return sign | ((field << format.fraction_bits) + kept);  // a hidden bit adds one to the field
}

}  // namespace mmasc
