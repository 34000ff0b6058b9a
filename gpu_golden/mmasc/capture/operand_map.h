// SPDX-License-Identifier: Apache-2.0
// The places of a tile's elements in the memory images that a kernel loads and stores. The image of
// an operand in registers is register after register, each with all lanes; that of an operand in
// shared memory is its bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/capture/layout.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// Reads an element of an image; it may continue in the next word.
constexpr std::uint64_t bits_at(const std::uint32_t* image, int first_bit, int bits) {
  const int word = first_bit / 32, shift = first_bit % 32;
  std::uint64_t element = std::uint64_t{image[word]} >> shift;
  if (shift + bits > 32) element |= std::uint64_t{image[word + 1]} << (32 - shift);
  return bits == 64 ? element : element & ((std::uint64_t{1} << bits) - 1);
}

class OperandMap {
 public:
  OperandMap(int rows, int columns, int blocks, int bits, int image_bits)
      : rows_(rows),
        columns_(columns),
        blocks_(blocks),
        bits_(bits),
        image_bits_(image_bits),
        place_(static_cast<std::size_t>(rows * columns * blocks), kNowhere) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int blocks() const { return blocks_; }
  int bits() const { return bits_; }  // of an element
  int words() const { return image_bits_ / 32; }

  void put(Coordinate at, int first_bit) { place_.at(index(at)) = first_bit; }
  int first_bit(Coordinate at) const { return place_.at(index(at)); }
  bool is_whole() const { return std::ranges::find(place_, kNowhere) == place_.end(); }

  // An element may continue in the next word: one of 64 bits, or a densely packed one of 6.
  void set(std::span<std::uint32_t> image, Coordinate at, std::uint64_t element) const;
  std::uint64_t get(std::span<const std::uint32_t> image, Coordinate at) const;

  static constexpr int kNowhere = -1;

 private:
  std::size_t index(Coordinate at) const {
    return static_cast<std::size_t>((at.block * rows_ + at.row) * columns_ + at.column);
  }

  int rows_, columns_, blocks_, bits_, image_bits_;
  std::vector<int> place_;
};

// The operands of one tile. A is m x k, B k x n, C and D m x n; scale_a m x (k / block) and scale_b
// (k / block) x n.
struct TileMaps {
  OperandMap a, b, c, d;
  std::optional<OperandMap> scale_a, scale_b;
  int n = 0;                                    // of the tile, if the instruction allows several
  std::optional<OperandMap> tensor_scale = {};  // one element
};

// The operand of tcgen05.mma that gives types and tile; PTX ISA, "Instruction descriptor".
std::uint32_t instruction_descriptor(const Unit& unit, int n);

// Throws InputError if mmasc has no kernel, and so no layout, for the instruction.
TileMaps tile_maps(const Unit& unit);

}  // namespace mmasc
