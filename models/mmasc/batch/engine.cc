// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/batch/compiled_engine.h"
#include "mmasc/batch/compiled_program.h"
#include "mmasc/batch/dots.h"
#include "mmasc/batch/fma_gemm.h"
#include "mmasc/batch/integer_gemm.h"
#include "mmasc/batch/lane_gemm.h"
#include "mmasc/batch/parallel.h"
#include "mmasc/batch/sparse_rows.h"
#include "mmasc/compiled/llvm.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

using batch::FmaProgram;
using batch::IntegerProgram;
using batch::Kernels;
using batch::LaneProgram;

// K = 0: D is C, bit for bit.
void copy_c(const GemmProblem& problem) {
  for (std::int64_t row = 0; row < problem.m(); ++row)
    for (std::int64_t column = 0; column < problem.n(); ++column)
      store_element(problem.d, row, column,
                    problem.c() ? load_element(*problem.c(), row, column) : 0);
}

// Whether GEMMs with metadata run on lanes; if not, they are computed by dot products.
bool takes_metadata(const LaneProgram&) { return true; }
bool takes_metadata(const IntegerProgram& program) { return program.takes_metadata; }
bool takes_metadata(const FmaProgram&) { return false; }

template <class Program>
class BatchEngine final : public Engine {
 public:
  BatchEngine(Program program, const Kernels& kernels, int threads)
      : program_(std::move(program)), kernels_(kernels), threads_(threads) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return program_.unit; }

  void dot(const DotBatch& batch) const override {
    check(unit(), batch);
    if (!unit().instruction.sparsity) return batch::run_dots(program_, kernels_, threads_, batch);
    const auto b = batch::selected_b(*unit().instruction.sparsity, batch);
    DotBatch dense = batch;
    dense[Operand::b] = b;
    dense[Operand::metadata] = {};
    batch::run_dots(program_, kernels_, threads_, dense);
  }
  void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
    if (problem.metadata() && !takes_metadata(program_)) return Engine::gemm(problem, options);
    check(unit(), problem, options);
    const bool is_empty = problem.m() == 0 || problem.n() == 0;
    if (problem.k() > 0 && !is_empty)
      return batch::run_gemm(program_, kernels_, threads_, problem, options);
    copy_c(problem);
    if (options.progress) options.progress(problem.m() * problem.n(), problem.m() * problem.n());
  }

 private:
  Program program_;
  const Kernels& kernels_;
  int threads_;
};

// A unit for which there is no kernel.
class ReferenceBatch final : public Engine {
 public:
  explicit ReferenceBatch(const Unit& unit) : reference_(make_reference_engine(unit)) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return reference_->unit(); }
  bool gives_flags() const override { return reference_->gives_flags(); }
  void dot(const DotBatch& batch) const override { reference_->dot(batch); }

 private:
  std::unique_ptr<Engine> reference_;
};

const Kernels& find_kernels(const std::string& target) {
  const auto& all = batch::kernels();
  if (target.empty()) return all.front();
  std::string names;
  for (const Kernels& each : all) {
    if (each.target == target) return each;
    names += (names.empty() ? "" : ", ") + std::string(each.target);
  }
  throw InputError("no target \"" + target + "\" on this processor; one of " + names);
}

}  // namespace

namespace {

// Why code of the unit's own is faster than its kernel; empty where it is not. Measured on all
// trees of the catalogue: with so few operations 1.3 to 2.7 times.
std::string why_code_is_faster(const LaneProgram& program) {
  constexpr int kFewOperations = 50, kLanes = 16;
  const auto* tree = std::get_if<std::shared_ptr<const batch::TreePlan>>(&program.step);
  if (tree == nullptr || program.kernel != "f64_tree" || !(*tree)->products.groups.empty())
    return {};  // sums of products that have lanes of their own are faster
  const compiled::CodeSize size = batch::code_size(program.unit);
  if (!size.why_none.empty() || size.lanes < kLanes ||
      size.operations > std::int64_t{kFewOperations} * program.unit.products())
    return {};
  return fmt::format("faster than f64_tree: no more than {} operations a product", kFewOperations);
}

// The unit's kernel, or why it has none.
std::variant<BatchKernel, std::string> kernel_of(const Unit& unit) {
  if (std::holds_alternative<FmaProgram>(batch::make_fma_program(unit)) &&
      batch::kernels().front().has_fma())
    return BatchKernel{"fma", "every step is one f64 fused multiply-add"};
  if (unit.d().is_integer()) {
    auto program = batch::make_integer_program(unit);
    if (auto* why = std::get_if<std::string>(&program)) return *why;
    return BatchKernel{"int32_lanes", "products of int16 pairs, sums in int32"};
  }
  auto program = batch::make_lane_program(unit, batch::kernels().front());
  if (auto* why = std::get_if<std::string>(&program)) return *why;
  const auto& lanes = std::get<LaneProgram>(program);
  if (auto why = why_code_is_faster(lanes); !why.empty()) return why;
  return BatchKernel{std::string(lanes.kernel), lanes.why};
}

}  // namespace

BatchKernel batch_kernel(const Unit& unit) {
  if (unit.has_own_stages()) return {"reference", "it has stages of its own"};
  auto kernel = kernel_of(unit);
  if (auto* found = std::get_if<BatchKernel>(&kernel)) return *found;
  const std::string& why = std::get<std::string>(kernel);
  const compiled::CodeSize size = batch::code_size(unit);
  if (!size.why_none.empty()) return {"reference", why + "; " + size.why_none};
  return {"compiled", why,
          fmt::format("{} lanes, {:.3g} operations a product", size.lanes,
                      static_cast<double>(size.operations) / unit.products())};
}

std::string batch_lacks(const Unit& unit) {
  if (unit.has_own_stages() || std::holds_alternative<BatchKernel>(kernel_of(unit))) return {};
  return llvm::why_none();
}

std::vector<std::string> batch_targets() {
  std::vector<std::string> names;
  for (const Kernels& each : batch::kernels()) names.emplace_back(each.target);
  return names;
}

std::unique_ptr<Engine> make_batch_engine(const Unit& unit) { return make_batch_engine(unit, {}); }

std::unique_ptr<Engine> make_batch_engine(const Unit& unit, const BatchOptions& options) {
  const Kernels& kernels = find_kernels(options.target);
  if (options.threads < 0) throw InputError("the number of threads must not be negative");
  const int processors = batch::processors();
  const int threads = options.threads > 0 ? std::min(options.threads, processors) : processors;
  const bool has_code = &kernels == &batch::kernels().front();  // of the widest target
  if (unit.has_own_stages()) return std::make_unique<ReferenceBatch>(unit);
  if (auto program = batch::make_fma_program(unit);
      std::holds_alternative<FmaProgram>(program) && kernels.has_fma())
    return std::make_unique<BatchEngine<FmaProgram>>(std::get<FmaProgram>(std::move(program)),
                                                     kernels, threads);
  if (auto program = batch::make_integer_program(unit);
      std::holds_alternative<IntegerProgram>(program))
    return std::make_unique<BatchEngine<IntegerProgram>>(
        std::get<IntegerProgram>(std::move(program)), kernels, threads);
  if (auto program = batch::make_lane_program(unit, kernels);
      std::holds_alternative<LaneProgram>(program)) {
    auto& lanes = std::get<LaneProgram>(program);
    const bool code_is_faster = has_code && !why_code_is_faster(lanes).empty();
    auto engine = std::make_unique<BatchEngine<LaneProgram>>(std::move(lanes), kernels, threads);
    if (!code_is_faster) return engine;
    return batch::make_compiled_engine(std::move(engine), threads,
                                       batch::kProductsOfKernelBeforeCode);
  }
  auto reference = std::make_unique<ReferenceBatch>(unit);
  if (!has_code) return reference;
  return batch::make_compiled_engine(std::move(reference), threads);
}

}  // namespace mmasc
