// SPDX-License-Identifier: Apache-2.0
// The cost of a unit as hardware: of its emitted RTL (rtl_ref/mmasc/rtl/emit.h), synthesised
// segment by segment (mmasc/unit/segments.h), or an estimate of that from the plan's widths.
//
// One dot-product unit as emit-rtl writes it, with an id of 8 bits; the additions behind it are
// units of their own (whole.h). Before placement: no wires, no clock tree, no scan.
//
// Sources: the areas and delays are the liberty file's, by Yosys and abc; docs/cost.md has the
// recipe and its noise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The meaning of a delay, where one is printed. abc finds other gates for a whole unit than for its
// segments, and delays that differ by 15 %.
inline constexpr std::string_view kDelayMeaning =
    "of the longest path between registers or ports; a row has all stages up to a register";

// A segment by itself, or all of them: sums, and the unit's delay.
struct StageCost {
  // "aligner_0", as the emitted module's instance without "u_"; "aligner_0 to adder_tree_0_1" where
  // no registers are between; "all".
  std::string stage;
  double flip_flops = 0;
  double cells = 0;           // flip-flops among them; of an estimate 0: it has none
  double area = 0;            // um2, flip-flops included
  double gates = 0;           // NAND2 equivalents: area in areas of the smallest NAND2
  double register_share = 0;  // of the area: the flip-flops' own, 0..1
  double delay = 0;           // ps, of the longest path through it (kDelayMeaning)
  double fo4 = 0;             // the same in delays of an inverter that drives four of its like
};

// The path of the handshake through all ranks of a unit, which no row has as a whole.
inline constexpr std::string_view kReady = "ready of all ranks";

// The goal that abc is given (docs/cost.md).
enum class SynthesisRecipe { area, speed };
constexpr const char* name_of(SynthesisRecipe recipe) {
  return recipe == SynthesisRecipe::speed ? "speed" : "area";
}

// The errors of estimates against synthesised points, as shares: 0.04 is 4 %; those that are stated
// with an estimate are of points that the model was not fitted to. Units that leave out registers
// between stages have their own points.
struct EstimateError {
  bool leaves_out_registers = false;
  int points = 0;
  double area_rms = 0, area_worst = 0;
  double delay_rms = 0, delay_worst = 0;
};

// A stage of an estimate that is wider or narrower than all of its kind that the model was fitted
// to, or that has a part that none of them has: of `value` "lanes", where the points have `least`
// to `most`.
struct Extrapolation {
  std::string stage, what;
  double value = 0, least = 0, most = 0;
};

struct UnitCost {
  std::string library;  // the liberty file's name without folder
  std::string tool;     // "Yosys 0.23"
  SynthesisRecipe recipe = SynthesisRecipe::area;
  double nand2_area = 0;  // um2
  double fo4_delay = 0;   // ps
  std::vector<StageCost> stages;
  StageCost all;
  double additions_area = 0;  // um2 of all's: of the additions behind a unit (whole.h)
  StageCost random_word;      // of the generator of what a unit draws, which has so many alike
  int random_words = 0;
  std::string slowest;                      // the row with the longest delay, or kReady
  double ready_delay = 0;                   // ps, of kReady; 0 where it is part of all's delay
  EstimateError error;                      // of estimates; else no points
  std::vector<Extrapolation> extrapolated;  // of estimates: then `error` says nothing of this one
};

// An estimate at once and without tools, by the model that is fitted, when first asked for, to the
// points of points.csv. Any plan has one, a late c's too. Takes microseconds to a millisecond.
UnitCost estimate(const Plan& plan);

}  // namespace mmasc
