// SPDX-License-Identifier: Apache-2.0
// The stages of a plan, each of which a design of one's own may replace. What no field of a row
// says - an approximate multiplier, another adder tree - is a class derived from Stages that
// overrides one function:
//
//   template <class N>  // a number system: whichever integers hold the words of the plan
//   struct Truncated : mmasc::Stages<N> {  // drops the two lowest bits of every product
//     mmasc::Terms<N> multiply(const mmasc::Plan& plan, const mmasc::Operands& in) const override {
//       mmasc::Terms<N> terms = mmasc::Stages<N>::multiply(plan, in);
//       const int bits = plan.multiplier.product.magnitude_bits + 1;
//       for (int i = 0; i < plan.lanes(); ++i)
//         terms.significand[i] =
//             N::shift_left(N::shift_right(terms.significand[i], 2, bits), 2, bits);
//       return terms;
//     }
//   };
//   MMASC_STAGES(Truncated)  // at the end of a source of a shared library
//
// A row names the shared library in its field `stages`; a program gives a StageSet to the unit's
// Sequence. Every field of what a stage gives must fit the width that the plan has for it, which
// registers and RTL have too; later stages take flags and numbers as they stand.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mmasc/arith/payload.h"
#include "mmasc/arith/wide_numbers.h"
#include "mmasc/unit/library_version.h"

namespace mmasc {

// Each function is called by several threads at once.
template <NumberSystem N>
class Stages {
 public:
  virtual ~Stages() = default;

  // Gives the products in lane order, then c.
  virtual Terms<N> multiply(const Plan& plan, const Operands& in) const;
  // Rounds each product, in plans that do; c stays as it is.
  virtual Terms<N> normalize_products(const Plan& plan, const Terms<N>& in) const;
  // Aligns the terms of every sum of the level.
  virtual Addends<N> align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) const;
  // Adds at the nodes of level `tree_level`, of plan.adder_radix inputs each, but for the last.
  virtual Addends<N> add_level(const Plan& plan, const LevelPlan& level, int tree_level,
                               const Addends<N>& in) const;
  // Adds at the last level, which gives a term for each sum.
  virtual Terms<N> add(const Plan& plan, const LevelPlan& level, int tree_level,
                       const Addends<N>& in) const;
  // Rounds the sums of the level, in plans where one does.
  virtual Terms<N> normalize_sums(const Plan& plan, const LevelPlan& level,
                                  const Terms<N>& in) const;
  // Rounds and packs the root's only term.
  virtual Result normalize_result(const Plan& plan, const Terms<N>& in) const;
};
extern template class Stages<Numbers64>;
extern template class Stages<Numbers128>;
extern template class Stages<Numbers320>;
extern template class Stages<Numbers640>;
extern template class Stages<Numbers4480>;

// One design's stages on every number system that a plan may need.
class StageSet {
 public:
  template <template <class> class Own>
  static StageSet of() {
    return StageSet(std::make_unique<Own<Numbers64>>(), std::make_unique<Own<Numbers128>>(),
                    std::make_unique<Own<Numbers320>>(), std::make_unique<Own<Numbers640>>(),
                    std::make_unique<Own<Numbers4480>>());
  }

  template <NumberSystem N>
  const Stages<N>& on() const {
    return *std::get<On<N>>(stages_);
  }

 private:
  template <NumberSystem N>
  using On = std::unique_ptr<const Stages<N>>;

  template <class... Own>
  explicit StageSet(Own... own) : stages_(std::move(own)...) {}

  std::tuple<On<Numbers64>, On<Numbers128>, On<Numbers320>, On<Numbers640>, On<Numbers4480>>
      stages_;
};

// The stages as shipped.
template <NumberSystem N>
const Stages<N>& shipped_stages() {
  static const Stages<N> stages;
  return stages;
}

// One fused step of a plan by these stages. Throws InputError where one gives what the plan has no
// room for.
Result evaluate(const Plan& plan, const StageSet& stages, const Operands& in);

// A field of what leaves a stage of one step.
struct FieldOfStep {
  std::string stage, field;  // "aligner_0", "addend_3"
  std::string bits;          // "0x1f"
  friend bool operator==(const FieldOfStep&, const FieldOfStep&) = default;
};
// All of them, stage by stage; null: by the plan's stages.
std::vector<FieldOfStep> fields_of_step(const Plan& plan, const StageSet* stages,
                                        const Operands& in);

// What a shared library of stages shows, under the name mmasc_own_stages.
struct OwnStages {
  const char* (*version)() = library_version;  // of the mmasc that it was built with
  std::size_t plan_bytes = sizeof(Plan);
  const StageSet& (*stages)() = nullptr;
};
template <template <class> class Own>
const StageSet& the_stages() {
  static const StageSet stages = StageSet::of<Own>();
  return stages;
}
#define MMASC_STAGES(Own)                                                            \
  extern "C" [[gnu::visibility("default")]] const mmasc::OwnStages mmasc_own_stages; \
  const mmasc::OwnStages mmasc_own_stages{.stages = mmasc::the_stages<Own>};

// The stages of a shared library, which stays loaded. Throws InputError where it has none or was
// built for another version of mmasc, EnvironmentError where it cannot be loaded.
std::shared_ptr<const StageSet> load_stages(const std::string& path);

}  // namespace mmasc
