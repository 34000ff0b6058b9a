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
enum class Operand : std::uint8_t { a, b, c, sa, sb, st, metadata, random, d };

// The part of a matrix product to which an operand's elements belong.
enum class Along : std::uint8_t {
  row,      // a row of D: the operand is a matrix like A, its elements lie along the row
  column,   // a column of D: a matrix like B
  element,  // an element of D
  whole,    // all of D: the operand is one element
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
  std::string_view lacks = "";
  bool scales = false;  // products are multiplied by it: beyond the end of K it is 1, others +0
  bool may_be_left_out = false;  // of a matrix product: it is +0, or follows from another matrix
};

inline constexpr std::array<OperandRow, 9> kOperands{{
    {.operand = Operand::a,
     .name = "a",
     .what = "the k elements of a",
     .format = "a",
     .matrix = "A",
     .along = Along::row},
    {.operand = Operand::b,
     .name = "b",
     .what = "the k elements of b",
     .format = "b",
     .matrix = "B",
     .along = Along::column},
    {.operand = Operand::c,
     .name = "c",
     .what = "the element c",
     .format = "c",
     .matrix = "C",
     .along = Along::element,
     .may_be_left_out = true},
    {.operand = Operand::sa,
     .name = "sa",
     .what = "the block scales of a",
     .format = "scale",
     .matrix = "the matrix of the scales of A",
     .along = Along::row,
     .lacks = "has no block scales",
     .scales = true},
    {.operand = Operand::sb,
     .name = "sb",
     .what = "the block scales of b",
     .format = "scale",
     .matrix = "the matrix of the scales of B",
     .along = Along::column,
     .lacks = "has no block scales",
     .scales = true},
    {.operand = Operand::st,
     .name = "st",
     .what = "the tensor-wide scale",
     .format = "tensor_scale",
     .matrix = "the tensor-wide scale",
     .along = Along::whole,
     .lacks = "has no tensor-wide scale",
     .scales = true},
    {.operand = Operand::metadata,
     .name = "metadata",
     .what = "which elements of b the elements of a sparse a multiply",
     .format = "",
     .matrix = "the metadata of A",
     .along = Along::row,
     .lacks = "takes no metadata; its a is not sparse",
     .may_be_left_out = true},
    {.operand = Operand::random,
     .name = "random",
     .what = "the random bits of stochastic roundings",
     .format = "",
     .matrix = "",
     .along = Along::drawn,
     .lacks = "rounds nothing stochastically"},
    {.operand = Operand::d,
     .name = "d",
     .what = "the element d",
     .format = "d",
     .matrix = "D",
     .along = Along::element},
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

// The operands by which products are multiplied, in the order of the table.
inline constexpr std::size_t kScaleCount = [] {
  std::size_t count = 0;
  for (const OperandRow& row : kInputs) count += row.scales ? 1 : 0;
  return count;
}();
inline constexpr std::array<Operand, kScaleCount> kScales = [] {
  std::array<Operand, kScaleCount> scales{};
  std::size_t i = 0;
  for (const OperandRow& row : kInputs)
    if (row.scales) scales[i++] = row.operand;
  return scales;
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
