// SPDX-License-Identifier: Apache-2.0
#include "batch/sparse_engine.h"

#include <cstring>
#include <utility>
#include <vector>

#include "arith/batch_view.h"
#include "arith/owned_matrix.h"
#include "arith/sparsity.h"

namespace mmasc::batch {
namespace {

// Row `from` of a matrix to row `to` of one whose rows have each element at bytes of its own.
void copy_row(const MatrixView& matrix, std::int64_t from, const MutableMatrix& rows,
              std::int64_t to) {
  const std::int64_t first = from * matrix.row_stride;
  const bool fills_bytes = (matrix.element_bits + 7) / 8 * 8 == rows.column_stride;
  if (fills_bytes && matrix.column_stride == rows.column_stride && first % 8 == 0) {
    std::memcpy(rows.data + to * rows.row_stride / 8, matrix.data + first / 8,
                static_cast<std::size_t>(rows.row_stride / 8));
    return;
  }
  for (std::int64_t column = 0; column < rows.columns; ++column)
    store_element(rows, to, column, load_element(matrix, from, column));
}

std::vector<std::uint64_t> row_of(const MatrixView& matrix, std::int64_t row) {
  std::vector<std::uint64_t> elements;
  for (std::int64_t i = 0; i < matrix.columns; ++i)
    elements.push_back(load_element(matrix, row, i));
  return elements;
}

class SparseEngine final : public Engine {
 public:
  SparseEngine(const Unit& unit, std::unique_ptr<Engine> dense)
      : unit_(unit), sparsity_(*unit.instruction.sparsity), dense_(std::move(dense)) {}

  std::string_view name() const override { return dense_->name(); }
  const Unit& unit() const override { return unit_; }

  void dot(const DotBatch& batch) const override {
    std::vector<std::uint64_t> selected;
    selected.reserve(batch.a.size());
    for (std::size_t i = 0; i < batch.c.size(); ++i) {
      const DotOperands in = operation(unit_, batch, i);
      for (std::size_t k = 0; k < in.a.size(); ++k)
        selected.push_back(in.b[selected_place(sparsity_, in.metadata, k)]);
    }
    dense_->dot({.a = batch.a, .b = selected, .c = batch.c, .sa = {}, .sb = {}, .d = batch.d});
  }

  void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
    check(unit_, problem, options);
    for (std::int64_t row = 0; problem.n() > 0 && row < problem.m(); ++row) {
      if (options.progress) options.progress(row * problem.n(), problem.m() * problem.n());
      multiply_row(problem, row, options);
    }
    if (options.progress) options.progress(problem.m() * problem.n(), problem.m() * problem.n());
  }

 private:
  void multiply_row(const GemmProblem& problem, std::int64_t row,
                    const GemmOptions& options) const {
    std::vector<std::uint64_t> kept = row_of(problem.a, row), metadata;
    if (problem.metadata) {
      metadata = row_of(*problem.metadata, row);
    } else {
      const std::int64_t group = sparsity_.of * sparsity_.together;
      std::vector<std::uint64_t> all = std::exchange(kept, {});
      all.resize(static_cast<std::size_t>((problem.k() + group - 1) / group * group));
      compress(sparsity_, *unit_.instruction.a, all, kept, metadata);
    }

    const auto depth = static_cast<std::int64_t>(kept.size());
    const OwnedMatrix a(*unit_.instruction.a, 1, depth, "a row of A");
    const OwnedMatrix b(*unit_.instruction.b, depth, problem.n(), "the rows of B that a row meets");
    for (std::int64_t i = 0; i < depth; ++i) {
      const auto at = static_cast<std::size_t>(i);
      store_element(a.matrix(), 0, i, kept[at]);
      const auto from = static_cast<std::int64_t>(selected_place(sparsity_, metadata, at));
      if (from < problem.k()) copy_row(problem.b, from, b.matrix(), i);
    }
    GemmProblem part{.a = a.matrix(), .b = b.matrix(), .c = {}, .sa = {}, .sb = {}, .d = problem.d};
    part.d.data += row * problem.d.row_stride / 8;
    part.d.rows = 1;
    const OwnedMatrix c(c_format(unit_, options), 1, problem.n(), "a row of C");
    if (problem.c) copy_row(*problem.c, row, c.matrix(), 0);
    if (problem.c) part.c = c.matrix();
    dense_->gemm(part, {.promotion = options.promotion});
  }

  const Unit unit_;
  const SparsityRow sparsity_;
  const std::unique_ptr<Engine> dense_;
};

}  // namespace

std::unique_ptr<Engine> make_sparse_engine(const Unit& unit, std::unique_ptr<Engine> dense) {
  return std::make_unique<SparseEngine>(unit, std::move(dense));
}

}  // namespace mmasc::batch
