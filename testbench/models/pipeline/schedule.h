// SPDX-License-Identifier: Apache-2.0
// When a test bench offers operations and takes results.
#pragma once

#include <vector>

#include "mmasc/stimulus/random.h"

namespace mmasc {

struct Schedule {
  std::vector<int> offered;  // the first cycle at which operation i may be valid
  std::vector<bool> ready;   // of the sink, cycle by cycle; ready ever after

  bool ready_at(int cycle) const {
    const auto c = static_cast<std::size_t>(cycle);
    return c >= ready.size() || ready[c];
  }

  static Schedule back_to_back(int operations) {
    Schedule schedule;
    for (int i = 0; i < operations; ++i) schedule.offered.push_back(i);
    return schedule;
  }

  // Gaps and stalls in the given percentages of cycles, some of them long, a few longer than a
  // counter of eight bits holds.
  static Schedule random(Random& random, int operations, int gaps, int stalls) {
    Schedule schedule;
    int cycle = 0;
    for (int i = 0; i < operations; ++i, ++cycle) {
      if (random.chance(gaps)) cycle += random.chance(20) ? long_run(random) : random.between(1, 3);
      schedule.offered.push_back(cycle);
    }
    while (static_cast<int>(schedule.ready.size()) < 3 * cycle) {
      const int length = random.chance(20) ? long_run(random) : 1;
      schedule.ready.insert(schedule.ready.end(), static_cast<std::size_t>(length),
                            !random.chance(stalls));
    }
    return schedule;
  }

 private:
  static int long_run(Random& random) {
    return random.chance(95) ? random.between(5, 30) : random.between(65, 300);
  }
};

}  // namespace mmasc
