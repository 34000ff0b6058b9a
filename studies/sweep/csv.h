// SPDX-License-Identifier: Apache-2.0
// Results as a table for other programs.
#pragma once

#include <string>

#include "sweep/results.h"

namespace mmasc {

// A line of names, then one a point. Columns: index, the axes, unit, m, n, k, of each measure its
// value, samples and interval (NAME, NAME_samples, NAME_low, NAME_high), slices, cycles and cost.
// What does not exist is empty. Texts with commas stand in quotes.
std::string to_csv(const Results& results);

}  // namespace mmasc
