// SPDX-License-Identifier: Apache-2.0
// Compares an instruction of a GPU with its model, on random operands that the GPU makes itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/capture/comparison.h"
#include "mmasc/capture/operand_map.h"
#include "mmasc/unit/progress.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

class Device;

// The host's side of a comparison.
struct Comparison {
  // Throws InputError if the instruction has no operand layout.
  Comparison(const Unit& unit, std::uint64_t seed, bool accumulate);

  const Unit& unit() const { return sequence.unit(); }
  // The operands of a dot product, and no d.
  Case vector(std::uint64_t dot) const;
  // A batch without its memory.
  BatchView batch() const;

  Sequence sequence;
  TileMaps maps;
  OperandStream stream;
  bool accumulate;
};

struct Mismatch {
  std::uint64_t dot = 0;             // its number
  std::uint64_t gpu = 0, model = 0;  // gpu: of the device
  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

struct Verdict {
  std::uint64_t mismatches = 0;
  std::vector<Mismatch> first;  // lowest numbers first
};

// A GPU that is set up for one comparison.
class Comparer {
 public:
  virtual ~Comparer() = default;
  // Compares tiles first_tile, first_tile + 1, ...; keeps the first `wanted` mismatches. Throws
  // EnvironmentError.
  virtual Verdict run(std::uint64_t first_tile, int tiles, std::size_t wanted) = 0;
};

// The first `wanted` mismatches of a batch. `first_dot` numbers its first dot product.
std::vector<Mismatch> first_mismatches(std::uint64_t first_dot,
                                       std::span<const std::uint8_t> differs,
                                       std::span<const std::uint64_t> gpu,
                                       std::span<const std::uint64_t> model, std::size_t wanted);

struct CompareOptions {
  std::uint64_t dots = 0;
  std::uint64_t seed = 1;
  bool accumulate = true;
  std::string unit = "";   // what commands call it, in replays; empty: its id
  Progress progress = {};  // of dot products
};

struct CompareResult {
  std::uint64_t dots = 0;  // as many as were asked for, or a few more, to fill the last tile
  std::uint64_t mismatches = 0;
  double seconds = 0;
  std::vector<std::string> replays;  // commands that give the model's d of the first mismatches
};

// Throws InputError if the instruction cannot be compared, and EnvironmentError.
CompareResult compare(const Unit& unit, Device& gpu, const CompareOptions& options);

}  // namespace mmasc
