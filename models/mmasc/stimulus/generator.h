// SPDX-License-Identifier: Apache-2.0
// Stimulus for one unit. Vector i of a class and a seed depends on nothing else, so a set can be
// cut, extended or made anywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/edges.h"
#include "mmasc/stimulus/vector_class.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

class Generator {
 public:
  // Throws RowError where the unit has no plan.
  Generator(const Unit& unit, std::uint64_t seed);

  // Named "CLASS/INDEX"; d is 0.
  Case make(VectorClass vector_class, std::uint64_t index) const;

  const Sequence& sequence() const { return sequence_; }
  // The one whose vectors are drawn: where A is sparse, they are spread afterwards (spread.h).
  const Sequence& dense() const { return dense_ ? *dense_ : sequence_; }
  std::uint64_t seed() const { return seed_; }

 private:
  Sequence sequence_;
  std::optional<Sequence> dense_;
  Edges edges_;
  std::vector<int> random_widths_;
  std::uint64_t seed_;
};

}  // namespace mmasc
