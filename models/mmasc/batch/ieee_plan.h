// SPDX-License-Identifier: Apache-2.0
// Plans whose every operation is an IEEE 754 operation on f32, rounded to nearest: a fused
// multiply-add, or a product and sums of two terms, each rounded. The processor's own instructions
// compute them. Subnormal results may be flushed.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc::batch {

struct IeeePlan {
  // A sum of two slots: the products, c, then the sums in order. The last one is d.
  struct Addition {
    int first = 0, second = 0;
    bool flushes = false;
  };
  int lanes = 0;
  bool fuses = false;  // d = fma(a, b, c), and there are no additions
  bool flushes_products = false;
  Flush flush = Flush::none;
  std::vector<Addition> additions;
};

// The plan for the processor's f32 operations, or the reason why there is none.
std::variant<IeeePlan, std::string> make_ieee_plan(const Plan& plan);

}  // namespace mmasc::batch
