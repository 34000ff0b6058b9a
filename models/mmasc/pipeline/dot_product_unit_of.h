// SPDX-License-Identifier: Apache-2.0
// A dot-product unit over one number system, with its stages open to probes.
#pragma once

#include <algorithm>

#include "mmasc/arith/vectorized.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/stages.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {

template <NumberSystem N>
class DotProductUnitOf final : public DotProductUnit {
 public:
  DotProductUnitOf(sc_core::sc_module_name name, const Plan& plan)
      : DotProductUnit(name), plan_(plan) {
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
    if (valid_q_.back() != 0) this->data_o.write(*result_->data);
  }

  bool is_full() const {
    return std::find(valid_q_.begin() + 1, valid_q_.end(), 0) == valid_q_.end();
  }

  void append(const StagePlan& stage) {
    switch (stage.kind) {
      case StageKind::multiplier:
        make<Operands, Terms<N>>(stage, operands_, terms_,
                                 [](const Plan& plan, const StagePlan&, const Operands& in) {
                                   return vectorized::multiply<N>(plan, in);
                                 });
        return;
      case StageKind::aligner:
        make<Terms<N>, Addends<N>>(stage, *terms_, addends_,
                                   [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
                                     return vectorized::align<N>(plan, plan.levels[at.level], in);
                                   });
        return;
      case StageKind::adder_tree:
        if (stage.last_tree_level)
          make<Addends<N>, Terms<N>>(
              stage, *addends_, terms_,
              [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
                return vectorized::add<N>(plan, plan.levels[at.level], at.tree_level, in);
              });
        else
          make<Addends<N>, Addends<N>>(
              stage, *addends_, addends_,
              [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
                return vectorized::add_level<N>(plan, plan.levels[at.level], at.tree_level, in);
              });
        return;
      case StageKind::normalizer:
        if (stage.last)
          make<Terms<N>, Result>(stage, *terms_, result_,
                                 [](const Plan& plan, const StagePlan&, const Terms<N>& in) {
                                   return normalize_result<N>(plan, in);
                                 });
        else
          make<Terms<N>, Terms<N>>(stage, *terms_, terms_,
                                   [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
                                     return at.level < 0 ? normalize_products<N>(plan, in)
                                                         : normalize_sums<N>(
                                                               plan, plan.levels[at.level], in);
                                   });
        return;
    }
  }

  template <class In, class Out>
  void make(const StagePlan& stage, const Source<In>& before, const Source<Out>*& after,
            typename Stage<N, In, Out>::Logic logic) {
    auto module =
        std::make_unique<Stage<N, In, Out>>(stage_name(stage).c_str(), plan_, stage, before, logic);
    after = &module->source();
    for (int rank = 0; rank < stage.registers; ++rank) ranks_.push_back({module.get(), rank});
    stages_.push_back(std::move(module));
  }

  const Plan plan_;
  std::vector<std::unique_ptr<AnyStage>> stages_;
  std::vector<Rank> ranks_;            // of all stages
  std::vector<std::uint8_t> valid_q_;  // of the operation offered, then of each rank
  Source<Operands> operands_;          // as the ports show them
  // The outputs of the stages made so far.
  const Source<Terms<N>>* terms_ = nullptr;
  const Source<Addends<N>>* addends_ = nullptr;
  const Source<Result>* result_ = nullptr;
};

}  // namespace mmasc
