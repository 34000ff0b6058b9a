// SPDX-License-Identifier: Apache-2.0
// One point of a study: its operands, and what is measured.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mmasc/inputs/input_set.h"
#include "mmasc/measures/exact_product.h"
#include "mmasc/sweep/point_cost.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

// The operands and exact results of each repetition, for all points of one input_key().
struct SharedInputs {
  struct Repetition {
    InputSet inputs;
    ExactProduct exact;
  };
  std::vector<Repetition> repetitions;
  std::optional<MeasureResult> quantisation_error;  // where the study measures it
};

SharedInputs make_shared_inputs(const Study& study, const Point& point, int threads,
                                const std::function<void()>& tick);

// `costs` has the point's unit. `threads`: at most so many. `tick` is called from any thread, now
// and then.
PointResult evaluate_point(const Study& study, const Point& point, const SharedInputs& shared,
                           const PointCosts& costs, int threads, const std::function<void()>& tick);

}  // namespace mmasc
