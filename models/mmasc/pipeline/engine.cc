// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/engine.h"

#include <algorithm>

#include "mmasc/pipeline/simulate.h"

// The SystemC library's own main refers to this; a program that has one takes its place.
extern "C" [[gnu::weak, gnu::visibility("default")]] int sc_main(int, char**);
extern "C" int sc_main(int, char**) { return 0; }

namespace mmasc {
namespace {

class PipelineEngine final : public Engine {
 public:
  PipelineEngine(const Sequence& sequence, MakeUnit make)
      : unit_(sequence.unit()), simulated_(sequence.on_one_unit()), make_(std::move(make)) {}

  std::string_view name() const override { return "pipeline"; }
  const Unit& unit() const override { return unit_; }
  bool gives_flags() const override { return raises_flags(unit()); }

  void dot(const DotBatch& batch) const override {
    if (batch.d.empty()) return;
    const Simulation simulation = simulate(simulated_, make_tile(batch), make_);
    std::ranges::copy(simulation.d, batch.d.begin());
    if (!batch.flags.empty()) std::ranges::copy(simulation.flags, batch.flags.begin());
  }

 private:
  Unit unit_;
  // More units side by side and idle cycles change no bit, and each takes its time to simulate.
  Sequence simulated_;
  MakeUnit make_;
};

}  // namespace

TileData make_tile(const DotBatch& batch) {
  Tile tile;
  tile.m = tile.n = 1;
  tile.blocks = static_cast<int>(batch.size());
  for (const OperandRow& row : kInputs)
    tile[row.operand].assign(batch[row.operand].begin(), batch[row.operand].end());
  return std::make_shared<const Tile>(std::move(tile));
}

std::unique_ptr<Engine> make_pipeline_engine(const Unit& unit) {
  return make_pipeline_engine_of(Sequence(unit));
}
std::unique_ptr<Engine> make_pipeline_engine_of(const Sequence& sequence, MakeUnit make) {
  return std::make_unique<PipelineEngine>(sequence, std::move(make));
}

}  // namespace mmasc
