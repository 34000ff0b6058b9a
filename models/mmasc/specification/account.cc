// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/account.h"

#include <utility>

namespace mmasc {
namespace {

class Recorder final : public Observer {
 public:
  explicit Recorder(std::vector<ExactStep>& steps) : steps_(steps) {}

  void begin(bool adds_late_c, const StepInputs& in) override {
    steps_.emplace_back();
    step().adds_late_c = adds_late_c;
    step().in = in;
  }
  void product(int, const ExactTerm& product) override { step().products.push_back(product); }
  void product_rounding(int, ExactRounding&& rounding) override {
    step().product_roundings.push_back(std::move(rounding));
  }
  void c(const ExactTerm& c) override { step().c = c; }
  void sum(ExactSum&& sum) override {
    step().sums.push_back(std::move(sum));
    step().roundings.emplace_back();
  }
  void sum_rounding(int, ExactRounding&& rounding) override {
    step().roundings.back() = std::move(rounding);
  }
  void result_rounding(ExactRounding&& rounding) override { step().result = std::move(rounding); }
  void end(std::uint64_t d, std::uint64_t flags) override {
    step().d = d;
    step().flags = flags;
  }

 private:
  ExactStep& step() { return steps_.back(); }

  std::vector<ExactStep>& steps_;
};

}  // namespace

ExactRun account_of(const Specification& specification, const DotInputs& in) {
  ExactRun run;
  Recorder recorder(run.steps);
  run.d = specification.evaluate(in, &recorder).d;
  return run;
}

}  // namespace mmasc
