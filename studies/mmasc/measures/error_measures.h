// SPDX-License-Identifier: Apache-2.0
// The measures that compare each element of D with the exact result.
#pragma once

#include <map>

#include "mmasc/measures/exact_product.h"
#include "mmasc/measures/sample.h"

namespace mmasc {

// The lines that all repetitions have in common, as they are not drawn: their elements are not
// independent.
struct SharedLines {
  bool rows = false, columns = false;  // A's rows, B's columns
};

class ErrorMeasures {
 public:
  explicit ErrorMeasures(const Format& d, SharedLines shared = {}) : format_(d), shared_(shared) {}

  // A repetition's D.
  void add(const ExactProduct& exact, const OwnedMatrix& d);

  // The results of those of `wanted` that are made here, in its order.
  std::vector<MeasureResult> results(const std::vector<std::string>& wanted) const;

 private:
  void add_element(const Dyadic& exact, const Dyadic& magnitudes, std::int64_t row,
                   std::int64_t column, std::uint64_t bits);
  MeasureResult result(std::string_view name) const;
  MeasureResult variance_loss(std::string_view name) const;

  const Format& format_;
  const SharedLines shared_;
  std::int64_t first_row_ = 0, first_column_ = 0;  // of the repetition
  std::int64_t products_ = 0;                      // in each sum
  // Errors and signals are in units of 2^unit_, so that their squares stay far from a double's
  // ends.
  std::optional<int> unit_;
  Sample relative_, relative_squares_, backward_, backward_squares_;
  Sample row_error_squares_;
  Sample ulps_, magnitudes_of_ulps_, correct_;
  Sample errors_, magnitude_errors_, error_squares_, signal_squares_, squares_;
  std::map<int, std::int64_t> histogram_;  // by bin
  std::int64_t overflows_ = 0, elements_ = 0;
};

}  // namespace mmasc
