// SPDX-License-Identifier: Apache-2.0
#include "mmasc/inputs/draw.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "mmasc/arith/convert.h"

namespace mmasc {
namespace {

// Apart from the random bits of stochastic roundings, which have the seed itself for a key.
constexpr std::uint64_t kInputKey = 0x9e3779b97f4a7c15;
// No row and no column of a matrix.
constexpr std::uint32_t kChannelRow = 0xffffffff, kTokenColumn = 0xffffffff;

using uint128 = unsigned __int128;

// Success with probability exp(-1/2), by von Neumann.
bool draw_half_exponential(UniformWords& words) {
  std::uint64_t last = std::uint64_t{1} << 63;
  for (bool even = true;; even = !even) {
    const std::uint64_t next = words.next();
    if (next >= last) return even;
    last = next;
  }
}

// Success with probability exp(-x (2k + x) / (2k + 2)), x in units of 2^-64.
bool draw_tail(UniformWords& words, std::uint64_t k, std::uint64_t x) {
  const uint128 threshold = uint128{2 * k} << 64 | x;
  std::uint64_t last = x;
  for (bool even = true;; even = !even) {
    const std::uint64_t next = words.next();
    if (next >= last) return even;
    if (uint128{words.next()} * (2 * k + 2) >= threshold) return even;
    last = next;
  }
}

bool all_succeed(std::uint64_t times, auto&& trial) {
  for (; times > 0; --times)
    if (!trial()) return false;
  return true;
}

// |normal| in units of 2^-64.
uint128 draw_half_normal(UniformWords& words) {
  for (;;) {
    std::uint64_t k = 0;
    while (draw_half_exponential(words)) ++k;
    if (k > 1 && !all_succeed(k * (k - 1), [&] { return draw_half_exponential(words); })) continue;
    const std::uint64_t x = words.next();
    if (all_succeed(k + 1, [&] { return draw_tail(words, k, x); })) return uint128{k} << 64 | x;
  }
}

DrawnNumber normalized(bool negative, uint128 magnitude, int exponent) {
  for (; magnitude >> 64 != 0; magnitude >>= 1) ++exponent;
  return {negative, static_cast<std::uint64_t>(magnitude), exponent};
}

// 2^(2^-i) for i = 1, 2, ..., in units of 2^-63: each the square root of the one before.
constexpr auto kRoots = [] {
  std::array<std::uint64_t, 48> roots{};
  uint128 last = uint128{1} << 64;
  for (std::uint64_t& root : roots) {
    const uint128 square = last << 63;
    std::uint64_t low = std::uint64_t{1} << 63, high = std::numeric_limits<std::uint64_t>::max();
    while (low < high) {  // the greatest whose square is no larger
      const std::uint64_t middle = low + (high - low) / 2 + (high - low) % 2;
      if (uint128{middle} * middle <= square)
        low = middle;
      else
        high = middle - 1;
    }
    last = root = low;
  }
  return roots;
}();

// 2^x, x in units of 2^-64.
DrawnNumber power_of_two(int128 x) {
  const auto whole = static_cast<int>(x >> 64);
  std::uint64_t fraction = static_cast<std::uint64_t>(x);
  std::uint64_t power = std::uint64_t{1} << 63;
  for (const std::uint64_t root : kRoots) {
    if (fraction >> 63 != 0) power = static_cast<std::uint64_t>(uint128{power} * root >> 63);
    fraction <<= 1;
  }
  return {false, power, whole - 63};
}

// exp(sigma * normal).
DrawnNumber draw_exponential(UniformWords& words, double sigma) {
  constexpr int128 kLog2E = 0x171547652b8;  // in units of 2^-40
  const auto sigma_fixed = static_cast<int128>(std::floor(std::ldexp(sigma, 32)));
  const bool negative = words.next() >> 63 != 0;
  const auto z = static_cast<int128>(draw_half_normal(words) >> 32);
  const int128 x = (sigma_fixed * z >> 24) * kLog2E >> 16;
  return power_of_two(negative ? -x : x);
}

DrawnNumber product(const DrawnNumber& x, const DrawnNumber& y) {
  return normalized(x.negative != y.negative, uint128{x.significand} * y.significand,
                    x.exponent + y.exponent);
}

DrawnNumber draw_outlier(UniformWords& words, const DrawKey& key, std::int64_t k) {
  const DrawnNumber normal = draw_normal(words);  // first: the words are drawn in order
  DrawnNumber number = product(normal, draw_exponential(words, 0.5));
  if (is_outlier(key, k)) number.exponent += kOutlierFactorLog2;
  return number;
}

DrawnNumber draw_token(UniformWords& words, double sigma, const DrawKey& key, std::int64_t outer,
                       std::int64_t k) {
  UniformWords of_token(key, static_cast<std::uint32_t>(outer), kTokenColumn);
  return product(draw_outlier(words, key, k), draw_exponential(of_token, sigma));
}

DrawnNumber draw_uniform(UniformWords& words, int exponent) {
  const bool negative = words.next() >> 63 != 0;
  return {negative, words.next(), exponent};
}

UniformWords words_at(const DrawKey& key, std::int64_t outer, std::int64_t k) {
  return {key, static_cast<std::uint32_t>(outer), static_cast<std::uint32_t>(k)};
}

}  // namespace

UniformWords::UniformWords(const DrawKey& key, std::uint32_t row, std::uint32_t column)
    : key_(key.seed ^ kInputKey), counter_{{0, column, row, key.operand | key.repetition << 2}} {}

std::uint64_t UniformWords::next() {
  if (left_ == 0) {
    drawn_ = philox(counter_, key_);
    ++counter_.word[0];
    left_ = 2;
  }
  --left_;
  const int at = 2 * left_;
  return std::uint64_t{drawn_.word[at]} << 32 | drawn_.word[at + 1];
}

double DrawnNumber::value() const {
  const int excess = std::max(
      0, static_cast<int>(std::bit_width(significand)) - std::numeric_limits<double>::digits);
  const double magnitude =
      std::ldexp(static_cast<double>(significand >> excess), exponent + excess);
  return negative ? -magnitude : magnitude;
}

DrawnNumber draw_normal(UniformWords& words) {
  const bool negative = words.next() >> 63 != 0;
  return normalized(negative, draw_half_normal(words), -64);
}

DrawnNumber draw_log_normal(UniformWords& words, double sigma) {
  DrawnNumber number = draw_exponential(words, sigma);
  number.negative = words.next() >> 63 != 0;
  return number;
}

double draw(Distribution distribution, double spread, const DrawKey& key, std::int64_t outer,
            std::int64_t k) {
  UniformWords words = words_at(key, outer, k);
  switch (distribution) {
    case Distribution::normal:
      return draw_normal(words).value();
    case Distribution::uniform:
      return draw_uniform(words, -64).value();
    case Distribution::log_normal:
      return draw_log_normal(words, spread).value();
    case Distribution::phi: {
      const DrawnNumber uniform = draw_uniform(words, -65);  // first: words are drawn in order
      return product(uniform, draw_exponential(words, spread)).value();
    }
    case Distribution::outliers:
      return draw_outlier(words, key, k).value();
    case Distribution::tokens:
      return draw_token(words, spread, key, outer, k).value();
    case Distribution::constant_sign:
      return DrawnNumber{false, words.next(), -64}.value();
    case Distribution::softmax:
      return draw_exponential(words, spread).value();
    case Distribution::bits:
    case Distribution::zero:
      break;
  }
  return 0;
}

std::uint64_t draw_bits(const Format& format, const DrawKey& key, std::int64_t outer,
                        std::int64_t k) {
  UniformWords words = words_at(key, outer, k);
  for (;;) {
    const std::uint64_t bits = words.next() & format.storage_mask();
    const auto term = decode(format, bits);
    if (!term.nan && !term.infinite) return bits;
  }
}

bool is_outlier(const DrawKey& key, std::int64_t k) {
  UniformWords words(key, kChannelRow, static_cast<std::uint32_t>(k));
  return words.next() % kOutlierShare == 0;
}

}  // namespace mmasc
