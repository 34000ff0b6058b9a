// SPDX-License-Identifier: Apache-2.0
// All that looks on at a unit as emit_rtl_files writes it: its coverage, its assertions, and those
// of the addition of a late c.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// Throws as make_rtl_unit. Of several units there is no coverage: what is counted is of one pair of
// formats.
std::vector<RtlFile> onlooker_files(std::span<const Unit> units, const std::string& top);

}  // namespace mmasc
