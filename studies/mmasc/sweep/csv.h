// SPDX-License-Identifier: Apache-2.0
// Results as a table for other programs.
#pragma once

#include <string>

#include "mmasc/sweep/results.h"

namespace mmasc {

// A line of names, then one line a point. The columns are index, the axes, unit, m, n, k, each
// measure's value, samples and interval (NAME, NAME_samples, NAME_low, NAME_high), slices, cycles
// and cost. Fields without a value are empty. Texts with commas stand in quotes.
std::string to_csv(const Results& results);

}  // namespace mmasc
