// SPDX-License-Identifier: Apache-2.0
// The ports of a unit's module.
#pragma once

#include <string>
#include <vector>

#include "rtl_ref/rtl_unit.h"

namespace mmasc {

// A declaration each: "input  logic [511:0] a_i /* 16 elements of 32 bits */".
std::vector<std::string> port_declarations(const RtlUnit& unit);

// The width of format_i.
int select_bits(const RtlUnit& unit);
// The number of pairs of block scales; 0 where there are none.
int scale_count(const Plan& plan);
// The width of metadata_i; 0 where A is not sparse.
int metadata_port_bits(const MultiplierPlan& plan);
// The width of random_i; 0 where the unit draws no random bits.
int random_port_bits(const Plan& plan);

}  // namespace mmasc
