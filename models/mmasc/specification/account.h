// SPDX-License-Identifier: Apache-2.0
// All that an observer hears of a dot-product-add, kept.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/specification/specification.h"

namespace mmasc {

struct ExactStep {
  bool adds_late_c = false;
  StepInputs in;
  std::vector<ExactTerm> products;
  std::vector<ExactRounding> product_roundings;  // where products round
  ExactTerm c;
  std::vector<ExactSum> sums;            // level by level
  std::vector<ExactRounding> roundings;  // of each sum; without a rule where it does not round
  ExactRounding result;
  std::uint64_t d = 0;
  std::uint64_t flags = 0;  // of a unit that raises some
};

struct ExactRun {
  std::vector<ExactStep> steps;  // the late addition last, where there is one
  std::uint64_t d = 0;
};

// Valid as long as the specification.
ExactRun account_of(const Specification& specification, const DotInputs& in);

}  // namespace mmasc
