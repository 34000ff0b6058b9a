// SPDX-License-Identifier: Apache-2.0
// The values inside one dot-product-add, twice: as the stage functions compute them, and as the
// specification does, with every bit that a shift cut off.
//
// The two share no arithmetic, so that `kept + dropped == exact` is a check of the stages that can
// fail.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/specification/account.h"

namespace mmasc {

// The values that leave the stages in one fused step.
struct StageValues {
  struct Sum {
    std::vector<Dyadic> addends;  // the aligner's
    ExactTerm sum, rounded;       // the adder tree's; the normalizer's where the sum rounds
  };
  Operands in;  // as ExactStep has them: of a sparse a, b as selected
  std::vector<ExactTerm> products, rounded_products;
  ExactTerm c;
  std::vector<Sum> sums;  // in the plan's order
  ExactTerm result;
  std::uint64_t d = 0;
  std::uint64_t flags = 0;  // of a plan that raises some
};

struct TracedStep {
  const Plan* plan = nullptr;
  ExactStep exact;
  StageValues stages;
  std::vector<std::size_t> places;  // in b, of what meets each lane of a sparse a
};

struct Trace {
  std::shared_ptr<const Specification> specification;
  std::vector<TracedStep> steps;
  std::uint64_t d = 0;  // the stages'
};

// Valid as long as the sequence. Throws InputError where it has stages of its own, of which the
// specification knows nothing.
Trace trace(const Sequence& sequence, const DotOperands& in);

// The stages' addends and the bits dropped make up the exact sum of the terms, and their sum is
// what was kept; the number that they rounded to and what was dropped make up what came in.
bool holds(const ExactSum& exact, const StageValues::Sum& stages);
bool holds(const ExactRounding& exact, const ExactTerm& out);

// The places at which the stages and the specification are not of one value: none, or one of them
// is wrong. "step 1: sum dot"
std::vector<std::string> unaccounted(const Trace& trace);

}  // namespace mmasc
