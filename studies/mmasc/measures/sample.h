// SPDX-License-Identifier: Apache-2.0
// Means of what is measured on each element of D, with confidence intervals.
//
// Elements of one row share a row of A, those of one column a column of B, so they are not
// independent. The variance of a mean is therefore taken clustered by rows and by columns (Cameron,
// Gelbach, Miller, J. Bus. Econ. Stat. 29(2), 2011): V = V_rows + V_columns - V_places, and at
// least V_places. Repetitions that draw their operands are independent: each has rows and columns
// of its own. A place that several repetitions have, since none of its operands is drawn, is one
// cluster. Intervals are the normal ones of 95 %.
//
// Additions, products, quotients and square roots of doubles alone, which IEEE 754 defines: the
// same numbers on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mmasc/measures/measures.h"

namespace mmasc {

// A number for some of the elements of D; row and column count on through the repetitions.
class Sample {
 public:
  void add(std::int64_t row, std::int64_t column, double value) {
    entries_.push_back({row, column, value});
  }

  std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }
  double mean() const;
  double greatest() const;
  // The variance of the mean; 0 of fewer than 2 elements.
  double variance_of_mean() const;
  std::int64_t places() const;  // how many pairs of row and column there are

  struct Entry {
    std::int64_t row, column;
    double value;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  bool repeats_places() const;

  std::vector<Entry> entries_;
};

// None where the sample is empty; of one element without an interval.
MeasureResult mean_measure(std::string_view name, const Sample& sample);
// The square root of the mean of squares, which the sample holds.
MeasureResult root_mean_measure(std::string_view name, const Sample& squares);
MeasureResult greatest_measure(std::string_view name, const Sample& sample);
// The share of ones in a sample of zeros and ones, with Wilson's interval at the number of
// independent elements that would have the variance.
MeasureResult share_measure(std::string_view name, const Sample& sample);
// The ratio of the means of two samples over the same elements; none where the second mean is 0.
MeasureResult ratio_measure(std::string_view name, const Sample& numerator,
                            const Sample& denominator);
// 10 log10 of the ratio of the means of two samples over the same elements.
MeasureResult decibel_measure(std::string_view name, const Sample& signal, const Sample& noise);

}  // namespace mmasc
