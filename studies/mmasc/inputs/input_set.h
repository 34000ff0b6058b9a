// SPDX-License-Identifier: Apache-2.0
// The operands of one GEMM of a study, in the unit's formats.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "mmasc/arith/gemm.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/inputs/input_row.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// The part of a unit that decides its operands. Units alike in it get the same bits.
struct InputFormats {
  const Format *a = nullptr, *b = nullptr, *c = nullptr;
  const Format* scale = nullptr;  // null: no block scales
  int scale_block = 0;
};
// `c`: the format of C, f32 where partial sums are promoted.
InputFormats input_formats(const Unit& unit, const Format& c);

// Whether an InputSet has the operand; random bits follow from the seed of each product.
constexpr bool is_drawn_for_studies(Operand operand) {
  switch (operand) {
    case Operand::a:
    case Operand::b:
    case Operand::c:
    case Operand::sa:
    case Operand::sb:
    case Operand::random:
      return true;
    default:
      return false;
  }
}

struct InputShape {
  std::int64_t m = 0, n = 0, k = 0;
  friend bool operator==(const InputShape&, const InputShape&) = default;
};

// Operands along columns of D are kept transposed: row j of B's is column j of B. So A is M x K, B
// N x K, C M x N, and scales have a row for each of their matrix.
class InputSet {
 public:
  void set(Operand operand, OwnedMatrix matrix) { matrices_[operand] = std::move(matrix); }
  bool has(Operand operand) const { return matrices_[operand].has_value(); }
  const OwnedMatrix& operator[](Operand operand) const { return matrices_[operand].value(); }

 private:
  PerInput<std::optional<OwnedMatrix>> matrices_;
};
// D = C + A * B of them.
GemmProblem problem_of(const InputSet& inputs, const MutableMatrix& d);

// Draws, or reads files, and quantises. `tick` is called now and then; what it throws comes out.
// Throws InputError (a file's shape is not the study's, an element is NaN or infinite, quantising
// does not fit the unit), EnvironmentError.
InputSet make_inputs(const InputRow& row, const InputFormats& formats, const InputShape& shape,
                     std::uint64_t seed, int repetition, const std::function<void()>& tick);

// A file's path as seen from `folder`; a whole path stays as it is.
std::string in_folder(const std::string& folder, const std::string& file);

// Rows and columns of a file, and a hash of its elements as they stand there. `tick` is called now
// and then. Throws InputError, EnvironmentError.
struct FileFacts {
  std::int64_t rows = 0, columns = 0;
  std::uint64_t content = 0;
};
FileFacts file_facts(const std::string& name, const std::string& file,
                     const std::function<void()>& tick);

// Throws InputError where the row does not fit the formats, whatever the elements.
void check(const InputRow& row, const InputFormats& formats);

}  // namespace mmasc
