// SPDX-License-Identifier: Apache-2.0
// What a unit computes, by its rows alone: docs/datapath.md read literally over exact numbers. It
// shares nothing with the stage functions and the plan, which are judged against it, and it tells
// an observer what every place kept and dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/specification/observer.h"
#include "mmasc/specification/step.h"
#include "mmasc/specification/step_rules.h"
#include "mmasc/specification/windows.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The operands of one whole dot-product-add, raw bits: of each as many elements as its layout says
// (operand_layout.h); b holds the k elements of the shape, a as many or those that are kept. The
// random bits are those of every step, ascending, then of the late addition. Those that are missing
// are 0, and so is a missing c.
using DotInputs = PerInput<std::span<const std::uint64_t>>;

class Specification {
 public:
  // Of a unit that make_unit() gives; its stages of its own, where it has some, are not asked. The
  // windows say where exact sums of a step, and of the addition of a late c, are held.
  explicit Specification(const Unit& unit, const Windows& of_step = {},
                         const Windows& of_late_c = {});

  // d's bits, and the flags of the last step. The observer, which may be null, hears every step.
  StepResult evaluate(const DotInputs& in, Observer* observer = nullptr) const;

 private:
  StepInputs inputs(int step, const DotInputs& in, std::uint64_t chained) const;
  StepInputs inputs_of_late_c(const DotInputs& in, std::uint64_t chained) const;
  void give_random(const StepRules& rules, const DotInputs& in, int first, StepInputs& out) const;
  std::size_t met_place(const DotInputs& in, std::size_t k) const;

  Unit unit_;
  std::vector<StepRules> rules_;  // of a step; of the addition of a late c, where there is one
  std::vector<int> order_;        // of the elements of a
};

}  // namespace mmasc
