// SPDX-License-Identifier: Apache-2.0
#include "batch/engine.h"

#include <algorithm>

#include "arith/sequence.h"
#include "spec/error.h"

namespace mmasc {
namespace {

class BatchEngine final : public Engine {
 public:
  explicit BatchEngine(const Unit& unit) : reference_(make_reference_engine(unit)) {}

  std::string_view name() const override { return "batch"; }
  const Unit& unit() const override { return reference_->unit(); }
  void dot(const DotBatch& batch) const override { reference_->dot(batch); }

 private:
  std::unique_ptr<Engine> reference_;
};

}  // namespace

BatchKernel batch_kernel(const Unit&) { return {"reference", "no kernel yet"}; }

std::vector<std::string> batch_targets() { return {"scalar"}; }

std::unique_ptr<Engine> make_batch_engine(const Unit& unit, const BatchOptions& options) {
  const auto targets = batch_targets();
  if (!options.target.empty() && std::ranges::find(targets, options.target) == targets.end())
    throw InputError("no target \"" + options.target + "\" on this processor");
  if (options.threads < 0) throw InputError("the number of threads must not be negative");
  return std::make_unique<BatchEngine>(unit);
}

}  // namespace mmasc
