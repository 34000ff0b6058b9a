// SPDX-License-Identifier: Apache-2.0
// Registers of vector lanes behind the stage functions (lane_array.h).
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "mmasc/arith/lane_array.h"
#include "mmasc/arith/lane_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
#include "mmasc/arith/payload_fields.h"
#include "mmasc/arith/steps.h"

namespace mmasc::HWY_NAMESPACE {

inline constexpr unsigned kAllLanes = (1u << LaneNumbers::kLanes) - 1;

// The lanes that a last group of units leaves free. They are as good as any.
inline unsigned free_lanes(int units, int group) {
  const int taken = units - group * LaneNumbers::kLanes;
  return taken >= LaneNumbers::kLanes ? 0 : kAllLanes & ~0u << taken;
}

// Takes `from` in the lanes of `p`; the other lanes of `to` stay.
inline void blend(const LaneNumbers::bit& p, const LaneNumbers::raw& from, LaneNumbers::raw& to) {
  to = LaneNumbers::to_raw(
      LaneNumbers::select(p, LaneNumbers::from_raw(from, 64), LaneNumbers::from_raw(to, 64)));
}
template <class Field>
void blend(const LaneNumbers::bit& p, const Field& from, Field& to) {
  to = LaneNumbers::select(p, from, to);
}
template <class Field, int kCapacity>
void blend(const LaneNumbers::bit& p, const Bounded<Field, kCapacity>& from,
           Bounded<Field, kCapacity>& to) {
  to.resize(from.size());
  for (int i = 0; i < from.size(); ++i) blend(p, from[i], to[i]);
}
inline void blend(const LaneNumbers::bit& p, const SumFlags<LaneNumbers>& from,
                  SumFlags<LaneNumbers>& to) {
  blend(p, from.exponent, to.exponent);
  blend(p, from.zero, to.zero);
  blend(p, from.nan, to.nan);
  blend(p, from.infinite, to.infinite);
  blend(p, from.negative_infinity, to.negative_infinity);
  blend(p, from.negative_zero, to.negative_zero);
  blend(p, from.lost, to.lost);
}
inline void blend(const LaneNumbers::bit& p, const Terms<LaneNumbers>& from,
                  Terms<LaneNumbers>& to) {
  blend(p, from.significand, to.significand);
  blend(p, from.exponent, to.exponent);
  blend(p, from.negative, to.negative);
  blend(p, from.zero, to.zero);
  blend(p, from.nan, to.nan);
  blend(p, from.infinite, to.infinite);
}
inline void blend(const LaneNumbers::bit& p, const Addends<LaneNumbers>& from,
                  Addends<LaneNumbers>& to) {
  blend(p, from.addend, to.addend);
  blend(p, from.sum, to.sum);
  blend(p, from.bypass, to.bypass);
}
using LaneResult = ResultOf<LaneNumbers::raw>;
inline void blend(const LaneNumbers::bit& p, const LaneResult& from, LaneResult& to) {
  blend(p, from.d, to.d);
}
using LaneStepOperands = StepOperands<LaneNumbers>;
inline void blend(const LaneNumbers::bit& p, const LaneStepOperands& from, LaneStepOperands& to) {
  for (const OperandRow& row : kInputs) {
    const auto elements = from[row.operand];
    to.resize(row.operand, elements.size());
    for (int i = 0; i < elements.size(); ++i) blend(p, elements[i], to[row.operand][i]);
  }
  blend(p, from.c_is_input, to.c_is_input);
}

class AnyLaneStage {
 public:
  virtual ~AnyLaneStage() = default;
  virtual void take(int rank, int group, unsigned lanes) = 0;
  virtual void visit_places(int rank, int unit, const LaneArray::PlaceVisitor& visit) const = 0;
};

// The payloads at the input of a stage, one for each group of units.
template <class Payload>
struct LaneSource {
  const Payload* groups = nullptr;
  AnyLaneStage* wires = nullptr;  // which take first; null: a register
  bool of_any_group = false;      // one for all
};

// `Logic` is a type, not a pointer: what turns a lambda into a pointer is compiled for no target,
// and returns vectors otherwise.
template <class In, class Out, class Logic>
class LaneStage final : public AnyLaneStage {
 public:
  LaneStage(const Plan& plan, const StagePlan& stage, int groups, const LaneSource<In>& before)
      : plan_(plan), stage_(stage), groups_(groups), before_(before) {
    const int ranks = std::max(1, stage.registers);
    payloads_ = std::make_unique<Out[]>(static_cast<std::size_t>(ranks * groups));
    for (int i = 0; i < ranks * groups; ++i)
      shape<LaneNumbers>(plan, stage, payloads_[static_cast<std::size_t>(i)]);
    source_ = {&at(ranks - 1, 0), stage.registers == 0 ? this : nullptr};
  }

  const LaneSource<Out>& source() const { return source_; }

  void take(int rank, int group, unsigned lanes) override {
    Out& to = at(rank, group);
    if (rank > 0) return put(at(rank - 1, group), lanes, to);
    if (before_.wires != nullptr) before_.wires->take(0, group, lanes);
    const In& in = before_.groups[before_.of_any_group ? 0 : group];
    if (lanes == kAllLanes)  // in place: an assignment would copy what the logic returns
      ::new (&to) Out(logic_(plan_, stage_, in));
    else
      put(logic_(plan_, stage_, in), lanes, to);
  }

  void visit_places(int rank, int unit, const LaneArray::PlaceVisitor& visit) const override {
    const int lane = unit % LaneNumbers::kLanes;
    visit_fields<LaneNumbers>(plan_, stage_, at(rank, unit / LaneNumbers::kLanes),
                              [&](const FieldName&, int, const auto& field) {
                                if constexpr (sizeof field == 1)  // a mask of bits
                                  visit(&field, lane, 1);
                                else
                                  visit(reinterpret_cast<const std::uint64_t*>(&field) + lane, 0,
                                        8);
                              });
  }

 private:
  static void put(const Out& from, unsigned lanes, Out& to) {
    if (lanes == kAllLanes)
      to = from;
    else
      blend(LaneNumbers::bits_of(lanes), from, to);
  }
  Out& at(int rank, int group) const {
    return payloads_[static_cast<std::size_t>(rank * groups_ + group)];
  }

  const Plan& plan_;
  const StagePlan& stage_;
  const int groups_;
  const LaneSource<In>& before_;
  const Logic logic_{};
  std::unique_ptr<Out[]> payloads_;
  LaneSource<Out> source_;  // of the next stage
};

class LaneArrayOfTarget final : public LaneArray {
  using N = LaneNumbers;
  using TermsSource = LaneSource<Terms<N>>;
  using AddendsSource = LaneSource<Addends<N>>;

 public:
  LaneArrayOfTarget(const SequencePlan& program, const Plan& plan, int units)
      : program_(program),
        plan_(plan),
        units_(units),
        groups_((units + N::kLanes - 1) / N::kLanes) {
    while (plan.stages[first_stage_].registers == 0) ++first_stage_;
    for (const StagePlan& stage : plan_.stages) append(stage);
  }

  void take(int stage, int rank, int group, unsigned lanes, const Inputs& inputs) override {
    if (stage == first_stage_ && rank == 0) load(lanes, inputs);
    stages_[static_cast<std::size_t>(stage)]->take(rank, group, lanes | free_lanes(units_, group));
  }
  std::uint64_t d(int unit) const override {
    std::uint64_t lane;
    std::memcpy(&lane,
                reinterpret_cast<const char*>(&result_->groups[unit / N::kLanes].d) +
                    unit % N::kLanes * sizeof lane,
                sizeof lane);
    return lane;
  }
  void visit_places(int stage, int rank, int unit, const PlaceVisitor& visit) const override {
    stages_[static_cast<std::size_t>(stage)]->visit_places(rank, unit, visit);
  }

 private:
  // Step by step: a unit that has nothing to do in one step is ahead of others.
  void load(unsigned lanes, const Inputs& inputs) {
    bool is_first = true;
    for (unsigned left = lanes; left != 0; is_first = false) {
      const int first = std::countr_zero(left);
      unsigned alike = 0;
      for (int lane = first; lane < N::kLanes; ++lane)
        if ((left >> lane & 1) != 0 && inputs.step[lane] == inputs.step[first]) alike |= 1u << lane;
      left &= ~alike;
      const auto these = N::bits_of(alike);
      LaneOperands all(N::load(inputs.c));
      for (const OperandRow& row : kInputs) {
        const std::uint64_t* const* const lanes_of = inputs.elements[row.operand].data();
        all[row.operand] = {lanes_of[first], N::places(lanes_of, first, these)};
      }
      const auto chained = N::load(inputs.chained);
      if (is_first)
        ::new (&operands_)
            LaneStepOperands(operands_of_step<N>(program_, inputs.step[first], all, chained));
      else
        blend(these, operands_of_step<N>(program_, inputs.step[first], all, chained), operands_);
    }
  }

  void append(const StagePlan& stage) {
    switch (stage.kind) {
      case StageKind::multiplier:
        return make<LaneStepOperands, Terms<N>>(
            stage, before_, terms_,
            [](const Plan& plan, const StagePlan&, const LaneStepOperands& in) {
              return multiply<N>(plan, in);
            });
      case StageKind::aligner:
        return make<Terms<N>, Addends<N>>(
            stage, *terms_, addends_,
            [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
              return align<N>(plan, plan.levels[at.level], in);
            });
      case StageKind::adder_tree:
        if (stage.last_tree_level)
          return make<Addends<N>, Terms<N>>(
              stage, *addends_, terms_,
              [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
                return add<N>(plan, plan.levels[at.level], at.tree_level, in);
              });
        return make<Addends<N>, Addends<N>>(
            stage, *addends_, addends_,
            [](const Plan& plan, const StagePlan& at, const Addends<N>& in) {
              return add_level<N>(plan, plan.levels[at.level], at.tree_level, in);
            });
      case StageKind::normalizer:
        if (stage.last)
          return make<Terms<N>, LaneResult>(
              stage, *terms_, result_, [](const Plan& plan, const StagePlan&, const Terms<N>& in) {
                return normalize_result<N>(plan, in);
              });
        return make<Terms<N>, Terms<N>>(
            stage, *terms_, terms_, [](const Plan& plan, const StagePlan& at, const Terms<N>& in) {
              return at.level < 0 ? normalize_products<N>(plan, in)
                                  : normalize_sums<N>(plan, plan.levels[at.level], in);
            });
    }
  }
  template <class In, class Out, class Logic>
  void make(const StagePlan& stage, const LaneSource<In>& before, const LaneSource<Out>*& after,
            Logic) {
    auto made = std::make_unique<LaneStage<In, Out, Logic>>(plan_, stage, groups_, before);
    after = &made->source();
    stages_.push_back(std::move(made));
  }

  const SequencePlan& program_;
  const Plan& plan_;
  const int units_, groups_;
  int first_stage_ = 0;        // with registers
  LaneStepOperands operands_;  // of the group that takes
  const LaneSource<LaneStepOperands> before_{&operands_, nullptr, true};
  std::vector<std::unique_ptr<AnyLaneStage>> stages_;
  // The outputs of the stages made so far.
  const TermsSource* terms_ = nullptr;
  const AddendsSource* addends_ = nullptr;
  const LaneSource<LaneResult>* result_ = nullptr;
};

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
