// SPDX-License-Identifier: Apache-2.0
// A job: what a valid descriptor means. D consists of output tiles of one instruction's m x n, in
// rows of tiles, n running fastest; each takes k_tiles stages of tile_k instructions along k.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "mmasc/accelerator_core/descriptor.h"
#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/kind.h"
#include "mmasc/accelerator_core/layout.h"
#include "mmasc/unit/unit.h"

namespace mmasc::tlm {

// The largest job that an accelerator takes.
struct Limits {
  std::int64_t tiles = std::int64_t{1} << 20;         // output tiles times k tiles
  std::int64_t tile_k = 256;                          // instructions of a k tile
  std::int64_t stages = 32;                           // stage buffers
  std::int64_t buffer_bytes = std::int64_t{1} << 20;  // of all stage buffers of A and B
};

// A matrix of the job: A is M x K, B is K x N, SA M x scales, SB scales x N, C and D M x N. Where A
// is sparse, it is M x the elements kept of K, and its metadata M x their places.
struct JobOperand {
  Placed placed;
  bool is_transposed = false;  // lines in memory are columns of the matrix
  std::int64_t tile_rows = 0, tile_columns = 0;

  // The part of the matrix that is tile (row, column).
  Box box(std::int64_t row, std::int64_t column) const;
};

struct Job {
  const Unit* unit = nullptr;
  const KindRow* kind = nullptr;
  int m = 0, n = 0, k = 0;  // of one instruction, of all its blocks and of the whole group
  int group = 1;
  bool interrupt = false, accumulate = false, a_in_tensor_memory = false;
  std::uint32_t sequence = 0;
  std::int64_t m_tiles = 0, n_tiles = 0, k_tiles = 0, tile_k = 0, buffers = 0;
  PerOperand<std::optional<JobOperand>> operands;  // C is D's where it accumulates

  const std::optional<JobOperand>& operator[](Operand operand) const { return operands[operand]; }
  std::int64_t output_tiles() const { return m_tiles * n_tiles; }
  std::int64_t stages() const { return output_tiles() * k_tiles; }
  std::int64_t instructions() const { return stages() * tile_k; }
  // The bytes that one instruction reads of one SM's shared memory.
  std::int64_t operand_bytes() const;
};

// The operand of the unit that stands in a slot of the descriptor.
Operand operand_in(std::size_t slot, const Unit& unit);
// For messages: "A", "SA", "metadata".
std::string_view name_of(Operand operand);

// The job of a descriptor, or the first of its errors in the order of ErrorCode (operand rules:
// operand by operand, overlaps with D last). The job points to its unit. Overlaps are judged by
// whole ranges: an operand between the lines of D overlaps it.
std::variant<Job, Fault> validate(const Descriptor& descriptor, const UnitList& units,
                                  const Limits& limits = {});
// The shipped catalogue's units, which kind 0 numbers in its order.
const UnitList& catalogue_units();

}  // namespace mmasc::tlm
