// SPDX-License-Identifier: Apache-2.0
// A traced step with its terms called by their place in the whole dot product: "p17" is
// the product of a[17] whatever lane it is in.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mmasc/compare/divergence.h"

namespace mmasc::compare {

using LabelledValues = std::vector<std::pair<std::string, StageValue>>;

struct LabelledSum {
  std::string name;
  LabelledValues addends;   // as the aligner leaves them
  StageValue sum, rounded;  // rounded: the sum itself where it does not round
};

struct LabelledLevel {
  std::vector<LabelledSum> sums;
  std::string shape() const;  // "dot of 17 terms"
};

// Nothing of a step that there is not.
struct LabelledStep {
  int number = 0;           // from 1 on, over all instructions
  int first_k = 0;          // it takes elements from there on
  bool is_idle = false;     // all its products are zeros, and its result is its c
  LabelledValues products;  // and c, the last
  LabelledValues rounded_products;
  std::vector<LabelledLevel> levels;
  StageValue result;
  StageValue flags;  // a text, of a unit that raises some
};

// The steps of all instructions, one after the other.
std::vector<LabelledStep> labelled_steps(const Sequence& sequence, const Case& row);

}  // namespace mmasc::compare
