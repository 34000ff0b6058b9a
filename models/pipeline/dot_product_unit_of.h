// SPDX-License-Identifier: Apache-2.0
// A dot-product unit over one number system, with its stages open to probes.
#pragma once

#include <ranges>
#include <variant>

#include "arith/payload_fields.h"
#include "arith/vectorized.h"
#include "pipeline/dot_product_unit.h"
#include "pipeline/stages.h"
#include "spec/stage_name.h"

namespace mmasc {

template <NumberSystem N>
class DotProductUnitOf final : public DotProductUnit, private Source<Operands> {
 public:
  using AnyStage =
      std::variant<std::unique_ptr<Multiplier<N>>, std::unique_ptr<Aligner<N>>,
                   std::unique_ptr<AdderTreeLevel<N>>, std::unique_ptr<AdderTree<N>>,
                   std::unique_ptr<Normalizer<N>>, std::unique_ptr<ResultNormalizer<N>>>;

  DotProductUnitOf(sc_core::sc_module_name name, const Plan& plan)
      : DotProductUnit(name), plan_(plan) {
    for (const StagePlan& stage : plan_.stages) append(stage);
    SC_METHOD(settle);
    sensitive << clk_i.pos() << rst_ni.neg() << this->ready_i;
  }
  SC_HAS_PROCESS(DotProductUnitOf);

  const Plan& plan() const override { return plan_; }
  const std::vector<AnyStage>& stages() const { return stages_; }
  std::vector<RegisterView> registers() const override;

 private:
  bool valid() const override { return this->valid_i.read(); }
  const Tagged<Operands>& data() override { return this->data_i.read(); }

  void settle() {
    if (!rst_ni.read())
      reset();
    else if (clk_i.posedge())
      clock();
    this->ready_o.write(this->ready_i.read() || !is_full());
  }

  void reset() {
    for (AnyStage& any : stages_) std::visit([](auto& stage) { stage->reset(); }, any);
    this->valid_o.write(false);
  }

  // From the last stage to the first, so that each still sees what stood before it.
  void clock() {
    bool ready = this->ready_i.read();
    for (AnyStage& any : stages_ | std::views::reverse)
      ready = std::visit([&](auto& stage) { return stage->clock(ready); }, any);
    this->valid_o.write(result_->valid());
    if (result_->valid()) this->data_o.write(result_->data());
  }

  bool is_full() const {
    return std::ranges::all_of(stages_, [](const AnyStage& any) {
      return std::visit([](const auto& stage) { return stage->is_full(); }, any);
    });
  }

  void append(const StagePlan& stage) {
    switch (stage.kind) {
      case StageKind::multiplier:
        terms_ = make<Operands, Terms<N>>(
            stage, this, [](const Plan& plan, const StagePlan&, const Operands& in) {
              return vectorized::multiply<N>(plan, in);
            });
        return;
      case StageKind::aligner:
        addends_ = make<Terms<N>, Addends<N>>(
            stage, terms_, [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
              return vectorized::align<N>(plan, plan.levels[at.level], in);
            });
        return;
      case StageKind::adder_tree:
        if (stage.last_tree_level)
          terms_ = make<Addends<N>, Terms<N>>(
              stage, addends_, [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
                return vectorized::add<N>(plan, plan.levels[at.level], at.tree_level, in);
              });
        else
          addends_ = make<Addends<N>, Addends<N>>(
              stage, addends_, [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
                return vectorized::add_level<N>(plan, plan.levels[at.level], at.tree_level, in);
              });
        return;
      case StageKind::normalizer:
        if (stage.last)
          result_ = make<Terms<N>, Result>(
              stage, terms_, [](const Plan& plan, const StagePlan&, const Terms<N>& in) {
                return normalize_result<N>(plan, in);
              });
        else
          terms_ = make<Terms<N>, Terms<N>>(
              stage, terms_, [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
                return at.level < 0 ? normalize_products<N>(plan, in)
                                    : normalize_sums<N>(plan, plan.levels[at.level], in);
              });
        return;
    }
  }

  template <class In, class Out>
  Source<Out>* make(const StagePlan& stage, Source<In>* source,
                    typename Stage<In, Out>::Logic logic) {
    auto module =
        std::make_unique<Stage<In, Out>>(stage_name(stage).c_str(), plan_, stage, *source, logic);
    Source<Out>* const made = module.get();
    stages_.emplace_back(std::move(module));
    return made;
  }

  template <class Payload>
  void pack(const StagePlan& stage, const Payload& payload, PackedBits& bits) const {
    if (is_shapeless<N>(payload)) return;
    visit_fields<N>(plan_, stage, payload, [&](const FieldName&, int width, const auto& field) {
      bits.append(field, width);
    });
  }

  const Plan plan_;
  std::vector<AnyStage> stages_;
  // Of the stages so far; the unit's ports before the first.
  Source<Terms<N>>* terms_ = nullptr;
  Source<Addends<N>>* addends_ = nullptr;
  Source<Result>* result_ = nullptr;
};

template <NumberSystem N>
std::vector<RegisterView> DotProductUnitOf<N>::registers() const {
  std::vector<RegisterView> views = registers_of(plan_);
  auto view = views.begin();
  for (const AnyStage& any : stages_)
    std::visit(
        [&](const auto& module) {
          for (int rank = 0; rank < module->registers(); ++rank, ++view) {
            view->valid_q = [m = module.get(), rank](int) { return m->valid_q(rank); };
            view->id_q = [m = module.get(), rank](int) { return m->data_q(rank).id; };
            view->payload_q = [this, m = module.get(), rank, stage = view->stage](PackedBits& to) {
              pack(*stage, m->data_q(rank).payload, to);
            };
          }
        },
        any);
  return views;
}

}  // namespace mmasc
