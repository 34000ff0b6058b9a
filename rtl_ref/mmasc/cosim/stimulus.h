// SPDX-License-Identifier: Apache-2.0
// Operations of a unit's step, or of the addition that takes a late C: every step of the vectors
// that meet the unit's cover points, then vectors of every default class in
// turn, one of their steps each.
#pragma once

#include "mmasc/coverage/cover.h"
#include "mmasc/stimulus/generator.h"

namespace mmasc {

// The operands that enter step `step` of the vector's chain; behind the last one, the addition of a
// late C.
Operands operands_at(const Sequence& sequence, const Case& row, int step);

class StepStimulus {
 public:
  // `each_draw` is told of the draws for the cover points (cover.h); it may throw.
  StepStimulus(
      const Unit& unit, std::uint64_t seed,
      const std::function<void(std::uint64_t drawn)>& each_draw = [](std::uint64_t) {})
      : generator_(unit, seed), covered_(cover(generator_, {}, each_draw)) {}

  const Sequence& sequence() const { return generator_.sequence(); }
  // The same for the same id.
  Operands step(std::uint64_t id) const;
  Operands late_c(std::uint64_t id) const;
  // The vectors that they are of.
  Case step_vector(std::uint64_t id) const;
  Case late_c_vector(std::uint64_t id) const;

  // How many of the first `operations` are of what.
  struct Driven {
    std::uint64_t coverage_vectors = 0;                // that there are
    std::uint64_t coverage_operations = 0;             // that these take
    std::uint64_t of_coverage = 0, of_each_class = 0;  // the latter at least
  };
  Driven steps_driven(std::uint64_t operations) const;
  Driven late_c_driven(std::uint64_t operations) const { return driven(operations, 1); }

 private:
  Case draw(std::uint64_t id) const;
  std::uint64_t steps() const { return static_cast<std::uint64_t>(sequence().steps()); }
  Driven driven(std::uint64_t operations, std::uint64_t of_a_vector) const;

  Generator generator_;
  Covered covered_;
};

}  // namespace mmasc
