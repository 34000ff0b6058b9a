// SPDX-License-Identifier: Apache-2.0
// How someone else's outputs differ from a unit's: counts by kind, and how far numbers are apart.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::diagnosis {

// A vector whose d is not the unit's.
struct Wrong {
  const Case* vector = nullptr;  // with their d
  std::uint64_t expected = 0;    // the unit's
};

struct Differences {
  std::size_t vectors = 0;
  std::vector<Wrong> wrong;
  std::vector<const Case*> right;
  // Of the wrong ones: other bits of a NaN; a NaN on one side alone; an infinity on one side, or of
  // the other sign; a zero of the other sign; numbers.
  std::size_t nan_bits = 0, nans = 0, infinities = 0, zero_signs = 0, numbers = 0;
  // Of numbers, by the bins of mmasc/unit/ulps.h: theirs lies above the unit's (+) or below it (-).
  std::map<int, std::size_t> ulps;
};

// `outputs` must outlive what is returned.
Differences differences_of(const Sequence& unit, const VectorFile& outputs);

}  // namespace mmasc::diagnosis
