// SPDX-License-Identifier: Apache-2.0
#include "mmasc/measures/quantisation_error.h"

#include "mmasc/measures/correct.h"
#include "mmasc/measures/row_errors.h"

namespace mmasc {

void QuantisationError::add(const ExactProduct& quantised, const ExactProduct& before) {
  if (!unit_) unit_ = static_cast<int>(before.greatest_leading_exponent());
  const auto square = [&](const Dyadic& number) {
    const double scaled = to_wide_double(number).times_power_of_two(-*unit_);
    return scaled * scaled;
  };
  for (std::int64_t i = 0; i < before.rows(); ++i) {
    Sample signals, errors;
    for (std::int64_t j = 0; j < before.columns(); ++j) {
      const Dyadic& exact = before.sum(i, j);
      signals.add(first_row_ + i, first_column_ + j, square(exact));
      errors.add(first_row_ + i, first_column_ + j, square(quantised.sum(i, j) + -exact));
    }
    add_row_errors(signals.entries(), errors.entries(), squares_);
  }
  if (!shared_.rows) first_row_ += before.rows();
  if (!shared_.columns) first_column_ += before.columns();
}

MeasureResult QuantisationError::result() const {
  return root_mean_measure(kQuantisationError, squares_);
}

}  // namespace mmasc
