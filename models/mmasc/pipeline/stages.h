// SPDX-License-Identifier: Apache-2.0
// The four stages as SystemC modules: each a pure function before its ranks of registers. They hold
// payloads and have neither ports nor processes: their unit tells them what to take, all in one
// process. A kernel's events and copies of payloads would take longer than the arithmetic.
#pragma once

#include <algorithm>
#include <functional>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "mmasc/arith/field_fit.h"
#include "mmasc/pipeline/handshake.h"
#include "mmasc/pipeline/register_view.h"

namespace mmasc {

// Watches a register: it is called with every payload that the register has just taken, and may
// change it (fault injection).
template <class Payload>
using RegisterProbe = std::function<void(Tagged<Payload>&)>;

class AnyStage : public sc_core::sc_module {
 public:
  // Register `rank` takes its input: rank 0 what the logic makes of the payload before the stage,
  // the others the register before them. In a stage without registers rank 0 is its wires.
  virtual void take(int rank) = 0;
  // Adds where the contents stand, all but valid.
  virtual void show(RegisterView& view) = 0;

 protected:
  using sc_module::sc_module;
};

// Sets the places of an id and a payload in a view of their register.
template <NumberSystem N, class Out>
void show_payload(const Plan& plan, const StagePlan& stage, Tagged<Out>& data, const bool& written,
                  RegisterView& view) {
  view.handshakes[0].id = place_of(data.id, 64);
  view.written = &written;
  auto field = view.fields.begin();
  visit_fields<N>(plan, stage, data.payload, [&](const FieldName&, int width, auto& value) {
    field++->place = place_of(value, width);
  });
}

// The payload before a stage.
template <class Payload>
struct Source {
  const Tagged<Payload>* data = nullptr;
  AnyStage* wires = nullptr;  // which take first; null: a register
};

template <NumberSystem N, class Out>
class StageTo : public AnyStage {
 public:
  const Tagged<Out>& data_q(int rank) const { return at(rank).data; }
  void set_probe(int rank, RegisterProbe<Out> probe) { at(rank).probe = std::move(probe); }

  const Source<Out>& source() const { return source_; }

  void show(RegisterView& view) final {
    Register& shown = at(view.rank);
    show_payload<N>(plan_, stage_, shown.data, shown.written, view);
  }

 protected:
  struct Register {
    Tagged<Out> data;  // stays where it is; its payload has all of its fields from the start
    bool written = false;
    RegisterProbe<Out> probe;
  };

  StageTo(sc_core::sc_module_name name, const Plan& plan, const StagePlan& stage)
      : AnyStage(name),
        plan_(plan),
        stage_(stage),
        registers_(std::max<std::size_t>(1, stage.registers)) {
    for (Register& each : registers_) shape<N>(plan_, stage_, each.data.payload);
    source_ = {&registers_.back().data, stage_.registers == 0 ? this : nullptr};
  }

  Register& at(int rank) { return registers_[static_cast<std::size_t>(rank)]; }
  const Register& at(int rank) const { return registers_[static_cast<std::size_t>(rank)]; }

  const Plan& plan_;
  const StagePlan& stage_;

 private:
  std::vector<Register> registers_;
  Source<Out> source_;  // of the next stage
};

// The stages that a unit computes with: the plan's, or of one's own, of which is checked what they
// give.
template <NumberSystem N>
class StagesInUse {
 public:
  explicit StagesInUse(const StageSet* own)
      : stages_(own != nullptr ? own->on<N>() : shipped_stages<N>()), are_own_(own != nullptr) {}

  template <class In, class Out>
  Out run(StageLogic<N, In, Out> logic, const Plan& plan, const StagePlan& stage,
          const In& in) const {
    return are_own_ ? checked<N>(logic, stages_, plan, stage, in) : logic(stages_, plan, stage, in);
  }

 private:
  const Stages<N>& stages_;
  const bool are_own_;
};

//             +-------+     +----+     +----+
//   before ---| logic |-----| q0 |-----| q1 |--- source of the next stage
//             +-------+     +----+     +----+
template <NumberSystem N, class In, class Out>
class Stage final : public StageTo<N, Out> {
 public:
  Stage(sc_core::sc_module_name name, const Plan& plan, const StagePlan& stage,
        const Source<In>& before, const StagesInUse<N>& in_use, StageLogic<N, In, Out> logic)
      : StageTo<N, Out>(name, plan, stage), before_(before), in_use_(in_use), logic_(logic) {}

  void take(int rank) override {
    auto& to = this->at(rank);
    if (rank == 0)
      compute(to.data);
    else
      to.data = this->at(rank - 1).data;
    to.written = true;
    if (to.probe) to.probe(to.data);
  }

 private:
  // In place: an assignment would copy what the logic returns.
  void compute(Tagged<Out>& to) {
    static_assert(std::is_trivially_destructible_v<Out>);
    if (before_.wires != nullptr) before_.wires->take(0);
    to.id = before_.data->id;
    ::new (&to.payload) Out(in_use_.run(logic_, this->plan_, this->stage_, before_.data->payload));
  }

  const Source<In>& before_;
  const StagesInUse<N>& in_use_;
  const StageLogic<N, In, Out> logic_;
};

}  // namespace mmasc
