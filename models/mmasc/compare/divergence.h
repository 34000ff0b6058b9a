// SPDX-License-Identifier: Apache-2.0
// The first stage at which two units, given the same dot product, have other values.
//
// Their fused steps are laid side by side; where they take other numbers of elements, steps in
// which nothing happens are left out until both are at the same one. A term that one unit has in a
// step and the other has not is zero there.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "mmasc/arith/sequence.h"
#include "mmasc/specification/dyadic.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::compare {

struct StageValue {
  enum class Kind { absent, number, infinite, nan, text };
  Kind kind = Kind::absent;
  bool negative = false;  // of zeros and infinities too
  Dyadic value;           // of a number, with its sign
  std::string text{};     // "dot of 17 terms"
};

StageValue text_value(std::string text);

struct Divergence {
  std::array<int, 2> steps{};  // of each, from 1 on, over all instructions; 0: there is none
  std::string stage;           // "aligner"
  std::string what;            // "p3 aligned for dot"; "flags"
  std::array<StageValue, 2> values;
};

// Zeros differ by their sign, but a zero is not told from a term that is not there.
bool same_value(const StageValue& x, const StageValue& y);

// Nullopt where no stage differs.
std::optional<Divergence> first_divergence(const Sequence& x, const Sequence& y, const Case& row);

}  // namespace mmasc::compare
