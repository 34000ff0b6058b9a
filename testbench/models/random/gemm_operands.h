// SPDX-License-Identifier: Apache-2.0
// The matrices of a GEMM: which operands of a unit they are, of what size, and drawn element by
// element, all by the table of operands.
#pragma once

#include <numeric>
#include <optional>
#include <vector>

#include "mmasc/arith/gemm.h"
#include "mmasc/arith/operand_matrix.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {

// The inputs of the unit that are matrices where a sparse A has its zeros.
inline std::vector<OperandRow> matrices_of(const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  std::vector<OperandRow> rows;
  for (const OperandRow& row : kInputs)
    if (layout.has(row.operand) && row.along != Along::drawn && row.operand != Operand::metadata)
      rows.push_back(row);
  return rows;
}

struct GemmSize {
  std::int64_t m = 0, n = 0, k = 0;
};
inline MatrixSize size_in_gemm(const Unit& unit, const OperandRow& row, const GemmSize& gemm) {
  const int depth = unit.instruction.shape.k;
  const std::int64_t along =
      row.operand == Operand::a ? gemm.k
                                : (gemm.k * layout_of(unit)[row.operand].count + depth - 1) / depth;
  return size_of(row.along, gemm.m, gemm.n, along);
}

// Draws which elements of A, row by row, are zero, so that no more are left than a unit keeps; none
// are where its A is not sparse.
inline std::vector<bool> drawn_zeros(const Unit& unit, const GemmSize& gemm, Random& random) {
  std::vector<bool> zeros(static_cast<std::size_t>(gemm.m * gemm.k));
  if (!unit.instruction.sparsity) return zeros;
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  std::vector<int> groups(static_cast<std::size_t>(of));
  std::iota(groups.begin(), groups.end(), 0);
  for (std::int64_t m = 0; m < gemm.m; ++m)
    for (std::int64_t k = 0; k < gemm.k; ++k) {
      if (k % (of * together) == 0) random.shuffle(groups);
      zeros[static_cast<std::size_t>(m * gemm.k + k)] =
          groups[static_cast<std::size_t>(k / together % of)] >= keep;
    }
  return zeros;
}

class GemmMatrices {
 public:
  // Each element but the zeros of a sparse A is element(random, format).
  template <class Element>
  GemmMatrices(const Unit& unit, const GemmSize& gemm, std::uint64_t seed, const Element& element) {
    Random random(seed);
    const OperandLayout layout = layout_of(unit);
    const std::vector<bool> zeros = drawn_zeros(unit, gemm, random);
    for (const OperandRow& row : matrices_of(unit)) {
      const Format& format = *layout[row.operand].format;
      const auto [rows, columns] = size_in_gemm(unit, row, gemm);
      const MutableMatrix all =
          matrices_[row.operand].emplace(format, rows, columns, row.name.data()).matrix();
      problem_[row.operand] = all;
      for (std::int64_t i = 0; i < rows * columns; ++i)
        if (row.operand != Operand::a || !zeros[static_cast<std::size_t>(i)])
          store_element(all, i / columns, i % columns, element(random, format));
    }
  }

  // D is the caller's.
  const GemmProblem& problem() const { return problem_; }

 private:
  PerInput<std::optional<OwnedMatrix>> matrices_;
  GemmProblem problem_;
};

}  // namespace mmasc
