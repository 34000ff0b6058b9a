// SPDX-License-Identifier: Apache-2.0
#include "batch/engine.h"

#include <algorithm>

#include "batch/dots.h"
#include "batch/lane_gemm.h"
#include "batch/parallel.h"
#include "spec/error.h"

namespace mmasc {
namespace {

using batch::Kernels;
using batch::LaneProgram;

class BatchEngine final : public Engine {
 public:
  BatchEngine(LaneProgram program, const Kernels& kernels, int threads)
      : program_(std::move(program)), kernels_(kernels), threads_(threads) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return program_.unit; }

  void dot(const DotBatch& batch) const override {
    batch::run_dots(program_, kernels_, threads_, batch);
  }
  void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
    check(unit(), problem, options);
    batch::run_gemm(program_, kernels_, threads_, problem, options);
  }

 private:
  LaneProgram program_;
  const Kernels& kernels_;
  int threads_;
};

// A unit for which there is no kernel.
class ReferenceBatch final : public Engine {
 public:
  explicit ReferenceBatch(const Unit& unit) : reference_(make_reference_engine(unit)) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return reference_->unit(); }
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

BatchKernel batch_kernel(const Unit& unit) {
  const auto program = batch::make_lane_program(unit);
  if (const auto* why = std::get_if<std::string>(&program)) return {"reference", *why};
  const auto& lanes = std::get<LaneProgram>(program);
  return {lanes.lane_type == batch::LaneType::f32 ? "f32_lanes" : "f64_lanes",
          lanes.step.index() == 0 ? "one fused sum" : "a tree of sums"};
}

std::vector<std::string> batch_targets() {
  std::vector<std::string> names;
  for (const Kernels& each : batch::kernels()) names.emplace_back(each.target);
  return names;
}

std::unique_ptr<Engine> make_batch_engine(const Unit& unit, const BatchOptions& options) {
  const Kernels& kernels = find_kernels(options.target);
  if (options.threads < 0) throw InputError("the number of threads must not be negative");
  const int processors = batch::processors();
  const int threads = options.threads > 0 ? std::min(options.threads, processors) : processors;
  auto program = batch::make_lane_program(unit);
  if (std::holds_alternative<std::string>(program)) return std::make_unique<ReferenceBatch>(unit);
  return std::make_unique<BatchEngine>(std::get<LaneProgram>(std::move(program)), kernels, threads);
}

}  // namespace mmasc
