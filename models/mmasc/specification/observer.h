// SPDX-License-Identifier: Apache-2.0
// An observer listens to an evaluation: every place tells it what came in, what was kept, what was
// dropped and how it was rounded. It may take all that is given away (&&).
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/specification/sum.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

// The elements of one step as the datapath sees them, raw bits: widened; of b only what metadata
// selects, in the order of the lanes; as many random elements as the step draws, and no wider.
struct StepInputs : PerInput<std::vector<std::uint64_t>> {
  std::uint64_t c() const { return (*this)[Operand::c].front(); }
  bool c_is_input = false;  // c is the instruction's own, not the result of the step before
};

class Observer {
 public:
  virtual ~Observer() = default;
  // A step begins; or the addition of a late c, which computes chained * 1 + c.
  virtual void begin(bool /*adds_late_c*/, const StepInputs&) {}
  virtual void product(int /*lane*/, const ExactTerm&) {}  // before its rounding
  virtual void product_rounding(int /*lane*/, ExactRounding&&) {}
  virtual void c(const ExactTerm&) {}
  virtual void sum(ExactSum&&) {}  // level by level
  virtual void sum_rounding(int /*index*/, ExactRounding&&) {}
  virtual void result_rounding(ExactRounding&&) {}
  // d's bits, and the flags of a unit that raises some.
  virtual void end(std::uint64_t /*d*/, std::uint64_t /*flags*/) {}

  // Gives what the total of a sum's aligned terms becomes, in units of its last bit: `total`, but
  // in a unit that has a fault. The sum itself is not known yet.
  virtual BigInt total(const ExactSum&, BigInt total) const { return total; }
};

}  // namespace mmasc
