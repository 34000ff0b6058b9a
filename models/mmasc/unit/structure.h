// SPDX-License-Identifier: Apache-2.0
// The structure of a unit: registers, adder radix, how many units. Never changes a bit of a result.
#pragma once

#include <string>

namespace mmasc {

inline constexpr int kMaxUnits = 256;
inline constexpr int kMaxRanks = 65536;  // register ranks of a whole MMA unit

// The leading zeros of a sum's magnitude, by which it is shifted, are counted in the normalizer, or
// anticipated beside the last adder from its addends: they are one or two fewer then at times.
enum class LeadingZeros { counted, anticipated };

struct Structure {
  std::string name = "default";
  struct Stage {
    int registers = 1;  // 0 merges the stage's logic into the next register
    friend bool operator==(const Stage&, const Stage&) = default;
  };
  struct AdderTree {
    int radix = 4;                // addends a node of the tree adds
    int registers_per_level = 1;  // 0 leaves the whole tree to the next register
    friend bool operator==(const AdderTree&, const AdderTree&) = default;
  };
  struct Normalizer {
    int registers = 1;
    LeadingZeros leading_zeros = LeadingZeros::counted;
    friend bool operator==(const Normalizer&, const Normalizer&) = default;
  };
  Stage multiplier;
  Stage aligner;
  AdderTree adder_tree;
  Normalizer normalizer;
  int units = 1;                // dot-product units of an MMA unit
  int initiation_interval = 1;  // cycles between two operations of one dot-product unit
  friend bool operator==(const Structure&, const Structure&) = default;
};

}  // namespace mmasc
