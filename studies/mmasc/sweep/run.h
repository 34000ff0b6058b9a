// SPDX-License-Identifier: Apache-2.0
// A study computed, point by point, on all processors.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mmasc/sweep/point_cost.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/rank.h"
#include "mmasc/sweep/results.h"

namespace mmasc {

struct SweepProgress {
  std::int64_t done = 0, all = 0;  // points of this rank
  double work_done = 0, work = 0;  // of those that this run computes; in no unit
};

struct SweepOptions {
  std::string folder;
  int threads = 0;  // 0: one for each processor
  Rank rank{};
  std::function<void()> tick{};  // from any thread, at any time; what it throws ends the sweep
  std::function<void(const SweepProgress&)> progress{};  // one thread at a time
  Synthesiser synthesise{};  // of studies that ask for it; called before any point is computed
};

// How many points a rank has, and how many of them were computed by this run.
struct SweepCount {
  std::int64_t points = 0, computed = 0;
};

// Makes the folder and the copy of the study, computes the rank's points that no file of the folder
// has yet, and appends each to the rank's file. The results do not depend on threads and ranks.
// Throws InputError (the folder is of another study), EnvironmentError.
SweepCount run_sweep(const Study& study, const std::vector<Point>& points,
                     const SweepOptions& options);

}  // namespace mmasc
