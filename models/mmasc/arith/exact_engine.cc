// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/exact_engine.h"

#include "mmasc/arith/batch_view.h"
#include "mmasc/specification/specification.h"

namespace mmasc {
namespace {

class ExactEngine final : public Engine {
 public:
  explicit ExactEngine(const Unit& unit) : unit_(unit), specification_(unit) {}

  std::string_view name() const override { return "exact"; }
  const Unit& unit() const override { return unit_; }
  bool gives_flags() const override { return raises_flags(unit()); }

  void dot(const DotBatch& batch) const override {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto [d, flags] = specification_.evaluate(operation(batch, i));
      batch.d[i] = d;
      if (!batch.flags.empty()) batch.flags[i] = flags;
    }
  }

 private:
  const Unit unit_;
  const Specification specification_;
};

}  // namespace

std::unique_ptr<Engine> make_exact_engine(const Unit& unit) {
  return std::make_unique<ExactEngine>(unit);
}

}  // namespace mmasc
