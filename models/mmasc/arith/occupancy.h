// SPDX-License-Identifier: Apache-2.0
// Which operation every register of a pipeline holds, cycle by cycle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mmasc {

struct Occupancy {
  struct Held {
    std::uint64_t cycle = 0;  // counted as in a text trace
    std::size_t register_index = 0;
    std::uint64_t id = 0;  // step * operations + operation; a late c is the step after the last
  };
  std::vector<std::string> registers;  // "dot_0.aligner_0.rank0", in the order of the stages
  std::vector<Held> held;              // by cycle, then by register
};

}  // namespace mmasc
