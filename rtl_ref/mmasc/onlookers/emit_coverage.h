// SPDX-License-Identifier: Apache-2.0
// A unit's cover points as SystemVerilog: what happens at each, written over the unit's ports and
// wires; cover properties, and covergroups by stage and by lane.
#pragma once

#include <string>
#include <vector>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/rtl/emit.h"

namespace mmasc {

// Of a unit with one pair of formats: `top`_coverage.sv and the modules that it needs, all of which
// are empty unless MMASC_COVERAGE is defined. `late`: of the addition of a late c, whose module the
// RTL is. `row`: the fingerprint of the unit's row (Coverage::row).
//
// The cover property of point p has the label "p<p>" within the block "row_<row>"; "vectors" counts
// what vectors are.
std::vector<RtlFile> emit_coverage(const Rtl& rtl, const Plan& plan, const CoverPoints& points,
                                   bool late, const std::string& row);

// How the RTL counts a cover point.
enum class Seen {
  as_counted,  // whenever it is met
  as_taken,    // a lane takes such an element; whether d shows it, is not seen
  not_at_all
};
std::vector<Seen> seen_in_rtl(const Rtl& rtl, const Plan& plan, const CoverPoints& points,
                              bool late);

}  // namespace mmasc
