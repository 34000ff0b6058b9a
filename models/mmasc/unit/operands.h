// SPDX-License-Identifier: Apache-2.0
// The operands of a unit as rows: one table that columns of vectors, options of commands, ports,
// wrappers, C and Python loop over, and the container that it indexes. operand_layout.h says which
// of them a unit has, how many elements and in which format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace mmasc {

// In the order of vector files' columns. d is the result, all others are inputs.
enum class Operand : std::uint8_t { a, b, c, sa, sb, metadata, random, d };

// What the elements of an operand belong to in a matrix product.
enum class Along : std::uint8_t {
  row,      // a row of D: the operand is a matrix like A, its elements lie along the row
  column,   // a column of D: a matrix like B
  element,  // an element of D
  drawn,    // an element of D, drawn from a seed in a matrix product
};

struct OperandRow {
  Operand operand;
  std::string_view name;    // column, option --NAME, port NAME_i, C's and Python's name
  std::string_view what;    // for help: of one dot product
  std::string_view format;  // the key of its format in the `formats` line; empty: by other keys
  std::string_view matrix;  // in a matrix product, for messages: "A"; empty: it is no matrix there
  Along along;
  // How a unit without the operand is refused it: "ID " and this; empty: every unit has it.
  std::string_view lacks;
  bool pads_with_one = false;    // beyond the end of K; else with +0
  bool may_be_left_out = false;  // of a matrix product: it is +0, or follows from another matrix
};

inline constexpr std::array<OperandRow, 8> kOperands{{
    {Operand::a, "a", "the k elements of a", "a", "A", Along::row, ""},
    {Operand::b, "b", "the k elements of b", "b", "B", Along::column, ""},
    {Operand::c, "c", "the element c", "c", "C", Along::element, "", false, true},
    {Operand::sa, "sa", "the block scales of a", "scale", "the matrix of the scales of A",
     Along::row, "has no block scales", true},
    {Operand::sb, "sb", "the block scales of b", "scale", "the matrix of the scales of B",
     Along::column, "has no block scales", true},
    {Operand::metadata, "metadata", "which elements of b a sparse a meets", "", "the metadata of A",
     Along::row, "takes no metadata; its a is not sparse", false, true},
    {Operand::random, "random", "the random bits of stochastic roundings", "", "", Along::drawn,
     "rounds nothing stochastically"},
    {Operand::d, "d", "the element d", "d", "D", Along::element, ""},
}};

constexpr std::size_t index_of(Operand operand) { return static_cast<std::size_t>(operand); }
constexpr const OperandRow& row_of(Operand operand) { return kOperands[index_of(operand)]; }

inline constexpr std::size_t kOperandCount = kOperands.size();
inline constexpr std::size_t kInputCount = kOperandCount - 1;

// The rows of all but d.
inline constexpr std::array<OperandRow, kInputCount> kInputs = [] {
  std::array<OperandRow, kInputCount> inputs{};
  for (std::size_t i = 0; i < kInputCount; ++i) inputs[i] = kOperands[i];
  return inputs;
}();

// The table stands in the order of the enumeration, d last.
static_assert([] {
  for (std::size_t i = 0; i < kOperandCount; ++i)
    if (index_of(kOperands[i].operand) != i) return false;
  return kOperands.back().operand == Operand::d;
}());

constexpr std::optional<Operand> find_operand(std::string_view name) {
  for (const OperandRow& row : kOperands)
    if (row.name == name) return row.operand;
  return std::nullopt;
}

// A value for each operand, or for each input.
template <class T, std::size_t kCount>
class OperandArray {
 public:
  constexpr OperandArray() = default;
  constexpr OperandArray(std::initializer_list<std::pair<Operand, T>> given) {
    for (const auto& [operand, value] : given) (*this)[operand] = value;
  }

  constexpr T& operator[](Operand operand) { return values_[index_of(operand)]; }
  constexpr const T& operator[](Operand operand) const { return values_[index_of(operand)]; }

  friend bool operator==(const OperandArray&, const OperandArray&) = default;

 private:
  std::array<T, kCount> values_{};
};
template <class T>
using PerOperand = OperandArray<T, kOperandCount>;
template <class T>
using PerInput = OperandArray<T, kInputCount>;

}  // namespace mmasc
