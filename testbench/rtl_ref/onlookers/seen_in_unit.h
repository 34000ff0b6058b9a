// SPDX-License-Identifier: Apache-2.0
// How a unit's RTL counts each cover point, in its module or in that of a late c.
#pragma once

#include "mmasc/onlookers/emit_coverage.h"

namespace mmasc {

inline std::vector<Seen> seen_in_unit(const Sequence& sequence, const CoverPoints& points) {
  std::vector<Seen> seen =
      seen_in_rtl(emit_rtl(sequence.plan(), "unit"), sequence.plan(), points, false);
  if (const Plan* late = sequence.late_c_plan()) {
    const auto also = seen_in_rtl(emit_rtl(*late, late_c_top("unit")), *late, points, true);
    for (std::size_t p = 0; p < seen.size(); ++p)
      if (seen[p] == Seen::not_at_all) seen[p] = also[p];
  }
  return seen;
}

}  // namespace mmasc
