// SPDX-License-Identifier: Apache-2.0
// The parts of a stage in bits, read from the plan: `show` prints them, and estimates are fitted to
// them.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// Bits of the id that travels with an operation, in emitted RTL.
inline constexpr int kIdBits = 8;

struct StageWidths {
  std::string stage;  // as stage_name() has it; "all" of a sum
  StageKind kind = StageKind::multiplier;
  // Flip-flops: every rank's payload, id and valid bit, and partial sums' signs. Bits of an addend
  // that are always 0 have none; copies of a sign are one.
  double register_bits = 0;
  // Full adders of multiplier arrays: (n - 1) (m - 1) of n by m bits.
  double multiplier_bits = 0;
  // Multiplexers of barrel shifters: of every step the bits that can be other than zero.
  double shifter_bits = 0;
  // The adders of significands, and the increments of roundings.
  double adder_bits = 0;
  // The negations of sums, and of addends by ones' complement: others are subtracted by adders.
  double negator_bits = 0;
  // The adders and comparisons of exponents.
  double exponent_bits = 0;
  // Counted by leading-zero counters.
  double counter_bits = 0;
  // Multiplexers that keep what a rounding shifts out, for guard and sticky bit.
  double sticky_bits = 0;
  // Multiplexers that select from b for a sparse A.
  double select_bits = 0;
  // The elements that are unpacked or packed.
  double operand_bits = 0;

  // Roughly, the longest path: its levels of carries and of multiplexers or carry-save adders one
  // after the other, and how many gates the nets along it drive.
  double carry_levels = 0, select_levels = 0, fan_out = 0;

  // Lanes, addends of the largest sum or roundings, and the bits of the widest significand, window
  // of an addend, sum or magnitude: term_words() says which.
  double terms = 0, term_bits = 0;

  // Parts that few multipliers have: places by which factors or products in fixed point are
  // shifted, and bits of the significands of scales, which are multiplied one after the other.
  double shifted_places = 0, scale_bits = 0;
};

// The terms of a kind of stage, and their bits, in words.
struct TermWords {
  const char *terms, *bits;
};
constexpr TermWords term_words(StageKind kind) {
  switch (kind) {
    case StageKind::multiplier:
      return {"lanes", "bits of a significand"};
    case StageKind::aligner:
      return {"addends", "bits of an addend's window"};
    case StageKind::adder_tree:
      return {"addends", "bits of a sum"};
    case StageKind::normalizer:
      break;
  }
  return {"roundings", "bits of a magnitude"};
}

// The plan's stages in order.
std::vector<StageWidths> stage_widths(const Plan& plan);

StageWidths total(const std::vector<StageWidths>& stages);

// The bits by name, as JSON and points.csv's readers have them.
struct WidthField {
  const char* name;
  double StageWidths::*bits;
};
inline constexpr WidthField kWidthFields[] = {
    {"register_bits", &StageWidths::register_bits},
    {"multiplier_bits", &StageWidths::multiplier_bits},
    {"shifter_bits", &StageWidths::shifter_bits},
    {"adder_bits", &StageWidths::adder_bits},
    {"negator_bits", &StageWidths::negator_bits},
    {"exponent_bits", &StageWidths::exponent_bits},
    {"counter_bits", &StageWidths::counter_bits},
    {"sticky_bits", &StageWidths::sticky_bits},
    {"select_bits", &StageWidths::select_bits},
    {"operand_bits", &StageWidths::operand_bits},
};

}  // namespace mmasc
