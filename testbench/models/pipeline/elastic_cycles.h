// SPDX-License-Identifier: Apache-2.0
// When an elastic pipeline of ranks of registers, each of full throughput, accepts operations and
// delivers results: the recurrence, known without any hardware.
//
// A rank takes an operation on the first edge after the rank before took it, and not before the
// rank after has taken (or the sink, of the last) what stood there: on that very edge at the
// earliest.
#pragma once

#include <algorithm>
#include <vector>

#include "pipeline/schedule.h"

namespace mmasc {

struct ElasticCycles {
  std::vector<int> accepted, delivered;  // of each operation
};

inline ElasticCycles elastic_cycles(int ranks, const Schedule& schedule) {
  ElasticCycles cycles;
  // taken[r]: when rank r took the operation before; taken[ranks]: when the sink did.
  std::vector<int> taken(static_cast<std::size_t>(ranks) + 1, -1);
  bool is_first = true;
  for (const int offered : schedule.offered) {
    std::vector<int> now(taken.size());
    for (std::size_t rank = 0; rank < taken.size(); ++rank) {
      int cycle = rank > 0   ? now[rank - 1] + 1
                  : is_first ? offered
                             : std::max(offered, taken[0] + 1);
      if (rank + 1 < taken.size() && !is_first) cycle = std::max(cycle, taken[rank + 1]);
      if (rank + 1 == taken.size())
        while (!schedule.ready_at(cycle)) ++cycle;
      now[rank] = cycle;
    }
    taken = now;
    is_first = false;
    cycles.accepted.push_back(now.front());
    cycles.delivered.push_back(now.back());
  }
  return cycles;
}

}  // namespace mmasc
