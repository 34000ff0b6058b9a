// SPDX-License-Identifier: Apache-2.0
// A trace as columns of bits: for every stage the bits that each term keeps and those it drops, all
// in columns of powers of two. Code that draws it decides on colours and sizes alone.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/trace.h"

namespace mmasc {

// The binary digits of a magnitude, without leading zeros; none of a zero.
struct BitRun {
  std::string digits;
  int unit = 0;  // the last digit counts 2^unit
};

struct WaterfallRow {
  std::string name;  // "p0", "c", "dot"; "p2..p31" of rows alike
  bool negative = false;
  BitRun kept;     // trailing zeros stay, and the unit of a zero: they are the width
  BitRun dropped;  // as a rule below `kept`; trailing zeros are left out
  std::string note;
};

struct WaterfallBlock {
  std::string title;  // "aligner of dot"
  std::string note;   // "e_max 3, 13 fraction bits"
  std::vector<WaterfallRow> rows;
  // The weights of a finite sum's largest exponent and of the last bit that it keeps.
  std::optional<std::pair<int, int>> window{};
};

struct WaterfallStep {
  std::string title;  // "step 1 of 2"
  std::vector<WaterfallBlock> blocks;
};

std::vector<WaterfallStep> waterfall(const Trace& trace);

}  // namespace mmasc
