// SPDX-License-Identifier: Apache-2.0
#include "engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch/engine.h"
#include "interrupt.h"
#include "spec/error.h"

#ifdef MMASC_HAS_PIPELINE
#include <sysc/kernel/sc_ver.h>

#include "pipeline/engine.h"
#include "pipeline/trace.h"
#endif
#ifdef MMASC_HAS_RTL
#include "rtl_ref/verilated/engine.h"
#endif

namespace mmasc {
namespace {

constexpr std::string_view kPipeline = "pipeline";

#ifndef MMASC_HAS_PIPELINE
[[noreturn]] void refuse_pipeline() {
  throw EnvironmentError(
      "this mmasc was built without SystemC, which the pipeline needs; configure with "
      "MMASC_SYSTEMC=ON");
}
TracedBatch trace_pipeline(const Unit&, const DotBatch&, const std::string&) { refuse_pipeline(); }
#endif

class Interruptible : public Engine {
 public:
  explicit Interruptible(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
  std::string_view name() const override { return engine_->name(); }
  const Unit& unit() const override { return engine_->unit(); }
  void dot(const DotBatch& batch) const override {
    stop_if_interrupted();
    engine_->dot(batch);
  }
  void gemm(const GemmProblem& problem, const GemmOptions& options) const override {
    engine_->gemm(problem, options);
  }

 private:
  std::unique_ptr<Engine> engine_;
};

}  // namespace

void check_engine(std::string_view name) {
#ifndef MMASC_HAS_PIPELINE
  if (name == kPipeline) refuse_pipeline();
#endif
#ifndef MMASC_HAS_RTL
  if (name == "rtl")
    throw EnvironmentError(
        "this mmasc was built without the engine rtl; configure with MMASC_RTL=ON");
#endif
  const auto names = engine_names();
  if (std::ranges::find(names, name) == names.end())
    throw InputError(fmt::format("unknown engine \"{}\"; one of {}", name, fmt::join(names, ", ")));
}

std::unique_ptr<Engine> interruptible(std::unique_ptr<Engine> engine) {
  return std::make_unique<Interruptible>(std::move(engine));
}

std::string systemc_text() {
#ifdef MMASC_HAS_PIPELINE
  return fmt::format("with SystemC {}", sc_core::sc_release());
#else
  return "without SystemC";
#endif
}

TracedBatch trace_batch(const Unit& unit, const DotBatch& batch, const std::string& vcd_path) {
  auto traced = trace_pipeline(unit, batch, vcd_path);
  return {traced.cycles, std::move(traced.lines)};
}

}  // namespace mmasc
