// SPDX-License-Identifier: Apache-2.0
// Errors over the root mean square of their row of the exact results.
#pragma once

#include <span>

#include "mmasc/measures/sample.h"

namespace mmasc {

// Adds the squares of a row's. `signals` and `errors`: squares of the exact results and of the
// errors of the same elements, in one unit. A row of zeros has none.
inline void add_row_errors(std::span<const Sample::Entry> signals,
                           std::span<const Sample::Entry> errors, Sample& squares) {
  double sum = 0;
  for (const Sample::Entry& signal : signals) sum += signal.value;
  if (sum == 0) return;
  const double mean = sum / static_cast<double>(signals.size());
  for (const auto& [row, column, square] : errors) squares.add(row, column, square / mean);
}

}  // namespace mmasc
