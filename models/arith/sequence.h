// SPDX-License-Identifier: Apache-2.0
// An instruction as a short program over its datapath: operands widened and ordered, one fused step
// after another chained through c, C added last where the instruction says so.
#pragma once

#include <optional>
#include <span>

#include "arith/payload.h"

namespace mmasc {

// One whole dot-product-add, as raw bits: k elements of a and b, K / block scales.
struct DotOperands {
  std::span<const std::uint64_t> a, b;
  std::uint64_t c = 0;
  std::span<const std::uint64_t> sa, sb;
};

class Sequence {
 public:
  // Throws RowError where the unit has no plan.
  explicit Sequence(const Unit& unit);

  const Unit& unit() const { return unit_; }
  const Plan& plan() const { return plan_; }
  int steps() const { return unit_.steps(); }
  // The plan of the addition that takes a late C; null where c enters first.
  const Plan* late_c_plan() const { return late_c_plan_ ? &*late_c_plan_ : nullptr; }

  // Inputs of step 0 ... steps() - 1. `chained` is the result of the step before; step 0 ignores
  // it.
  Operands step(int step, const DotOperands& in, std::uint64_t chained) const;
  // Inputs of the late addition: chained * 1 + C.
  Operands late_c(const DotOperands& in, std::uint64_t chained) const;

 private:
  std::uint64_t c(const DotOperands& in) const;  // as the datapath sees it

  Unit unit_;
  Plan plan_;
  std::optional<Plan> late_c_plan_;
  std::vector<int> order_;  // order_[i] is the k taken i-th
};

// The reference evaluation of a whole dot-product-add.
std::uint64_t evaluate(const Sequence& sequence, const DotOperands& in);

}  // namespace mmasc
