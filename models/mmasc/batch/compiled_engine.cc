// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/compiled_engine.h"

#include <utility>

#include "mmasc/batch/compiled_dots.h"
#include "mmasc/batch/compiled_gemm.h"
#include "mmasc/batch/floating_point_mode.h"
#include "mmasc/batch/sparse_rows.h"

namespace mmasc::batch {
namespace {

constexpr std::int64_t kFewOperations = 8;  // fewer than lanes

class CompiledEngine final : public Engine {
 public:
  CompiledEngine(std::unique_ptr<Engine> otherwise, int threads, std::int64_t products_before_code)
      : otherwise_(std::move(otherwise)),
        threads_(threads),
        program_(otherwise_->unit(), products_before_code) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return otherwise_->unit(); }
  bool gives_flags() const override { return otherwise_->gives_flags(); }

  void dot(const DotBatch& batch) const override {
    const auto count = static_cast<std::int64_t>(batch.size());
    if (count < kFewOperations || !batch.flags.empty() || !is_worth(count, true))
      return otherwise_->dot(batch);
    check(unit(), batch);
    const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);  // LLVM's, too
    if (!unit().instruction.sparsity) return run_dots(program_, threads_, batch);
    const auto b = selected_b(*unit().instruction.sparsity, batch);
    DotBatch dense = batch;
    dense[Operand::b] = b;
    dense[Operand::metadata] = {};
    run_dots(program_, threads_, dense);
  }
  void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
    check(unit(), problem, options);
    const bool is_empty = problem.m() == 0 || problem.n() == 0 || problem.k() == 0;
    const std::int64_t instructions = problem.k() / unit().instruction.shape.k + 1;
    if (is_empty || !is_worth(problem.m() * problem.n() * instructions, false))
      return otherwise_->gemm(problem, options);
    const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
    if (options.promotion && !program_.has_addition(options.promotion->rounding))
      return otherwise_->gemm(problem, options);
    run_gemm(program_, kernels().front(), threads_, problem, options);
  }

 private:
  bool is_worth(std::int64_t operations, bool is_separate) const {
    const FloatingPointMode mode(FloatingPointMode::Rounding::nearest_even);
    return program_.is_worth(operations * unit().products(), is_separate);
  }

  std::unique_ptr<Engine> otherwise_;
  const int threads_;
  mutable CompiledProgram program_;
};

}  // namespace

std::unique_ptr<Engine> make_compiled_engine(std::unique_ptr<Engine> otherwise, int threads,
                                             std::int64_t products_before_code) {
  return std::make_unique<CompiledEngine>(std::move(otherwise), threads, products_before_code);
}

}  // namespace mmasc::batch
