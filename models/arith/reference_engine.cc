// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "arith/batch_view.h"
#include "arith/engine.h"
#include "arith/sequence.h"

namespace mmasc {
namespace {

class ReferenceEngine final : public Engine {
 public:
  explicit ReferenceEngine(const Unit& unit) : sequence_(unit) {}

  std::string_view name() const override { return "reference"; }
  const Unit& unit() const override { return sequence_.unit(); }

  void dot(const DotBatch& batch) const override {
    for (std::size_t i = 0; i < batch.c.size(); ++i)
      batch.d[i] = evaluate(sequence_, operation(sequence_.unit(), batch, i));
  }

 private:
  Sequence sequence_;
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(const Unit& unit) {
  return std::make_unique<ReferenceEngine>(unit);
}

}  // namespace mmasc
