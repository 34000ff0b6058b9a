// SPDX-License-Identifier: Apache-2.0
// Several units given the same matrices: where their results differ, and by what.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compare/part.h"
#include "matrices.h"

namespace mmasc {

struct Contender {
  std::string name;                  // as typed
  std::vector<std::string> changes;  // --set
  Sequence sequence;

  const Unit& unit() const { return sequence.unit(); }
  bool knows_nans() const { return unit().datapath.result.nan.has_value(); }
};

// What a unit makes of the witness: its instructions, each whole, with c and d.
using Replay = std::vector<Case>;

struct Difference {
  std::int64_t row = 0, column = 0;  // of the first element that differs
  std::array<std::uint64_t, 2> d{};
  std::optional<compare::Parting> parting;
  std::array<Replay, 2> witness;
};

struct PairResult {
  const Contender* x = nullptr;
  const Contender* y = nullptr;
  std::int64_t elements = 0, differing = 0;
  std::optional<Difference> difference;
};

// Throws InputError where units take other formats than the first.
void check_formats(const std::vector<Contender>& contenders);

// Every two of them.
std::vector<PairResult> compare_all(const std::vector<Contender>& contenders, const Matrices& in);

}  // namespace mmasc
