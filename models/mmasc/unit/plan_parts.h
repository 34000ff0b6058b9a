// SPDX-License-Identifier: Apache-2.0
// The parts of an elaboration, in the order plan.cc calls them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/resolve_sums.h"

namespace mmasc {

// A sum of the row cut down to one node of the tree. Values are numbered: the products, c, then
// each node's output.
struct TreeNode {
  struct Operand {
    int value = 0;
    const TermRow* term = nullptr;  // null: a node of a pairwise or sequential sum
  };
  const SumRow* row = nullptr;
  int index = 0;  // among the row's nodes
  std::vector<Operand> operands;
  int output = 0;
  int level = 0;
};

struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<int> ready_level;  // of each value: the first level that may use it
  int root = 0;                  // the value that becomes d
  int levels() const { return ready_level[static_cast<std::size_t>(root)]; }
};

// Cuts pairwise and sequential sums into nodes.
Tree build_tree(std::span<const ResolvedSum> sums, int lanes);

// Exponents of terms, zeros among them, as they take part in e_max.
struct ExponentSpan {
  int min = 0, max = 0;
  friend bool operator==(const ExponentSpan&, const ExponentSpan&) = default;
};

// Fraction bits, shifts, widths and exponent range of one sum, whose groups have their inputs and
// the row's fields. `rounded_fraction_bits`: kept or drawn for by the first rounding of the sum; -1
// where it does not round. `may_cancel`: a term may have the value zero without being an exact
// zero. `moved_zeros`: the greatest exponent of zeros that have another one than the least of their
// format; none where there are no such. `beside_scales`: where all terms share their scales, the
// exponents of each group's terms without those of the scales; else empty.
void plan_alignment(SumPlan& sum, AddendGroup* groups, int rounded_fraction_bits, bool may_cancel,
                    std::optional<int> moved_zeros, std::span<const ExponentSpan> beside_scales);

// The sum's steps from its total on, once its addends are planned.
void plan_total(SumPlan& sum, const SumRow& row);

// random_bits, and where each rounding finds its own.
void plan_random(Plan& plan);

// absent_exponent, exponent_bits and word_bits, once everything else but the stages is known.
void plan_integers(Plan& plan);

void plan_stages(Plan& plan, const Structure& structure);

}  // namespace mmasc
