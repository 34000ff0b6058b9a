// SPDX-License-Identifier: Apache-2.0
// Counts the cells that a unit takes of an FPGA: its emitted RTL, flat, by Yosys's own flow for the
// family. Nothing is placed, so there is no delay.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/unit/unit.h"

namespace mmasc {

struct FpgaCost {
  int luts = 0;  // look-up tables, those that carry chains take among them
  int flip_flops = 0;
  int multipliers = 0;  // DSP blocks
  int carries = 0;      // cells of carry chains
  int selectors = 0;    // multiplexers behind look-up tables
  FpgaCost& operator+=(const FpgaCost& other);
  friend bool operator==(const FpgaCost&, const FpgaCost&) = default;
};

// Every cell of a type that begins so is one of a part of the cost.
struct FpgaCell {
  std::string_view type;
  int FpgaCost::*part;
  int luts = 0;  // that such a cell takes besides
};

struct FpgaFamily {
  std::string_view name;    // as the command takes it
  std::string_view words;   // "AMD 7 series"
  std::string_view script;  // Yosys's command, but for `-top`
  int lut_inputs;
  std::span<const FpgaCell> cells;
};

// Sources of the cells' names: AMD's libraries guide for 7 series (UG953) and Lattice's FPGA
// Libraries Reference Guide, where CCU2C is two look-up tables and a carry.
std::span<const FpgaFamily> fpga_families();
const FpgaFamily* find_fpga_family(std::string_view name);  // null: there is none

// Counts one dot-product unit as emit-rtl writes it, with an id of 8 bits. The counts are kept in
// `cache` (empty: the user's) by what they are made of. Throws RowError where the unit has no plan,
// EnvironmentError where Yosys is missing or fails, or has a cell that the family's table does not.
FpgaCost fpga_cost(const Unit& unit, const FpgaFamily& family,
                   const std::filesystem::path& cache = {});

}  // namespace mmasc
