// SPDX-License-Identifier: Apache-2.0
// The error that quantising alone makes: the exact product of the quantised operands beside that of
// the operands before. No unit has a part in it.
#pragma once

#include <optional>

#include "mmasc/measures/error_measures.h"

namespace mmasc {

class QuantisationError {
 public:
  explicit QuantisationError(SharedLines shared = {}) : shared_(shared) {}

  // A repetition's two products, of one shape.
  void add(const ExactProduct& quantised, const ExactProduct& before);

  // "quantisation_error": as "row_error_rms" has it of D, over rows of the products before.
  MeasureResult result() const;

 private:
  const SharedLines shared_;
  std::int64_t first_row_ = 0, first_column_ = 0;  // of the repetition
  std::optional<int> unit_;                        // squares are in units of 4^unit_
  Sample squares_;
};

}  // namespace mmasc
