// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/model.h"

namespace mmasc {

UnitCost estimate(const Plan& plan) {
  struct Fitted {
    CostModel model = fit_model(cost_points());
    EstimateError error = error_of(model, cost_points(), false);
  };
  static const Fitted fitted;
  UnitCost cost = estimate_by(fitted.model, cost_points(), plan);
  cost.error = fitted.error;
  return cost;
}

}  // namespace mmasc
