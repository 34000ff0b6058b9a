// SPDX-License-Identifier: Apache-2.0
// Invariants hold of the payload between two stages: the one is proved to keep them, and the next
// takes them for granted.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "mmasc/proof/bits_of_words.h"
#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/symbolic/word_ranges.h"

namespace mmasc::proof {

// A word lies in the range wherever the flag is not set.
struct BoundsUnless {
  std::size_t flag = 0, word = 0;  // fields
  WordRange range;
};

struct Invariants {
  std::vector<WordRange> ranges;  // of every field
  // Fields: a flag, and a word that is 0 wherever the flag is set.
  std::vector<std::pair<std::size_t, std::size_t>> zeros;
  // Fields: a flag, and a word that is the least of its range wherever the flag is set.
  std::vector<std::pair<std::size_t, std::size_t>> least;
  std::vector<BoundsUnless> unless;
  // Fields of which the RTL keeps a number, with a sign beside it, that is not the least of its
  // width, which has no negative.
  std::set<std::size_t> not_least;
  bool leading_zeros = false;  // lead their significands, where the RTL anticipates them
};

// Invariants of fields of which nothing is known but their widths.
Invariants bounded_by_widths(const std::vector<SymbolicField>& fields);

// Whether a word is 0, or the least of its range, wherever a flag is set.
Literal zero_holds(AndGraph& gates, const Literals& flag, const Literals& word);
Literal least_holds(AndGraph& gates, const Literals& flag, const Literals& word,
                    const WordRange& range);

// Fields of a payload as Invariants has them as zeros: a term's significand by its own flag, a
// sum's addends by the sum's.
std::vector<std::pair<std::size_t, std::size_t>> words_with_flags(
    const Plan& plan, const StagePlan& stage, const std::vector<SymbolicField>& fields);

// Fields of a payload that may be such as Invariants has them as least: a flag of a term, its
// exponent.
std::vector<std::pair<std::size_t, std::size_t>> exponents_with_flags(
    const std::vector<SymbolicField>& fields);

}  // namespace mmasc::proof
