// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "mmasc/command/interrupt.h"
#include "mmasc/unit/error.h"

#ifdef MMASC_HAS_PIPELINE
#include <sysc/kernel/sc_ver.h>

#include "mmasc/pipeline/engine.h"
#include "mmasc/pipeline/gtkwave.h"
#include "mmasc/pipeline/simulate.h"
#include "mmasc/pipeline/trace.h"
#endif

namespace mmasc {
namespace {

class Interruptible : public Engine {
 public:
  explicit Interruptible(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}
  std::string_view name() const override { return engine_->name(); }
  const Unit& unit() const override { return engine_->unit(); }
  bool gives_flags() const override { return engine_->gives_flags(); }
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

std::vector<EngineRow>& rows() {
  static std::vector<EngineRow> all(std::begin(kEngines), std::end(kEngines));
  return all;
}

}  // namespace

std::span<const EngineRow> engine_rows() { return rows(); }

AddedEngine::AddedEngine(std::string_view name, std::unique_ptr<Engine> (*make)(const Unit&)) {
  std::ranges::find(rows(), name, &EngineRow::name)->make = make;
}

EngineRow engine_named(std::string_view name) {
  for (const EngineRow& row : engine_rows())
    if (row.name == name && !row.is_there())
      throw EnvironmentError(fmt::format(
          "this mmasc was built without the engine {}; configure with {}", name, row.option));
  return find_engine(engine_rows(), name);
}

EngineRow engine_named(const EngineArgument& engine) {
  EngineRow row = engine_named(std::string_view(engine.name));
  if (engine.patience == 0) return row;
  if (row.make_waiting == nullptr)
    throw InputError(fmt::format("--patience: {} asks no program that may be silent; leave it out",
                                 row.title()));
  row.patience = std::chrono::seconds(engine.patience);
  return row;
}

std::unique_ptr<Engine> make_engine(const EngineArgument& engine, const Unit& unit) {
  return engine_named(engine).engine_of(unit);
}

std::unique_ptr<Engine> interruptible(std::unique_ptr<Engine> engine) {
  return std::make_unique<Interruptible>(std::move(engine));
}

std::string engine_help(std::string_view standard) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view note) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name, note);
  };
  if (!standard.empty()) add(standard, " (default)");
  for (const EngineRow& row : engine_rows())
    if (row.name != standard) add(row.title(), "");
  return text;
}

void own_simulations() {
#ifdef MMASC_HAS_PIPELINE
  own_systemc();
#endif
}

std::string systemc_text() {
#ifdef MMASC_HAS_PIPELINE
  return fmt::format("with SystemC {}", sc_core::sc_release());
#else
  return "without SystemC";
#endif
}

std::uint64_t estimate_vcd([[maybe_unused]] const Unit& unit,
                           [[maybe_unused]] std::uint64_t operations) {
#ifdef MMASC_HAS_PIPELINE
  return estimate_vcd_bytes(unit, operations);
#else
  return 0;
#endif
}

std::string gtkwave_text([[maybe_unused]] const Unit& unit, [[maybe_unused]] const std::string& vcd,
                         [[maybe_unused]] std::uint64_t cycles) {
#ifdef MMASC_HAS_PIPELINE
  return gtkwave_save(unit, vcd, cycles);
#else
  return {};
#endif
}

std::uint64_t cycles_of([[maybe_unused]] const Unit& unit, [[maybe_unused]] const DotBatch& batch) {
#ifdef MMASC_HAS_PIPELINE
  return simulate(Sequence(unit), make_tile(batch)).cycles;
#else
  engine_named("pipeline");  // says why not
  return 0;
#endif
}

TracedBatch trace_batch([[maybe_unused]] const Unit& unit, [[maybe_unused]] const DotBatch& batch,
                        [[maybe_unused]] const std::string& vcd_path) {
#ifdef MMASC_HAS_PIPELINE
  auto traced = trace_pipeline(unit, batch, vcd_path);
  return {traced.cycles, std::move(traced.lines), std::move(traced.occupancy)};
#else
  engine_named("pipeline");  // says why not
  return {};
#endif
}

}  // namespace mmasc
