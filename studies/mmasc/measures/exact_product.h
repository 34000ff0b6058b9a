// SPDX-License-Identifier: Apache-2.0
// The exact result of a GEMM, c + sum of all products: integers times one power of two. Sums run in
// the narrowest accumulator that holds them for the elements that are there: 64 bits, 128 bits, or
// as many words as it takes (Kulisch's long accumulator).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mmasc/inputs/input_set.h"
#include "mmasc/specification/dyadic.h"

namespace mmasc {

class ExactProduct {
 public:
  // Elements and scales are finite. `threads` at most; `tick` is called from any of them, now and
  // then; what it throws comes out.
  ExactProduct(const InputSet& inputs, const InputFormats& formats, int threads = 1,
               const std::function<void()>& tick = {});

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t products() const { return products_; }  // in each sum
  const Dyadic& sum(std::int64_t row, std::int64_t column) const { return sums_[at(row, column)]; }
  // The sum of the magnitudes of c and of all products.
  const Dyadic& magnitudes(std::int64_t row, std::int64_t column) const {
    return magnitudes_[at(row, column)];
  }
  // The sums of magnitudes are less than 2 to this, the greatest at least half of it; 0 where all
  // are 0.
  std::int64_t greatest_leading_exponent() const;

 private:
  std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(row * columns_ + column);
  }

  std::int64_t rows_ = 0, columns_ = 0, products_ = 0;
  std::vector<Dyadic> sums_, magnitudes_;
};

}  // namespace mmasc
