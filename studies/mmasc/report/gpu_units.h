// SPDX-License-Identifier: Apache-2.0
// The GPUs' own units beside a study: those of the catalogue with the study's operand formats, or
// with the fnuz ones of their widths, on the study's own operands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mmasc/report/planned.h"
#include "mmasc/sweep/point_cost.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

struct GpuPoint {
  // "hopper.fp8": the datapath, or those with one result and cost; its lanes where they are not the
  // study's.
  std::vector<std::string> labels;
  PointResult result;
  // "not promoted", "promoted every 128 by nearest_even", where the study's designs differ in it.
  std::vector<std::string> promotions{};
  std::string label() const;  // all of it
};

// The labels of all points, each once: plots call them by their place, from 1 on.
std::vector<std::string> labels_of(const std::vector<GpuPoint>& gpus);

// The GPUs' points, computed here, as mmasc sweep does it: each datapath once for each of the
// designs' operands and promotions. Those that only the reference can compute are left out, and
// those whose instruction does not fit a promotion. Points whose units or operands are not those of
// the sweep any more have none. `tick` may throw to end it.
std::vector<GpuPoint> gpu_points(const Results& results, const PlannedResults& planned,
                                 const std::function<void()>& tick, const Synthesiser& synthesise);

}  // namespace mmasc
