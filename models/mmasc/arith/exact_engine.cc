// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/exact_engine.h"

#include "mmasc/arith/batch_view.h"
#include "mmasc/arith/exact_walk.h"
#include "mmasc/arith/sequence.h"

namespace mmasc {
namespace {

class ExactEngine final : public Engine {
 public:
  explicit ExactEngine(const Unit& unit) : sequence_(unit) {}

  std::string_view name() const override { return "exact"; }
  const Unit& unit() const override { return sequence_.unit(); }
  bool gives_flags() const override { return raises_flags(unit()); }

  void dot(const DotBatch& batch) const override {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const ExactRun run = walk_exactly(sequence_.program(), operation(batch, i));
      batch.d[i] = run.d;
      if (!batch.flags.empty()) batch.flags[i] = run.steps.back().flags;
    }
  }

 private:
  Sequence sequence_;
};

}  // namespace

std::unique_ptr<Engine> make_exact_engine(const Unit& unit) {
  return std::make_unique<ExactEngine>(unit);
}

}  // namespace mmasc
