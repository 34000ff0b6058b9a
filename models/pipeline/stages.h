// SPDX-License-Identifier: Apache-2.0
// The four stages as SystemC modules: each a pure function before its ranks of registers. They have
// no processes and no ports: the unit clocks all of its stages in one process.
#pragma once

#include <algorithm>
#include <functional>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "arith/payload.h"
#include "pipeline/handshake.h"

namespace mmasc {

// Watches a register: it is called with every payload that the register has just taken, and may
// change it (fault injection).
template <class Payload>
using RegisterProbe = std::function<void(Tagged<Payload>&)>;

// What stands before a stage.
template <class Payload>
class Source {
 public:
  virtual bool valid() const = 0;
  virtual const Tagged<Payload>& data() = 0;  // where valid

 protected:
  ~Source() = default;
};

//             +-------+     +----+     +----+
//   source ---| logic |-----| q0 |-----| q1 |--- the next stage's source
//             +-------+     +----+     +----+
template <class In, class Out>
class Stage final : public sc_core::sc_module, public Source<Out> {
 public:
  using Logic = Out (*)(const Plan&, const StagePlan&, const In&);

  // `stage.registers` ranks follow the logic. With 0 the stage is combinational.
  Stage(sc_core::sc_module_name name, const Plan& plan, const StagePlan& stage, Source<In>& source,
        Logic logic)
      : sc_module(name),
        plan_(plan),
        stage_(stage),
        source_(source),
        logic_(logic),
        ranks_(static_cast<std::size_t>(stage.registers)) {}

  int registers() const { return static_cast<int>(ranks_.size()); }
  bool valid_q(int rank) const { return ranks_[static_cast<std::size_t>(rank)].valid; }
  const Tagged<Out>& data_q(int rank) const { return ranks_[static_cast<std::size_t>(rank)].data; }
  void set_probe(int rank, RegisterProbe<Out> probe) {
    ranks_[static_cast<std::size_t>(rank)].probe = std::move(probe);
  }

  bool valid() const override { return ranks_.empty() ? source_.valid() : ranks_.back().valid; }
  const Tagged<Out>& data() override {
    if (!ranks_.empty()) return ranks_.back().data;
    compute(wires_);
    return wires_;
  }

  bool is_full() const { return std::ranges::all_of(ranks_, &Rank::valid); }

  // A rising edge, on which what comes after takes the last rank's payload if it is `ready`. A rank
  // takes when it is empty or being emptied. Returns whether the stage takes what stands before it,
  // which is to be clocked after it.
  bool clock(bool ready) {
    for (auto to = ranks_.rbegin(); to != ranks_.rend(); ++to) {
      ready = ready || !to->valid;
      if (!ready) continue;
      const auto from = to + 1;
      to->valid = from == ranks_.rend() ? source_.valid() : from->valid;
      if (!to->valid) continue;
      if (from == ranks_.rend())
        compute(to->data);
      else
        to->data = from->data;
      if (to->probe) to->probe(to->data);
    }
    return ready;
  }

  void reset() {
    for (Rank& rank : ranks_) rank.valid = false;
  }

 private:
  struct Rank {
    bool valid = false;
    Tagged<Out> data;
    RegisterProbe<Out> probe;
  };

  // In place: assigning the logic's result would copy it.
  void compute(Tagged<Out>& to) {
    static_assert(std::is_trivially_destructible_v<Out>);
    const Tagged<In>& in = source_.data();
    to.id = in.id;
    ::new (&to.payload) Out(logic_(plan_, stage_, in.payload));
  }

  const Plan& plan_;
  const StagePlan& stage_;
  Source<In>& source_;
  const Logic logic_;
  std::vector<Rank> ranks_;
  Tagged<Out> wires_;  // without registers
};

template <NumberSystem N>
using Multiplier = Stage<Operands, Terms<N>>;
template <NumberSystem N>
using Aligner = Stage<Terms<N>, Addends<N>>;
template <NumberSystem N>
using AdderTreeLevel = Stage<Addends<N>, Addends<N>>;
template <NumberSystem N>
using AdderTree = Stage<Addends<N>, Terms<N>>;  // the last level
template <NumberSystem N>
using Normalizer = Stage<Terms<N>, Terms<N>>;
template <NumberSystem N>
using ResultNormalizer = Stage<Terms<N>, Result>;

}  // namespace mmasc
