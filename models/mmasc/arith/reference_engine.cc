// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "mmasc/arith/batch_view.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/sequence.h"

namespace mmasc {
namespace {

class ReferenceEngine final : public Engine {
 public:
  explicit ReferenceEngine(const Sequence& sequence) : sequence_(sequence) {
    if (sequence.stages() != nullptr || lane_targets().empty() || !fits_lanes(sequence_.plan()))
      return;
    const Plan* const late_c = sequence_.late_c_plan();
    lane_steps_ = sequence_.steps() + (late_c != nullptr && fits_lanes(*late_c) ? 1 : 0);
  }

  std::string_view name() const override { return "reference"; }
  const Unit& unit() const override { return sequence_.unit(); }
  bool gives_flags() const override { return raises_flags(unit()); }

  void dot(const DotBatch& batch) const override {
    const std::size_t operations = batch.size();
    const int on_lanes = operations > 1 ? lane_steps_ : 0;
    const int steps = sequence_.program().steps + sequence_.program().additions();
    if (on_lanes > 0) lane_targets().front().evaluate_steps(sequence_.program(), on_lanes, batch);
    if (on_lanes == steps) return;
    for (std::size_t i = 0; i < operations; ++i) {
      const DotOperands in = operation(batch, i);
      if (!batch.flags.empty()) {
        const Result result = evaluate_with_flags(sequence_, in);
        batch.d[i] = result.d;
        batch.flags[i] = result.flags;
        continue;
      }
      batch.d[i] = on_lanes > 0
                       ? evaluate(*sequence_.late_c_plan(), sequence_.late_c(in, batch.d[i])).d
                       : evaluate(sequence_, in);
    }
  }

 private:
  Sequence sequence_;
  int lane_steps_ = 0;  // of those that several operations do on vector lanes
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(const Unit& unit) {
  return make_reference_engine_of(Sequence(unit));
}
std::unique_ptr<Engine> make_reference_engine_of(const Sequence& sequence) {
  return std::make_unique<ReferenceEngine>(sequence);
}

}  // namespace mmasc
