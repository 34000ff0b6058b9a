// SPDX-License-Identifier: Apache-2.0
// A dot-product unit over one number system, with its stages open to probes.
#pragma once

#include <variant>

#include "arith/vectorized.h"
#include "pipeline/dot_product_unit.h"
#include "pipeline/fields.h"
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
  std::vector<RegisterView::Field> fields_of(const StagePlan& stage, const Payload& payload) const;

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
    terms_.push_back(std::make_unique<Link<Terms<N>>>(element("terms", int(terms_.size()))));
    module.bind_output(*terms_.back());
  }
  void drive_addends(auto& module) {
    addends_.push_back(
        std::make_unique<Link<Addends<N>>>(element("addends", int(addends_.size()))));
    module.bind_output(*addends_.back());
  }

  const Plan plan_;
  std::vector<AnyStage> stages_;
  std::vector<std::unique_ptr<Link<Terms<N>>>> terms_;
  std::vector<std::unique_ptr<Link<Addends<N>>>> addends_;
};

// The lowest `width` bits, two's complement, most significant first.
template <class Integer>
std::string to_bits(const Integer& value, int width) {
  std::string bits(static_cast<std::size_t>(width), '0');
  Integer rest = value;
  const bool negative = value < 0;
  if (negative) rest = -(rest + 1);
  for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit) {
    const bool one = static_cast<int>(rest & 1) != 0;
    *bit = one != negative ? '1' : '0';
    rest = static_cast<Integer>(rest >> 1);
  }
  return bits;
}
inline std::string to_bits(Numbers64::bit value, int) { return value != 0 ? "1" : "0"; }
inline std::string to_bits(std::uint64_t value, int width) { return to_bits(int128(value), width); }

template <NumberSystem N>
template <class Payload>
std::vector<RegisterView::Field> DotProductUnitOf<N>::fields_of(const StagePlan& stage,
                                                                const Payload& payload) const {
  const bool unknown = is_shapeless<N>(payload);
  Payload shaped;
  if (unknown) shape<N>(plan_, stage, shaped);
  std::vector<RegisterView::Field> fields;
  visit_fields<N>(plan_, stage, unknown ? std::as_const(shaped) : payload,
                  [&](const std::string& name, int width, const auto& field) {
                    fields.push_back({name, unknown ? std::string(std::size_t(width), 'x')
                                                    : to_bits(field, width)});
                  });
  return fields;
}

template <NumberSystem N>
std::vector<RegisterView> DotProductUnitOf<N>::registers() const {
  std::vector<RegisterView> views;
  int index = 0;
  for (const AnyStage& any : stages_) {
    const StagePlan& stage = plan_.stages[index++];
    std::visit(
        [&](const auto& module) {
          for (int rank = 0; rank < module->registers(); ++rank) {
            RegisterView view;
            view.stage = &stage;
            view.rank = rank;
            view.name = stage_name(stage) + ".rank" + std::to_string(rank);
            view.valid_q = [m = module.get(), rank] { return m->valid_q(rank); };
            view.id_q = [m = module.get(), rank] { return m->data_q(rank).id; };
            view.fields_q = [this, m = module.get(), rank, &stage] {
              return fields_of(stage, m->data_q(rank).payload);
            };
            views.push_back(std::move(view));
          }
        },
        any);
  }
  return views;
}

}  // namespace mmasc
