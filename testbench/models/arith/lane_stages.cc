// SPDX-License-Identifier: Apache-2.0
#include "arith/lane_stages.h"

#include "mmasc/arith/lanes.h"

namespace mmasc {

namespace N_AVX3 {
LaneStages make_lane_stages();
}
namespace N_AVX2 {
LaneStages make_lane_stages();
}
namespace N_SSE4 {
LaneStages make_lane_stages();
}
namespace N_NEON {
LaneStages make_lane_stages();
}

std::vector<LaneStages> lane_stages() {
  std::vector<LaneStages> found;
  for (const LaneTarget& target : lane_targets()) {
#ifdef MMASC_LANES_AVX3
    if (target.name == "AVX3") found.push_back(N_AVX3::make_lane_stages());
#endif
#ifdef MMASC_LANES_AVX2
    if (target.name == "AVX2") found.push_back(N_AVX2::make_lane_stages());
#endif
#ifdef MMASC_LANES_SSE4
    if (target.name == "SSE4") found.push_back(N_SSE4::make_lane_stages());
#endif
#ifdef MMASC_LANES_NEON
    if (target.name == "NEON") found.push_back(N_NEON::make_lane_stages());
#endif
  }
  return found;
}

}  // namespace mmasc
