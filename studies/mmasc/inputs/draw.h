// SPDX-License-Identifier: Apache-2.0
// Random numbers for operands: functions of a seed and a place alone, so that neither threads nor
// tiles nor the machine change one. Everything is computed with integers:
//
// - normal by Karney's algorithm N (Sampling exactly from the normal distribution, ACM TOMS 42(1),
//   2016), which compares uniform numbers and evaluates no function. A rational approximation of
//   the inverse needs a logarithm in its tails, which C libraries round differently;
// - exp by products of 2^(1/2), 2^(1/4), ..., in fixed point.
#pragma once

#include <cstdint>

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/arith/philox.h"
#include "mmasc/inputs/input_row.h"
#include "mmasc/unit/format.h"

namespace mmasc {

// The key of drawn numbers: they are those of an operand in a repetition, under a seed.
struct DrawKey {
  std::uint64_t seed = 0;
  std::uint32_t operand = 0;  // 0 is a, 1 is b, 2 is c
  std::uint32_t repetition = 0;
};

// Uniform words, one after another, of one place.
class UniformWords {
 public:
  UniformWords(const DrawKey& key, std::uint32_t row, std::uint32_t column);
  std::uint64_t next();

 private:
  std::uint64_t key_;
  PhiloxWords counter_, drawn_;
  int left_ = 0;
};

// (-1)^negative * significand * 2^exponent.
struct DrawnNumber {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;

  double value() const;  // cut to the 53 bits that a double holds
};

DrawnNumber draw_normal(UniformWords& words);
// exp(sigma * normal), of either sign; 0 <= sigma <= kMaxSigma, and so is phi.
inline constexpr double kMaxSigma = 32;
DrawnNumber draw_log_normal(UniformWords& words, double sigma);

// The element (outer, k) of an operand: outer is the row of A, the column of B; `spread` is sigma
// or phi. Not of `bits`.
double draw(Distribution distribution, double spread, const DrawKey& key, std::int64_t outer,
            std::int64_t k);
// A bit pattern of the format, neither NaN nor infinite.
std::uint64_t draw_bits(const Format& format, const DrawKey& key, std::int64_t outer,
                        std::int64_t k);

// Whether `outliers` makes this place along K larger, and by how much.
inline constexpr int kOutlierShare = 64, kOutlierFactorLog2 = 5;
bool is_outlier(const DrawKey& key, std::int64_t k);

}  // namespace mmasc
