// SPDX-License-Identifier: Apache-2.0
// How estimates follow from widths: linear in them, with coefficients >= 0 that are fitted to
// synthesised points.
#pragma once

#include <limits>
#include <map>
#include <vector>

#include "mmasc/arith/stage_widths.h"
#include "mmasc/cost/points.h"

namespace mmasc {

struct CostModel {
  // NAND2 equivalents of logic for each bit of kWidthFields but the first, and ps for each of
  // path_terms(), by kind of stage.
  std::map<StageKind, std::vector<double>> gates, delay;
  // Flip-flops that synthesis keeps of a register bit, by kind of stage.
  std::map<StageKind, double> flip_flops;
  // NAND2 equivalents of a flip-flop with its enable.
  double register_gates = 0;
  // The range of StageWidths' terms, term_bits and rarer parts in the points, by kind of stage.
  struct Range {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    void add(double value);
  };
  struct Extent {
    Range terms, bits, shifted_places, scale_bits;
  };
  std::map<StageKind, Extent> extents;
  // Stages without registers between them: their delay as a share of the sum of theirs, and how
  // many they are.
  double joint_delay = 1;
  Range joint_stages;
};

// A constant, and the levels and loads of the longest path.
std::vector<double> path_terms(const StageWidths& widths);

// Fits the points that are not held out, each unit with the same weight: what counts is a share of
// its whole area, or of a stage's delay. Units that leave out registers count for the delays of
// stages without registers between them alone.
CostModel fit_model(const CostPoints& points);

// By `model`, in the units of `points`; without error. Ranks that are moved into a stage are taken
// to cut it into equal parts, and the points have none.
UnitCost estimate_by(const CostModel& model, const CostPoints& points, const Plan& plan);

// The errors at the units that are held out, or at those that are fitted, of those that leave out
// registers, or of the others.
EstimateError error_of(const CostModel& model, const CostPoints& points, bool held_out,
                       bool leaves_out_registers = false);

}  // namespace mmasc
