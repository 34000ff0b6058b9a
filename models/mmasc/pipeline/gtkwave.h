// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file: the signals of a unit's VCD, stage by stage, numbers before bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/pipeline/register_view.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// How the text begins; GTKWave itself writes another one when a user saves.
inline constexpr std::string_view kGtkwaveMark = "[*] mmasc: the registers of a unit by stage\n";

// The part of the picture that GTKWave shows at first, in cycles of 1 ns.
struct GtkwaveWindow {
  std::uint64_t first = 0, last = 0;
  std::optional<std::uint64_t> marker{};
};

// The save file for the VCD that VcdTrace writes of these registers. `vcd` is its name as GTKWave
// finds it.
std::string gtkwave_save(const std::vector<RegisterView>& registers, const std::string& vcd,
                         const GtkwaveWindow& window);

// The save file for the VCD that trace_pipeline() writes of so many cycles.
std::string gtkwave_save(const Unit& unit, const std::string& vcd, std::uint64_t cycles);

}  // namespace mmasc
