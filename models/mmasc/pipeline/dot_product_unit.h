// SPDX-License-Identifier: Apache-2.0
// A dot-product unit: the stages of one plan, one after the other. An operation is one fused step.
// Results come in order, plan.latency() cycles after their operations if nothing stalls.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "mmasc/arith/stages.h"
#include "mmasc/pipeline/handshake.h"
#include "mmasc/pipeline/register_view.h"

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

// How a unit is made, with its name and its plan.
using MakeUnit = std::function<std::unique_ptr<DotProductUnit>(const char* name, const Plan& plan)>;

// Chooses integers that hold the plan's words. The stages are the plan's, or of one's own, which
// outlive the unit. Call it before simulation starts.
std::unique_ptr<DotProductUnit> make_dot_product_unit(const char* name, const Plan& plan,
                                                      const StageSet* stages = nullptr);

}  // namespace mmasc
