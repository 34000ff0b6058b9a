// SPDX-License-Identifier: Apache-2.0
// A dot-product unit: the stages of one plan in a row. One fused step an operation, in order; a
// result plan.latency() cycles after its operation was taken, if nothing stalls.
#pragma once

#include <memory>
#include <vector>

#include "arith/payload.h"
#include "pipeline/handshake.h"
#include "pipeline/register_view.h"

namespace mmasc {

class DotProductUnit : public sc_core::sc_module,
                       public ClockPorts,
                       public InputPorts<Operands>,
                       public OutputPorts<Result> {
 public:
  virtual const Plan& plan() const = 0;
  virtual std::vector<RegisterView> registers() const = 0;

 protected:
  explicit DotProductUnit(sc_core::sc_module_name name) : sc_module(name) {}
};

// Chooses the integers that hold the plan's words. Construct before simulation starts.
std::unique_ptr<DotProductUnit> make_dot_product_unit(const char* name, const Plan& plan);

}  // namespace mmasc
