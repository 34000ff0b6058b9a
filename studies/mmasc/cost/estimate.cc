// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/model.h"
#include "mmasc/cost/random_word.h"

namespace mmasc {

UnitCost estimate(const Plan& plan) {
  struct Fitted {
    CostModel model = fit_model(cost_points());
    EstimateError registered = error_of(model, cost_points(), true);
    EstimateError joint = error_of(model, cost_points(), true, true);
  };
  static const Fitted fitted;
  UnitCost cost = estimate_by(fitted.model, cost_points(), plan);
  const bool is_joint = std::ssize(cost.stages) < plan.stages.size();
  cost.random_words = random_words(plan);
  if (cost.random_words > 0) cost.random_word = estimated_random_word();
  cost.error = is_joint ? fitted.joint : fitted.registered;
  return cost;
}

}  // namespace mmasc
