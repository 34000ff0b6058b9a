// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file: the signals of a unit's VCD, stage by stage, numbers before bits.
#pragma once

#include <string>
#include <string_view>

#include "spec/unit.h"

namespace mmasc {

// How the text begins; GTKWave itself writes another one when a user saves.
inline constexpr std::string_view kGtkwaveMark = "[*] mmasc: the registers of a unit by stage\n";

// Of the VCD that trace_pipeline() writes. `vcd` is its name as GTKWave finds it.
std::string gtkwave_save(const Unit& unit, const std::string& vcd);

}  // namespace mmasc
