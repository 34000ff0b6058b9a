// SPDX-License-Identifier: Apache-2.0
// A dot-product unit over one number system, with its stages open to probes.
#pragma once

#include <variant>

#include "arith/payload_fields.h"
#include "arith/vectorized.h"
#include "pipeline/dot_product_unit.h"
#include "pipeline/stages.h"
#include "spec/stage_name.h"

namespace mmasc {

template <NumberSystem N>
class DotProductUnitOf final : public DotProductUnit {
 public:
  using AnyStage =
      std::variant<std::unique_ptr<Multiplier<N>>, std::unique_ptr<Aligner<N>>,
                   std::unique_ptr<AdderTreeLevel<N>>, std::unique_ptr<AdderTree<N>>,
                   std::unique_ptr<Normalizer<N>>, std::unique_ptr<ResultNormalizer<N>>>;

  DotProductUnitOf(sc_core::sc_module_name name, const Plan& plan)
      : DotProductUnit(name), plan_(plan) {
    for (const StagePlan& stage : plan_.stages) append(stage);
  }

  const Plan& plan() const override { return plan_; }
  const std::vector<AnyStage>& stages() const { return stages_; }
  std::vector<RegisterView> registers() const override;

 private:
  void append(const StagePlan& stage) {
    switch (stage.kind) {
      case StageKind::multiplier: {
        auto& module = make<Operands, Terms<N>>(
            stage, [this](const Operands& in) { return vectorized::multiply<N>(plan_, in); });
        module.forward_input(*this);
        drive_terms(module);
        return;
      }
      case StageKind::aligner: {
        auto& module = make<Terms<N>, Addends<N>>(stage, [this, &stage](const Terms<N>& in) {
          return vectorized::align<N>(plan_, plan_.levels[stage.level], in);
        });
        module.bind_input(*terms_.back());
        drive_addends(module);
        return;
      }
      case StageKind::adder_tree:
        if (!stage.last_tree_level) {
          auto& module = make<Addends<N>, Addends<N>>(stage, [this, &stage](const Addends<N>& in) {
            return vectorized::add_level<N>(plan_, plan_.levels[stage.level], stage.tree_level, in);
          });
          module.bind_input(*addends_.back());
          drive_addends(module);
        } else {
          auto& module = make<Addends<N>, Terms<N>>(stage, [this, &stage](const Addends<N>& in) {
            return vectorized::add<N>(plan_, plan_.levels[stage.level], stage.tree_level, in);
          });
          module.bind_input(*addends_.back());
          drive_terms(module);
        }
        return;
      case StageKind::normalizer:
        if (stage.last) {
          auto& module = make<Terms<N>, Result>(
              stage, [this](const Terms<N>& in) { return normalize_result<N>(plan_, in); });
          module.bind_input(*terms_.back());
          module.forward_output(*this);
        } else {
          auto& module = make<Terms<N>, Terms<N>>(stage, [this, &stage](const Terms<N>& in) {
            return stage.level < 0 ? normalize_products<N>(plan_, in)
                                   : normalize_sums<N>(plan_, plan_.levels[stage.level], in);
          });
          module.bind_input(*terms_.back());
          drive_terms(module);
        }
        return;
    }
  }

  template <class Payload>
  void pack(const StagePlan& stage, const Payload& payload, PackedBits& bits) const {
    if (is_shapeless<N>(payload)) return;
    visit_fields<N>(plan_, stage, payload, [&](const FieldName&, int width, const auto& field) {
      bits.append(field, width);
    });
  }

  template <class In, class Out>
  Stage<In, Out>& make(const StagePlan& stage, std::function<Out(const In&)> logic) {
    auto module = std::make_unique<Stage<In, Out>>(stage_name(stage).c_str(), stage.registers,
                                                   std::move(logic));
    module->forward_clock(*this);
    Stage<In, Out>& made = *module;
    stages_.emplace_back(std::move(module));
    return made;
  }

  void drive_terms(auto& module) {
    const std::string name = "terms_" + std::to_string(terms_.size());
    terms_.push_back(std::make_unique<Link<Terms<N>>>(name));
    module.bind_output(*terms_.back());
  }
  void drive_addends(auto& module) {
    const std::string name = "addends_" + std::to_string(addends_.size());
    addends_.push_back(std::make_unique<Link<Addends<N>>>(name));
    module.bind_output(*addends_.back());
  }

  const Plan plan_;
  std::vector<AnyStage> stages_;
  std::vector<std::unique_ptr<Link<Terms<N>>>> terms_;
  std::vector<std::unique_ptr<Link<Addends<N>>>> addends_;
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
