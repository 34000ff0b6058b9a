// SPDX-License-Identifier: Apache-2.0
// A dot-product unit: the stages of one plan in a row. One fused step an operation, in order; a
// result plan.latency() cycles after its operation was taken, if nothing stalls.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arith/payload.h"
#include "pipeline/handshake.h"

namespace mmasc {

// One rank of registers as tools see it.
struct RegisterView {
  struct Field {
    std::string name;
    std::string bits;  // most significant first; of terms and addends x before the first operation
  };
  const StagePlan* stage = nullptr;
  int rank = 0;
  std::string name;  // "aligner_0.rank0"
  std::function<bool()> valid_q;
  std::function<std::uint64_t()> id_q;
  std::function<std::vector<Field>()> fields_q;
};

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
