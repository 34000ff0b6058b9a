// SPDX-License-Identifier: Apache-2.0
// The four stages as SystemC modules. Each calls its pure function before its ranks of registers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arith/payload.h"
#include "pipeline/elastic_register.h"

namespace mmasc {

template <class In, class Out>
class Stage : public sc_core::sc_module,
              public ClockPorts,
              public InputPorts<In>,
              public OutputPorts<Out> {
 public:
  // `registers` ranks follow the logic. With 0 the stage is combinational.
  Stage(sc_core::sc_module_name name, int registers, std::function<Out(const In&)> logic)
      : sc_module(name) {
    if (registers == 0) {
      combinational_ = std::make_unique<Combinational<In, Out>>("logic", std::move(logic));
      combinational_->forward_input(*this);
      combinational_->forward_output(*this);
      return;
    }
    first_ = std::make_unique<ElasticRegister<In, Out>>("rank0", std::move(logic));
    first_->forward_clock(*this);
    first_->forward_input(*this);
    for (int rank = 1; rank < registers; ++rank) {
      const std::string suffix = std::to_string(rank);
      links_.push_back(std::make_unique<Link<Out>>("link" + suffix));
      if (rank == 1)
        first_->bind_output(*links_.back());
      else
        later_.back()->bind_output(*links_.back());
      later_.push_back(std::make_unique<ElasticRegister<Out, Out>>(
          ("rank" + suffix).c_str(), [](const Out& payload) { return payload; }));
      later_.back()->forward_clock(*this);
      later_.back()->bind_input(*links_.back());
    }
    if (later_.empty())
      first_->forward_output(*this);
    else
      later_.back()->forward_output(*this);
  }

  int registers() const { return first_ ? 1 + static_cast<int>(later_.size()) : 0; }
  void set_probe(int rank, RegisterProbe<Out> probe) {
    if (rank == 0)
      first_->set_probe(std::move(probe));
    else
      later_[static_cast<std::size_t>(rank - 1)]->set_probe(std::move(probe));
  }
  bool valid_q(int rank) const { return rank == 0 ? first_->valid_q() : later(rank).valid_q(); }
  const Tagged<Out>& data_q(int rank) const {
    return rank == 0 ? first_->data_q() : later(rank).data_q();
  }

 private:
  const ElasticRegister<Out, Out>& later(int rank) const {
    return *later_[static_cast<std::size_t>(rank - 1)];
  }

  std::unique_ptr<Combinational<In, Out>> combinational_;
  std::unique_ptr<ElasticRegister<In, Out>> first_;
  std::vector<std::unique_ptr<ElasticRegister<Out, Out>>> later_;
  std::vector<std::unique_ptr<Link<Out>>> links_;
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
