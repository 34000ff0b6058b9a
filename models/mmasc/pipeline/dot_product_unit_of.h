// SPDX-License-Identifier: Apache-2.0
// A dot-product unit over one number system, with its stages open to probes.
#pragma once

#include <algorithm>
#include <tuple>

#include "mmasc/arith/stage_logic.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/stages.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {

template <NumberSystem N>
class DotProductUnitOf final : public DotProductUnit {
 public:
  DotProductUnitOf(sc_core::sc_module_name name, const Plan& plan, const StageSet* stages = nullptr)
      : DotProductUnit(name), plan_(plan), in_use_(stages) {
    source<Operands>() = &operands_;
    for (const StagePlan& stage : plan_.stages) append(stage);
    valid_q_.resize(ranks_.size() + 1);
    SC_METHOD(settle);
    sensitive << clk_i.pos() << rst_ni.neg() << this->ready_i;
  }
  SC_HAS_PROCESS(DotProductUnitOf);

  const Plan& plan() const override { return plan_; }
  // One for each of the plan's.
  const std::vector<std::unique_ptr<AnyStage>>& stages() const { return stages_; }

  std::vector<RegisterView> registers() const override {
    std::vector<RegisterView> views = registers_of(plan_);
    for (std::size_t r = 0; r < views.size(); ++r) {
      views[r].handshakes[0].valid = place_of(valid_q_[r + 1], 1);
      ranks_[r].stage->show(views[r]);
    }
    return views;
  }

 private:
  struct Rank {
    AnyStage* stage;
    int rank;  // of the stage
  };

  void settle() {
    if (!rst_ni.read())
      reset();
    else if (clk_i.posedge())
      clock();
    this->ready_o.write(this->ready_i.read() || !is_full());
  }

  void reset() {
    std::ranges::fill(valid_q_, 0);
    this->valid_o.write(false);
  }

  // A rank takes when it is empty or being emptied. The last goes first, so that each still sees
  // what stood before it.
  void clock() {
    valid_q_[0] = this->valid_i.read();
    operands_.data = &this->data_i.read();
    bool ready = this->ready_i.read();
    for (std::size_t r = ranks_.size(); r > 0; --r) {
      ready = ready || valid_q_[r] == 0;
      if (!ready) continue;
      valid_q_[r] = valid_q_[r - 1];
      if (valid_q_[r] != 0) ranks_[r - 1].stage->take(ranks_[r - 1].rank);
    }
    this->valid_o.write(valid_q_.back() != 0);
    if (valid_q_.back() != 0) this->data_o.write(*std::get<const Source<Result>*>(sources_)->data);
  }

  bool is_full() const {
    return std::find(valid_q_.begin() + 1, valid_q_.end(), 0) == valid_q_.end();
  }

  void append(const StagePlan& stage) {
    with_logic<N>(stage, [&]<class In, class Out>(StageLogic<N, In, Out> logic) {
      make<In, Out>(stage, logic);
    });
  }

  template <class In, class Out>
  void make(const StagePlan& stage, StageLogic<N, In, Out> logic) {
    auto module = std::make_unique<Stage<N, In, Out>>(stage_name(stage).c_str(), plan_, stage,
                                                      *source<In>(), in_use_, logic);
    source<Out>() = &module->source();
    for (int rank = 0; rank < stage.registers; ++rank) ranks_.push_back({module.get(), rank});
    stages_.push_back(std::move(module));
  }

  template <class Payload>
  const Source<Payload>*& source() {
    return std::get<const Source<Payload>*>(sources_);
  }

  const Plan plan_;
  const StagesInUse<N> in_use_;
  std::vector<std::unique_ptr<AnyStage>> stages_;
  std::vector<Rank> ranks_;            // of all stages
  std::vector<std::uint8_t> valid_q_;  // of the operation offered, then of each rank
  Source<Operands> operands_;          // as the ports show them
  // The last outputs of each kind of the stages made so far.
  std::tuple<const Source<Operands>*, const Source<Terms<N>>*, const Source<Addends<N>>*,
             const Source<Result>*>
      sources_;
};

}  // namespace mmasc
