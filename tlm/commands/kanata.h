// SPDX-License-Identifier: Apache-2.0
// A log of the SystemC pipeline for the viewer Konata: an instruction there is a pass of a dot
// product through its unit, and takes the stages that `mmasc trace` prints. Cycles are structural.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"

namespace mmasc {

class KanataLog {
 public:
  explicit KanataLog(const Unit& unit) : unit_(unit) {}

  // Simulates the batch, after those before it, and writes its d. Operation i of a batch adds to
  // operation i of the batch before.
  void add(const DotBatch& batch);
  // In the format Kanata 0004.
  std::string text() const;

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  void put(std::uint64_t cycle, const std::string& line) { lines_[cycle] += line + "\n"; }

  const Unit& unit_;
  std::map<std::uint64_t, std::string> lines_;  // by cycle
  std::uint64_t cycles_ = 0, passes_ = 0, batches_ = 0;
  std::vector<std::uint64_t> last_;  // pass of each operation
};

// The first dot products of A * B, about `operations` of them: neighbours in D's first row, along
// K.
std::string kanata_of(const Unit& unit, const GemmProblem& problem, std::uint64_t operations);

}  // namespace mmasc
