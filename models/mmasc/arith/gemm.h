// SPDX-License-Identifier: Apache-2.0
// D = C + A * B of any size by one unit's instruction, chained along K as a kernel chains it:
//
//     d = c;  for each k-deep slice of A and B, in ascending order:  d = instruction(a, b, d)
//
// K is padded with +0 to a multiple of the instruction's k (scales of the padding are 1). K = 0
// gives C; M = 0 or N = 0 gives nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/arith/matrix.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/progress.h"
#include "mmasc/unit/rounding.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// Operands in the instruction's formats. A, the scales of A and the metadata of A have the rows of
// D; B and its scales have the columns of D; C is as D; what all of D shares (Along::whole) is 1
// x 1. An operand with n elements of one instruction along K has n of each; the last instruction's
// are padded. Random bits are no matrix: they follow from the seed. Nothing may overlap d but c,
// element on element.
//
// What may be left out: c, which then is +0 everywhere, and operands that the unit lacks. A unit
// whose A is sparse takes A with its zeros or, with metadata, without them: then A is
// M x K * keep / of, and K a multiple of of * together.
class GemmProblem : public PerInput<std::optional<MatrixView>> {
 public:
  GemmProblem() = default;
  GemmProblem(const PerInput<std::optional<MatrixView>>& inputs, const MutableMatrix& d_)
      : OperandArray(inputs), d(d_) {}

  // Both must be there.
  const MatrixView& a() const { return *(*this)[Operand::a]; }
  const MatrixView& b() const { return *(*this)[Operand::b]; }
  const std::optional<MatrixView>& c() const { return (*this)[Operand::c]; }
  std::optional<MatrixView>& c() { return (*this)[Operand::c]; }
  const std::optional<MatrixView>& metadata() const { return (*this)[Operand::metadata]; }
  std::optional<MatrixView>& metadata() { return (*this)[Operand::metadata]; }

  std::int64_t m() const { return a().rows; }
  std::int64_t n() const { return b().columns; }
  std::int64_t k() const { return metadata() ? b().rows : a().columns; }

  MutableMatrix d;  // M x N, each element at bytes of its own
};

// Partial sums leave the unit every `interval` instructions and are added, outside it, to an f32
// accumulator with one rounding; the unit goes on from +0. C and D are then f32. A NaN has the
// unit's bits where its own D is f32, else the format's default ones.
struct Promotion {
  int interval = 1;
  Rounding rounding = Rounding::nearest_even;
};

struct GemmOptions {
  std::optional<Promotion> promotion = {};
  // The seed of the random bits that stochastic roundings draw (random_fill.h). They are a function
  // of it, the row and column of d and the instruction along K, whatever the engine and its
  // threads.
  std::uint64_t seed = 0;
  // Counts elements of d. Called from any thread, one call at a time. If it throws, d is in part
  // written.
  Progress progress = {};
};

// The formats of C and D: the unit's, or f32 where partial sums are promoted.
const Format& c_format(const Unit& unit, const GemmOptions& options);
const Format& d_format(const Unit& unit, const GemmOptions& options);

// Throws InputError where shapes, element widths or formats do not fit the unit.
void check(const Unit& unit, const GemmProblem& problem, const GemmOptions& options);

}  // namespace mmasc
