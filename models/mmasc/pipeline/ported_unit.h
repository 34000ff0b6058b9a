// SPDX-License-Identifier: Apache-2.0
// A dot-product unit wired of stages with ports. In every cycle its registers hold what those of
// the unit of stages without ports do.
//
//   --[multiplier]--Link<Terms>--[aligner_0]--Link<Addends>--[adder_tree_0_0]-- ... --
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/ported_stage.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {

// N has room for the plan's words: Numbers64 where plan.word_bits is at most 64.
template <NumberSystem N>
class PortedUnit final : public DotProductUnit {
 public:
  // Makes the module of a stage, a StagePorts of its payloads; null: the plan's own.
  using MakeStage =
      std::function<std::unique_ptr<AnyPortedStage>(const Plan& plan, const StagePlan& stage)>;

  // Throws InputError where N has no room for the plan's words, and where a module made has other
  // ports than its stage.
  PortedUnit(sc_core::sc_module_name name, const Plan& plan, MakeStage make = {},
             const StageSet* stages = nullptr)
      : DotProductUnit(name), plan_(plan), in_use_(stages) {
    if (plan.word_bits > 8 * static_cast<int>(sizeof(typename N::word)))
      throw InputError("the plan has words of " + std::to_string(plan.word_bits) +
                       " bits; take a number system that holds them (mmasc/arith/wide_numbers.h)");
    for (const StagePlan& stage : plan_.stages)
      with_logic<N>(stage, [&]<class In, class Out>(StageLogic<N, In, Out> logic) {
        std::unique_ptr<AnyPortedStage> module = make ? make(plan_, stage) : nullptr;
        if (module == nullptr)
          module = std::make_unique<PortedStage<N, In, Out>>(stage_name(stage).c_str(), plan_,
                                                             stage, in_use_, logic);
        wire<In, Out>(stage, *module);
        modules_.push_back(std::move(module));
      });
  }

  const Plan& plan() const override { return plan_; }
  // Those of modules that show none have no places.
  std::vector<RegisterView> registers() const override {
    std::vector<RegisterView> views = registers_of(plan_), shown;
    for (RegisterView& view : views) {
      const auto stage = static_cast<std::size_t>(view.stage - plan_.stages.begin());
      if (modules_[stage]->show(view)) shown.push_back(std::move(view));
    }
    return shown;
  }

 private:
  template <class In, class Out>
  void wire(const StagePlan& stage, AnyPortedStage& module) {
    auto* const ports = dynamic_cast<StagePorts<In, Out>*>(&module);
    if (ports == nullptr)
      throw InputError(
          "the module for " + stage_name(stage) +
          " has other ports; derive it from StagePorts of what the stage takes and gives");
    ports->forward_clock(*this);
    if constexpr (std::is_same_v<In, Operands>)
      ports->forward_input(*this);
    else
      ports->bind_input(*static_cast<Link<In>*>(links_.back().get()));
    if constexpr (std::is_same_v<Out, Result>) {
      ports->forward_output(*this);
    } else {
      const auto link = std::make_shared<Link<Out>>(stage_name(stage) + "_out");
      ports->bind_output(*link);
      links_.push_back(link);
    }
  }

  const Plan plan_;
  const StagesInUse<N> in_use_;
  std::vector<std::unique_ptr<AnyPortedStage>> modules_;  // one for each of the plan's stages
  std::vector<std::shared_ptr<void>> links_;              // behind each but the last
};

}  // namespace mmasc
