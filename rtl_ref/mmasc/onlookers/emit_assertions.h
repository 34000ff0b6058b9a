// SPDX-License-Identifier: Apache-2.0
// What a plan calls impossible, as assertions over a unit's ports and wires.
#pragma once

#include <vector>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/rtl_unit.h"

namespace mmasc {

// `top`_assertions.sv and the modules that it needs, all of which are empty unless MMASC_ASSERTIONS
// is defined. `points`: of the unit's; none where it takes several pairs of formats. `late`: of the
// addition of a late c, whose module the RTL is.
std::vector<RtlFile> emit_assertions(const Rtl& rtl, const RtlUnit& unit, const CoverPoints* points,
                                     bool late);

}  // namespace mmasc
