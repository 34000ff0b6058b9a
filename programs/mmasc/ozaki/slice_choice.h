// SPDX-License-Identifier: Apache-2.0
// How wide slices are, and how many.
#pragma once

#include "mmasc/ozaki/dgemm.h"
#include "mmasc/ozaki/split.h"

namespace mmasc {

struct SliceChoice {
  ExactSlices unit;
  int slices = 0;                  // d of p + q <= d + 1
  int slices_a = 0, slices_b = 0;  // 0: the matrix is zero
  bool is_full = false;            // all products, whatever p + q
  bool is_whole = false;           // nothing is left out
  std::int64_t block = 0;  // products of a call of the unit's GEMM: of all slices of one weight

  bool takes(int p, int q) const { return is_full || p + q <= slices + 1; }
  std::int64_t products() const;
  int levels() const;  // weights of products that are taken
};

// The widths of exact_slices() that are asked for: one, or all (0). Throws InputError where there
// is none.
std::vector<ExactSlices> widths_for(const Unit& unit, int slice_bits);

// Throws InputError where the unit cannot do it.
SliceChoice choose_slices(const Unit& unit, const SplitMatrix& a, const SplitMatrix& b,
                          const Format& format, const DgemmOptions& options);

// The least element that is above zero of the product of the two matrices' magnitudes, each line
// times 2^-scale; 0 where there is none. What is below 2^-1000 counts as zero. `progress` is called
// with (0, 0) meanwhile.
double least_magnitude(const SplitMatrix& a, const SplitMatrix& b, int threads,
                       const Progress& progress);

// Slices of `bits` bits after which what is left out of a sum of k products is no more than the
// rounding errors that a GEMM of the format is expected to make (docs/ozaki.md).
int estimated_slices(double least_magnitude, std::int64_t k, int bits, const Format& format);

}  // namespace mmasc
