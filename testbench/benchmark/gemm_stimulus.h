// SPDX-License-Identifier: Apache-2.0
// GEMMs for benchmarks: row-major operands of one of three kinds. A sparse A keeps as many elements
// as its unit does.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/gemm.h"

namespace mmasc {

enum class Inputs {
  clean,        // numbers whose exponents lie close together
  half_zeros,   // every other element, at random, is zero
  random_bits,  // all exponents, subnormals, infinities and NaN
};

// Products of elements that are stored.
inline double stored_products(const Unit& unit, std::int64_t m, std::int64_t n, std::int64_t k) {
  const auto& sparsity = unit.instruction.sparsity;
  const double share = sparsity ? static_cast<double>(sparsity->keep) / sparsity->of : 1;
  return static_cast<double>(m * n * k) * share;
}

class GemmStimulus {
 public:
  GemmStimulus(const Unit& unit, std::int64_t m, std::int64_t n, std::int64_t k, Inputs inputs)
      : inputs_(inputs) {
    const Instruction& row = unit.instruction;
    problem_[Operand::a] = stored(*row.a, m, k, a_);
    if (row.sparsity) leave_out(*row.sparsity, row_major(*row.a, a_.data(), m, k));
    problem_[Operand::b] = stored(*row.b, k, n, b_);
    problem_[Operand::c] = stored(*row.c, m, n, c_);
    if (row.scale) {
      const std::int64_t blocks = (k + row.scale->block - 1) / row.scale->block;
      problem_[Operand::sa] = stored(*row.scale->format, m, blocks, sa_);
      problem_[Operand::sb] = stored(*row.scale->format, blocks, n, sb_);
    }
    d_.resize(static_cast<std::size_t>(m * n * element_bytes(unit.d())));
    problem_.d = row_major(unit.d(), d_.data(), m, n);
  }
  GemmStimulus(const GemmStimulus&) = delete;
  GemmStimulus& operator=(const GemmStimulus&) = delete;

  const GemmProblem& problem() const { return problem_; }

 private:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545f4914f6cdd1du;
  }

  std::uint64_t element(const Format& format) {
    const std::uint64_t bits = next() >> 8;
    if (inputs_ == Inputs::random_bits) return bits & format.storage_mask();
    if (inputs_ == Inputs::half_zeros && format.has_subnormals && next() >> 63) return 0;
    const auto field = static_cast<std::uint64_t>(format.bias) - (next() >> 32) % 2;
    const auto fields = static_cast<std::uint64_t>(format.top_exponent_field());
    return ((bits & ~(fields << format.exponent_low())) | field << format.exponent_low()) &
           format.storage_mask();
  }

  MatrixView stored(const Format& format, std::int64_t rows, std::int64_t columns,
                    std::vector<std::byte>& bytes) {
    bytes.resize(static_cast<std::size_t>(rows * columns * element_bytes(format)));
    const MutableMatrix all = row_major(format, bytes.data(), rows, columns);
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        store_element(all, row, column, element(format));
    return all;
  }

  // Sets to zero what the unit does not keep: of neighbours a run that begins anywhere.
  void leave_out(const SparsityRow& sparsity, const MutableMatrix& a) {
    const auto of = static_cast<std::uint64_t>(sparsity.of),
               keep = static_cast<std::uint64_t>(sparsity.keep);
    for (std::int64_t row = 0; row < a.rows; ++row)
      for (std::int64_t first = 0; first < a.columns; first += sparsity.of * sparsity.together) {
        const std::uint64_t begin = next() >> 32;
        for (std::uint64_t i = keep; i < of; ++i)
          for (int j = 0; j < sparsity.together; ++j) {
            const std::int64_t column =
                first + static_cast<std::int64_t>((begin + i) % of) * sparsity.together + j;
            if (column < a.columns) store_element(a, row, column, 0);
          }
      }
  }

  Inputs inputs_;
  std::uint64_t state_ = 0x9e3779b97f4a7c15u;
  std::vector<std::byte> a_, b_, c_, sa_, sb_, d_;
  GemmProblem problem_;
};

}  // namespace mmasc
