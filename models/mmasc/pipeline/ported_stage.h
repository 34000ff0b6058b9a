// SPDX-License-Identifier: Apache-2.0
// A stage as a module with ports: for a design of modules that are bound by signals, some of them
// one's own. The unit of MmaUnit has stages without (stages.h), which simulate faster.
#pragma once

#include <utility>
#include <vector>

#include "mmasc/pipeline/stages.h"

namespace mmasc {

class AnyPortedStage : public sc_core::sc_module {
 public:
  // Sets where the contents of register `view.rank` stand. A module that shows none says false.
  virtual bool show(RegisterView&) { return false; }

 protected:
  using sc_module::sc_module;
};

// What a module of one's own derives from. It keeps the port contract of handshake.h, and is
// `plan.registers` ranks deep where it shall take as many cycles as the plan's.
template <class In, class Out>
class StagePorts : public AnyPortedStage,
                   public ClockPorts,
                   public InputPorts<In>,
                   public OutputPorts<Out> {
 protected:
  using AnyPortedStage::AnyPortedStage;
};

// A stage of a plan: its logic, then its ranks of registers.
//
//   data_i ---| logic |---| q0 |---| q1 |--- data_o
template <NumberSystem N, class In, class Out>
class PortedStage final : public StagePorts<In, Out> {
 public:
  PortedStage(sc_core::sc_module_name name, const Plan& plan, const StagePlan& stage,
              const StagesInUse<N>& in_use, StageLogic<N, In, Out> logic)
      : StagePorts<In, Out>(name),
        plan_(plan),
        stage_(stage),
        in_use_(in_use),
        logic_(logic),
        ranks_(static_cast<std::size_t>(stage.registers)) {
    for (Rank& rank : ranks_) shape<N>(plan_, stage_, rank.data.payload);
    if (ranks_.empty()) {
      SC_METHOD(pass);
      this->sensitive << this->valid_i << this->data_i << this->ready_i;
    } else {
      SC_METHOD(settle);
      this->sensitive << this->clk_i.pos() << this->rst_ni.neg() << this->ready_i;
    }
  }

  SC_HAS_PROCESS(PortedStage);

  bool show(RegisterView& view) override {
    Rank& rank = ranks_[static_cast<std::size_t>(view.rank)];
    view.handshakes[0].valid = place_of(rank.valid, 1);
    show_payload<N>(plan_, stage_, rank.data, rank.written, view);
    return true;
  }

 private:
  struct Rank {
    Tagged<Out> data;
    std::uint8_t valid = 0;
    bool written = false;
  };

  Out compute(const In& in) const { return in_use_.run(logic_, plan_, stage_, in); }

  void pass() {
    this->valid_o.write(this->valid_i.read());
    this->ready_o.write(this->ready_i.read());
    const Tagged<In>& in = this->data_i.read();
    if (this->valid_i.read()) this->data_o.write({in.id, compute(in.payload)});
  }

  void settle() {
    if (!this->rst_ni.read())
      reset();
    else if (this->clk_i.posedge())
      clock();
    bool is_full = true;
    for (const Rank& rank : ranks_) is_full = is_full && rank.valid != 0;
    this->ready_o.write(this->ready_i.read() || !is_full);
  }

  void reset() {
    for (Rank& rank : ranks_) rank.valid = 0;
    this->valid_o.write(false);
  }

  // From the last rank to the first, so that each still sees what stood before it.
  void clock() {
    bool ready = this->ready_i.read();
    for (std::size_t r = ranks_.size(); r-- > 0;) {
      Rank& rank = ranks_[r];
      ready = ready || rank.valid == 0;
      if (!ready) continue;
      rank.valid = r > 0 ? ranks_[r - 1].valid : std::uint8_t{this->valid_i.read()};
      if (rank.valid == 0) continue;
      rank.data = r > 0 ? ranks_[r - 1].data
                        : Tagged<Out>{this->data_i.read().id, compute(this->data_i.read().payload)};
      rank.written = true;
    }
    this->valid_o.write(ranks_.back().valid != 0);
    if (ranks_.back().valid != 0) this->data_o.write(ranks_.back().data);
  }

  const Plan& plan_;
  const StagePlan& stage_;
  const StagesInUse<N>& in_use_;
  const StageLogic<N, In, Out> logic_;
  std::vector<Rank> ranks_;
};

}  // namespace mmasc
