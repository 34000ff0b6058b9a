// SPDX-License-Identifier: Apache-2.0
#include "mmasc/quantise/scaled_gemm.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "mmasc/arith/check_matrix.h"
#include "mmasc/arith/elements_of_k.h"
#include "mmasc/arith/philox.h"
#include "mmasc/arith/promotion.h"
#include "mmasc/arith/scales_of_one.h"
#include "mmasc/batch/on_lines.h"
#include "mmasc/elements/float_rounding.h"
#include "mmasc/elements/number_rows.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

constexpr std::int64_t kPanelRows = 512, kPanelColumns = 1024;

MatrixView part_of(MatrixView matrix, std::int64_t row, std::int64_t rows, std::int64_t column,
                   std::int64_t columns) {
  const std::int64_t bits = row * matrix.row_stride + column * matrix.column_stride;
  matrix.data += bits / 8;
  matrix.rows = rows;
  matrix.columns = columns;
  return matrix;
}

float f32_at(const MatrixView& matrix, std::int64_t row, std::int64_t column) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(load_element(matrix, row, column)));
}

class ScaledGemm {
 public:
  ScaledGemm(const Engine& engine, const ScaledGemmProblem& problem,
             const ScaledGemmOptions& options)
      : engine_(engine),
        unit_(engine.unit()),
        problem_(problem),
        options_(options),
        kernels_(quantise_kernels().front()),
        d_format_(problem.d_format != nullptr ? *problem.d_format : format_named("f32")),
        m_(problem.a.elements.rows),
        n_(problem.b.elements.columns),
        k_(problem.a.elements.columns),
        interval_(options.interval > 0 ? options.interval : std::max<std::int64_t>(k_, 1)) {
    const std::int64_t longest = std::max<std::int64_t>(k_, 1);
    check();
    if (!(d_format_ == format_named("f32"))) rounding_.emplace(d_format_, Conversion{});
    const std::int64_t depth = unit_.instruction.shape.k;
    const std::int64_t promoted =
        std::min(options.inner_interval > 0 ? options.inner_interval : interval_, longest);
    if (options.inner_interval > 0 || !(unit_.d() == format_named("f32")))
      gemm_.promotion = {static_cast<int>((promoted + depth - 1) / depth), Rounding::nearest_even};
  }

  void run() {
    if (m_ == 0 || n_ == 0) return;
    all_ = m_ * n_ * std::max<std::int64_t>(1, k_ / interval_ + (k_ % interval_ > 0 ? 1 : 0));
    for (std::int64_t i = 0; i < m_; i += kPanelRows)
      for (std::int64_t j = 0; j < n_; j += kPanelColumns)
        panel(i, std::min(kPanelRows, m_ - i), j, std::min(kPanelColumns, n_ - j));
    if (options_.progress) options_.progress(all_, all_);
  }

 private:
  void check() const {
    const auto& of_unit = unit_.instruction.scale;
    const bool are_inside = of_unit.has_value();
    const std::int64_t block_of_unit = are_inside ? of_unit->block : 0;
    const auto along_k = [&](const ScaledOperand& operand, std::int64_t block) {
      return operand.scales && !are_inside ? block : 0;
    };
    check_intervals(unit_, options_, k_, along_k(problem_.a, problem_.a.block.columns),
                    along_k(problem_.b, problem_.b.block.rows));
    check_scales("A", problem_.a, {1, block_of_unit});
    check_scales("B", problem_.b, {block_of_unit, 1});
    check_number_format("D", d_format_);
    check_result("D", problem_.d, m_, n_, d_format_);
    if (problem_.c) {
      check_number_format("C", c_format());
      check_matrix("C", *problem_.c, m_, n_, c_format());
    }
    // Whole operands are checked before the first part. Promotion gives f32 whatever the unit's
    // sums are.
    GemmProblem whole = unit_problem();
    GemmOptions promoted;
    promoted.promotion = Promotion{};
    whole.d = row_major(format_named("f32"), problem_.d.data, m_, n_);
    mmasc::check(unit_, whole, promoted);
    if (elements_overlap(problem_.d)) throw InputError("D's elements overlap; look at its strides");
  }

  GemmProblem unit_problem() const {
    GemmProblem problem;
    problem[Operand::a] = problem_.a.elements;
    problem[Operand::b] = problem_.b.elements;
    if (unit_.instruction.scale) {
      problem[Operand::sa] = problem_.a.scales;
      problem[Operand::sb] = problem_.b.scales;
    }
    for (const Operand scale : kScales)  // what all of D shares is applied outside the unit
      if (layout_.has(scale) && row_of(scale).along == Along::whole)
        problem[scale] = ones_.matrix(scale, m_, n_, k_);
    return problem;
  }

  const Format& c_format() const {
    return problem_.c_format != nullptr ? *problem_.c_format : format_named("f32");
  }

  // `of_unit`: the block where the unit has block scales.
  void check_scales(const char* name, const ScaledOperand& operand,
                    const BlockShape& of_unit) const {
    if (unit_.instruction.scale) {
      if (operand.block == BlockShape{} || operand.block == of_unit) return;
      throw InputError(fmt::format("{} has a scale for {} x {}; {} takes one for {} x {}", name,
                                   operand.block.rows, operand.block.columns, unit_.instruction.id,
                                   of_unit.rows, of_unit.columns));
    }
    if (!operand.scales) return;
    if (operand.block.rows < 0 || operand.block.columns < 0)
      throw InputError(fmt::format("{} has blocks of {} x {}; give positive numbers, or 0 for all",
                                   name, operand.block.rows, operand.block.columns));
    const auto count = scale_count(operand.block, operand.elements.rows, operand.elements.columns);
    const MatrixView& scales = *operand.scales;
    if (scales.rows != count.rows || scales.columns != count.columns || scales.element_bits != 32)
      throw InputError(fmt::format("the scales of {} are {} x {} of {} bits, not {} x {} of f32",
                                   name, scales.rows, scales.columns, scales.element_bits,
                                   count.rows, count.columns));
    check_matrix(fmt::format("the matrix of scales of {}", name).c_str(), scales, count.rows,
                 count.columns, format_named("f32"));
  }

  // The scale of a row of A, or of a column of B, at element k of K, times the tensor's.
  float scale_a(std::int64_t row, std::int64_t k) const {
    const ScaledOperand& a = problem_.a;
    if (!a.scales || unit_.instruction.scale) return a.tensor_scale;
    return a.tensor_scale * f32_at(*a.scales, a.block.rows > 0 ? row / a.block.rows : 0,
                                   a.block.columns > 0 ? k / a.block.columns : 0);
  }
  float scale_b(std::int64_t k, std::int64_t column) const {
    const ScaledOperand& b = problem_.b;
    if (!b.scales || unit_.instruction.scale) return b.tensor_scale;
    return b.tensor_scale * f32_at(*b.scales, b.block.rows > 0 ? k / b.block.rows : 0,
                                   b.block.columns > 0 ? column / b.block.columns : 0);
  }

  void panel(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns) {
    const auto size = static_cast<std::size_t>(rows * columns);
    std::vector<float> sums(size, 0.0F), scales(static_cast<std::size_t>(columns));
    const OwnedMatrix partial(format_named("f32"), rows, columns, "partial sums");
    for (std::int64_t k = 0; k < k_; k += interval_) {
      multiply(row, rows, column, columns, k, partial.matrix());
      for (std::int64_t j = 0; j < columns; ++j)
        scales[static_cast<std::size_t>(j)] = scale_b(k, column + j);
      const auto* from = reinterpret_cast<const float*>(partial.bytes().data());
      on_lines({rows, columns, options_.threads}, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
          kernels_.add_scaled(from + i * columns, scale_a(row + i, k), scales.data(),
                              options_.addition == ScaledAddition::fused, columns,
                              sums.data() + i * columns);
      });
      done_ += rows * columns;
    }
    for (std::int64_t i = 0; i < rows; ++i)
      finish_row(row + i, column, columns, sums.data() + i * columns);
  }

  // D of sums: C added, and rounded.
  void finish_row(std::int64_t row, std::int64_t column, std::int64_t columns, float* sums) const {
    if (problem_.c) {
      std::vector<float> space(static_cast<std::size_t>(columns));
      const MatrixView part = part_of(*problem_.c, row, 1, column, columns);
      const float* c = NumberRows(part, c_format()).row(0, space);
      for (std::int64_t j = 0; j < columns; ++j) sums[j] += c[j];
    }
    const int bytes = element_bytes(d_format_);
    std::vector<std::byte> codes(static_cast<std::size_t>(columns * bytes));
    const MatrixView rounded = row_major(d_format_, codes.data(), 1, columns);
    if (rounding_) {
      rounding_->round(sums, columns, codes.data());  // the format has a NaN
    } else {
      const auto nan = std::bit_cast<float>(static_cast<std::uint32_t>(d_format_.default_nan()));
      for (std::int64_t j = 0; j < columns; ++j)
        if (std::isnan(sums[j])) sums[j] = nan;
      std::memcpy(codes.data(), sums, codes.size());
    }
    for (std::int64_t j = 0; j < columns; ++j)
      store_element(problem_.d, row, column + j, load_element(rounded, 0, j));
  }

  // No two parts have the same random bits. The first one has the seed itself, so that the bits of
  // one part are those of Engine::gemm().
  std::uint64_t seed_of(std::int64_t panel_row, std::int64_t panel_column,
                        std::int64_t interval) const {
    if (panel_row == 0 && panel_column == 0 && interval == 0) return options_.seed;
    const auto drawn =
        philox({{static_cast<std::uint32_t>(panel_row), static_cast<std::uint32_t>(panel_column),
                 static_cast<std::uint32_t>(interval), static_cast<std::uint32_t>(interval >> 32)}},
               options_.seed);
    return std::uint64_t{drawn.word[1]} << 32 | drawn.word[0];
  }

  void multiply(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns,
                std::int64_t k, const MutableMatrix& partial) const {
    const std::int64_t depth = std::min(interval_, k_ - k);
    GemmProblem part = unit_problem();
    part[Operand::a] = part_of(part.a(), row, rows, k, depth);
    part[Operand::b] = part_of(part.b(), k, depth, column, columns);
    if (unit_.instruction.scale) {
      const std::int64_t block = unit_.instruction.scale->block, at = k / block;
      const std::int64_t blocks = (depth + block - 1) / block;
      part[Operand::sa] = part_of(*part[Operand::sa], row, rows, at, blocks);
      part[Operand::sb] = part_of(*part[Operand::sb], at, blocks, column, columns);
    }
    part.d = partial;
    GemmOptions how = gemm_;
    how.seed = seed_of(row / kPanelRows, column / kPanelColumns, k / interval_);
    if (options_.progress)
      how.progress = [&](std::int64_t done, std::int64_t) {
        options_.progress(done_ + std::min(done, rows * columns), all_);
      };
    engine_.gemm(part, how);
  }

  const Engine& engine_;
  const Unit& unit_;
  const ScaledGemmProblem& problem_;
  const ScaledGemmOptions& options_;
  const QuantiseKernels& kernels_;
  const Format& d_format_;
  std::optional<FloatRounding> rounding_;  // to it; none: it is f32
  std::int64_t m_, n_, k_, interval_;
  GemmOptions gemm_;
  const OperandLayout layout_ = layout_but_random(unit_);
  const ScalesOfOne ones_{unit_};
  std::int64_t done_ = 0, all_ = 0;
};

}  // namespace

void check_intervals(const Unit& unit, const ScaledGemmOptions& options, std::int64_t k,
                     std::int64_t scale_a_along_k, std::int64_t scale_b_along_k) {
  if (const auto why = why_not_promoted(unit.d()); !why.empty())
    throw InputError(fmt::format("{}: its sums cannot be promoted: {}; take another unit",
                                 unit.instruction.id, why));
  check_elements_of_k(unit, "promote_k", options.interval);
  check_elements_of_k(unit, "inner_k", options.inner_interval);
  if (options.inner_interval > 0 && options.interval % options.inner_interval != 0)
    throw InputError(fmt::format("inner_k {} does not divide promote_k {}", options.inner_interval,
                                 options.interval));
  const std::int64_t interval = options.interval > 0 ? options.interval : k;
  for (const auto& [name, along_k] :
       {std::pair("A", scale_a_along_k), std::pair("B", scale_b_along_k)})
    if (along_k > 0 && along_k < k && (interval == 0 || along_k % interval != 0))
      throw InputError(
          fmt::format("scales of {} change after {} elements of K, within promote_k {}; give a "
                      "promote_k that divides {}",
                      name, along_k, interval, along_k));
}

void scaled_gemm(const Engine& engine, const ScaledGemmProblem& problem,
                 const ScaledGemmOptions& options) {
  in_default_mode([&] { ScaledGemm(engine, problem, options).run(); });
}

}  // namespace mmasc
