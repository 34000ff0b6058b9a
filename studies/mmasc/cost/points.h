// SPDX-License-Identifier: Apache-2.0
// The synthesised points that estimates are fitted to: points.csv, written by scripts/cost-points.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/cost/cost.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {

struct CostPoint {
  UnitArgument unit;
  bool is_held_out = false;  // checks the fit, and is no part of it
  std::vector<StageCost> stages;
  std::optional<double> delay{};  // of the unit as a whole; of none: the slowest stage's
  bool leaves_out_registers() const;
};

struct CostPoints {
  UnitCost how;  // library, tool, recipe, NAND2, FO4
  std::vector<CostPoint> points;
};

//     # library: osu018_stdcells.lib
//     # tool: Yosys 0.23 ...
//     # recipe: area
//     # nand2_area: 24
//     # fo4_delay: 99.18
//     use;unit;changes;stage;flip_flops;cells;area;register_area;delay
//     fit;volta/...;dot.fraction_bits=13;aligner_0;153;2718;79715;24712;11986
// `use` is fit or check; changes are separated by spaces. Rows of one unit follow one another; the
// last may be "all", for the unit's delay.
// Throws InputError with the line.
CostPoints read_cost_points(std::string_view text);

// studies/mmasc/cost/points.csv, read once.
const CostPoints& cost_points();
std::span<const EmbeddedFile> cost_point_files();

}  // namespace mmasc
