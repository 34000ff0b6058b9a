// SPDX-License-Identifier: Apache-2.0
// Where a plan's behaviour changes: the exponent distances and the exponents worth aiming at.
#pragma once

#include <vector>

#include "mmasc/arith/sequence.h"

namespace mmasc {

struct Edges {
  // How far a term lies below the largest exponent of its sum where nothing, the first bit, all but
  // the last bit or everything of it is dropped, where it vanishes, and where it reaches d's last
  // bit.
  std::vector<int> distances;
  // Exponents of a term: an exact zero's, a floor's, an overflowing product's, d's least and
  // greatest.
  std::vector<int> exponents;
};

Edges edges_of(const Sequence& sequence);

}  // namespace mmasc
