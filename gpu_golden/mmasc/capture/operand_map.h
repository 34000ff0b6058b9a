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
#include <utility>
#include <vector>

#include "mmasc/capture/layout.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// Reads an element of an image; it may continue in the next word.
constexpr std::uint64_t bits_at(const std::uint32_t* image, int first_bit, int bits) {
  const int word = first_bit / 32, shift = first_bit % 32;
  std::uint64_t element = std::uint64_t{image[word]} >> shift;
  if (shift + bits > 32) element |= std::uint64_t{image[word + 1]} << (32 - shift);
  return bits == 64 ? element : element & ((std::uint64_t{1} << bits) - 1);
}

// An element is written in its place as times * element + plus.
struct ElementCode {
  std::uint32_t times = 1, plus = 0;
  constexpr std::uint64_t written(std::uint64_t element) const { return times * element + plus; }
  constexpr std::uint64_t read(std::uint64_t written) const { return (written - plus) / times; }
};

class OperandMap {
 public:
  OperandMap(int rows, int columns, int blocks, int bits, int image_bits, ElementCode code = {})
      : rows_(rows),
        columns_(columns),
        blocks_(blocks),
        bits_(bits),
        image_bits_(image_bits),
        code_(code),
        place_(static_cast<std::size_t>(rows * columns * blocks), kNowhere) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int blocks() const { return blocks_; }
  int bits() const { return bits_; }  // of an element as it is written
  const ElementCode& code() const { return code_; }
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
  ElementCode code_;
  std::vector<int> place_;
};

// The operands of one tile that the instruction has. Those along a row of D have a row for each of
// D's, those along a column a column; C and D are m x n, and what scales all of D is one element.
class TileMaps {
 public:
  bool has(Operand operand) const { return maps_[operand].has_value(); }
  const OperandMap& operator[](Operand operand) const { return maps_[operand].value(); }
  const OperandMap& d() const { return (*this)[Operand::d]; }
  void put(Operand operand, OperandMap map) { maps_[operand] = std::move(map); }

 private:
  PerOperand<std::optional<OperandMap>> maps_;
};

// The operand of tcgen05.mma that gives types and tile, of n columns; PTX ISA, "Instruction
// descriptor".
std::uint32_t instruction_descriptor(const Unit& unit, int n);

// Throws InputError if mmasc has no kernel, and so no layout, for the instruction.
TileMaps tile_maps(const Unit& unit);

}  // namespace mmasc
