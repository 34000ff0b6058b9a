// SPDX-License-Identifier: Apache-2.0
// The GPUs that have the instructions of an architecture of the catalogue.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/unit/instruction.h"

namespace mmasc {

// "hopper" of "hopper/wgmma...".
std::string_view architecture_of(const Instruction& instruction);

// "hopper" for "sm_90"; empty if the catalogue has no such chip.
std::string_view architecture_of_chip(std::string_view chip);

// "sm_80, sm_86 or sm_87" for "ampere"; empty if there is no program for it.
std::string chips_of(std::string_view architecture);

}  // namespace mmasc
