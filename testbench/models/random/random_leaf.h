// SPDX-License-Identifier: Apache-2.0
// The terms from which a random tree is made.
#pragma once

#include <string_view>
#include <vector>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/datapath.h"

namespace mmasc {

// A term that no sum has used yet.
struct Leaf {
  TermRow row;
  int elements = 1;
};

using Run = std::vector<Leaf>;

Leaf whole(std::string_view name, int elements);

// The elements of a named value as one to four terms.
Run cut(Random& random, std::string_view name, int elements);

// A number of groups into which every leaf can be cut, each within one block of elements where
// `block` is not 0. 0 if there is none.
int random_groups(Random& random, const Run& run, int block);

}  // namespace mmasc
