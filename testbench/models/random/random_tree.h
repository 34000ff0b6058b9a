// SPDX-License-Identifier: Apache-2.0
// Random trees of sums in which every product, c and every sum but the root is used exactly once.
#pragma once

#include <cstdint>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

struct TreeLimits {
  int products = 1;
  bool cut = true;           // products may be cut and grouped
  bool fixed_point = false;  // exponent = "scales" in the sums of products
  int scale_block = 0;       // products that share their scales; 0 without scales
  int product_least = 0;     // exponent of a zero product, without scales
  const Format* result = nullptr;
};

std::vector<SumRow> random_tree(Random& random, const TreeLimits& limits);

Rounding random_rounding(Random& random);

// Ones' complement, sometimes, where the sum's fields allow it; its terms then end at one bit.
void choose_ones_complement(Random& random, SumRow& row);

// What becomes of the totals of sums, and coarse exponents, in some datapaths, or in most sums.
void choose_totals(std::uint64_t seed, Datapath& datapath, bool often = false);

// Signs of zeros of single sums, in some datapaths of several.
void choose_zero_signs(std::uint64_t seed, Datapath& datapath);

// Negated terms, in some units.
void choose_negated(std::uint64_t seed, Unit& unit);

// Coarse exponents of factors, in some units, or wherever they may be.
void choose_coarse_factors(std::uint64_t seed, Unit& unit, bool always = false);

// A format that sums, products and results may round to: signed, with a NaN.
const Format* random_rounded_format(Random& random);

}  // namespace mmasc
