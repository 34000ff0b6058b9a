// SPDX-License-Identifier: Apache-2.0
// The cells that units are synthesised with where no library of cells is named.
#pragma once

#include <filesystem>
#include <string_view>

namespace mmasc {

// OSU018's, where Debian 12's qflow-tech-osu018 is installed; empty: own_cells().
std::filesystem::path default_liberty();

// The text of mmasc_cells.lib, which scripts/write-cells makes. No foundry has made these cells.
inline constexpr std::string_view kOwnCells = "mmasc_cells.lib";
std::string_view own_cells();

}  // namespace mmasc
