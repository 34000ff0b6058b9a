// SPDX-License-Identifier: Apache-2.0
// A whole dot-product-add walked with exact numbers: d, and what happened at every place of every
// step. For any unit; without the stage functions.
#pragma once

#include <vector>

#include "mmasc/arith/exact_numbers.h"
#include "mmasc/arith/payload.h"
#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

// A term of a sum and what its alignment made of it. Nothing is aligned in a sum that is NaN or
// infinite.
struct AlignedTerm {
  ExactTerm term;
  int group = 0;              // in Plan::groups
  bool takes_part = true;     // in e_max
  int exponent = 0;           // with which it does
  bool vanished = false;      // replaced by zero
  bool complemented = false;  // by ones' complement: one unit larger
  ExactShift shift;

  Dyadic kept() const;
  Dyadic dropped() const;
  Dyadic complement() const;  // by which it is larger, with its sign
};

struct ExactSum {
  int index = 0;  // in Plan::sums
  int e_max = 0;
  std::vector<AlignedTerm> terms;
  ExactTerm sum;        // before its rounding
  Dyadic changed;       // by which an accumulator and a cut make it more than what alignment left
  bool coarse = false;  // e_max, which is the next of the grid
  bool lost = false;    // a bit, by alignment or the cut

  bool finite() const { return sum.finite(); }
  Dyadic exact() const;    // of the terms
  Dyadic kept() const;     // of what alignment left of them
  Dyadic dropped() const;  // of what it cut off
};

// A fault in sums alike. narrow_adder: the nodes of one level of the adder tree (the last one gives
// the sum) have `bits` bits of two's complement, fewer than planned. miscounts_few, miscounts_many:
// the normalizer counts one leading zero too few, and so takes a sum for twice as large, where the
// sum has at most, or at least, `bits` bits.
struct SumFault {
  enum class Kind { narrow_adder, miscounts_few, miscounts_many };
  bool late = false;                 // of the addition that takes a late c
  int first_sum = 0, sum_count = 1;  // in Plan::sums
  int tree_level = 0;
  int bits = 0;
  Kind kind = Kind::narrow_adder;
};

struct ExactStep {
  bool adds_late_c = false;
  const Plan* plan = nullptr;
  Operands in;  // widened; of b only what metadata selects
  std::vector<ExactTerm> products;
  std::vector<ExactRounding> product_roundings;  // where products round
  ExactTerm c;
  std::vector<ExactSum> sums;            // in the plan's order
  std::vector<ExactRounding> roundings;  // of each sum; without a plan where it does not round
  ExactRounding result;
  std::uint64_t d = 0;
  std::uint64_t flags = 0;  // of a plan that raises some
};

ExactTerm times(const ExactTerm& x, const ExactTerm& y);
// The product of all scales of a lane, of a plan that has some.
ExactTerm scale_of(const MultiplierPlan& plan, const Operands& in, int lane);

// The nodes of one level of a finite sum's adder tree, in units of the sum's last bit.
std::vector<BigInt> tree_nodes(const Plan& plan, const ExactSum& sum, int tree_level);

struct ExactRun {
  std::vector<ExactStep> steps;  // the late addition last, where there is one
  std::uint64_t d = 0;
};

// Valid as long as the plan. With a fault the run is that of a unit that has it.
ExactRun walk_exactly(const SequencePlan& plan, const DotOperands& in,
                      const SumFault* fault = nullptr);

}  // namespace mmasc
