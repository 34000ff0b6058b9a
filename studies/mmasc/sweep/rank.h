// SPDX-License-Identifier: Apache-2.0
// Which share of a study's points a process computes.
#pragma once

#include <string>
#include <string_view>

namespace mmasc {

struct Rank {
  int index = 0, count = 1;
  std::string source;  // what said so: "--shard", "Open MPI", ...; empty: nothing did

  // By the point's content, whatever order the points have.
  bool takes(std::string_view point_hash) const;
};

// "2/8", counted from 1. Throws InputError.
Rank parse_shard(std::string_view text);

// The rank by the launcher's environment: Open MPI's, PMI's, that of a step of Slurm, or of a job
// of Kubernetes with the variable JOB_COMPLETIONS beside its JOB_COMPLETION_INDEX. It is one of one
// where there is none. Throws InputError where only half of it is there, but for Slurm's, whose
// index may stand alone.
Rank rank_of_environment();

// A sentence for a process that has no rank in a job of several tasks, as a script of Slurm without
// srun; empty elsewhere.
std::string tasks_without_ranks();

}  // namespace mmasc
