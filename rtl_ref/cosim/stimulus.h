// SPDX-License-Identifier: Apache-2.0
// Operations of a unit's step, or of the addition that takes a late C: vectors of every class,
// their steps in turn.
#pragma once

#include "generate/generator.h"

namespace mmasc {

class StepStimulus {
 public:
  StepStimulus(const Unit& unit, std::uint64_t seed) : generator_(unit, seed) {}

  const Sequence& sequence() const { return generator_.sequence(); }
  // The same for the same id.
  Operands step(std::uint64_t id) const;
  Operands late_c(std::uint64_t id) const;

 private:
  Case draw(std::uint64_t id) const;

  Generator generator_;
};

}  // namespace mmasc
