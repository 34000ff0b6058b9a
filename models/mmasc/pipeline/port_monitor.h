// SPDX-License-Identifier: Apache-2.0
// Watches both sides of a unit and names the rules of the port contract that are broken.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <numeric>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>

#include "mmasc/pipeline/handshake.h"

namespace mmasc {

// As in rtl_ref/checker/mmasc_port_rule_pkg.sv. The unknown_ rules need wires with four states:
// bool has two, so that nothing breaks them here.
enum class PortRule {
  in_withdrawn,       // valid falls before the operation is taken
  in_changed,         // id or payload changes before it is taken
  out_withdrawn,      // valid falls before the result is taken
  out_changed,        // id or payload changes before it is taken
  out_of_order,       // a result after that of a later operation
  lost,               // no result
  doubled,            // a second result
  invented,           // a result without an operation
  too_early,          // in less than `latency` cycles
  too_late,           // in more than `latency` cycles, stalls apart
  valid_in_reset,     // a result is offered in reset
  unknown_handshake,  // X or Z on valid or ready, out of reset
  unknown_payload,    // X or Z in a valid id or payload
  beyond_width,       // a valid payload that does not fit
};

inline constexpr std::array<std::string_view, 14> kPortRuleNames{
    "in_withdrawn",   "in_changed",        "out_withdrawn",   "out_changed", "out_of_order",
    "lost",           "doubled",           "invented",        "too_early",   "too_late",
    "valid_in_reset", "unknown_handshake", "unknown_payload", "beyond_width"};

constexpr std::string_view name_of(PortRule rule) {
  return kPortRuleNames[static_cast<std::size_t>(rule)];
}
inline std::ostream& operator<<(std::ostream& out, PortRule rule) { return out << name_of(rule); }

// The limits of a unit that its monitor holds it to.
template <class In, class Out>
struct PortLimits {
  std::uint64_t latency = 0;        // cycles from an operation to its result; 0: not checked
  std::size_t depth = 64;           // operations remembered, at least 1; their ids must differ
  std::uint64_t lost_after = 1024;  // a result is lost after so many cycles with ready; > latency
  std::function<bool(const In&)> in_fits{};  // checks the planned widths; empty: everything fits
  std::function<bool(const Out&)> out_fits{};
};

struct PortViolation {
  PortRule rule;
  std::uint64_t id;     // of the operation
  std::uint64_t cycle;  // rising edges out of reset
};

// Samples on rising edges. If a broken rule costs cycles, later results are not called late for it:
// a fault is reported under its own name and no other.
template <class In, class Out>
class PortMonitor : public sc_core::sc_module, public ClockPorts {
 public:
  using Limits = PortLimits<In, Out>;
  using Report = std::function<void(const PortViolation&)>;

  sc_core::sc_in<bool> in_valid_i{"in_valid_i"}, in_ready_i{"in_ready_i"};
  sc_core::sc_in<bool> out_valid_i{"out_valid_i"}, out_ready_i{"out_ready_i"};
  sc_core::sc_in<Tagged<In>> in_data_i{"in_data_i"};
  sc_core::sc_in<Tagged<Out>> out_data_i{"out_data_i"};

  explicit PortMonitor(sc_core::sc_module_name name, Limits limits = {}, Report report = {})
      : sc_module(name), limits_(std::move(limits)), report_(std::move(report)) {
    SC_METHOD(on_clock);
    sensitive << clk_i.pos() << rst_ni.neg();
    dont_initialize();
  }
  SC_HAS_PROCESS(PortMonitor);

  void bind_input(Link<In>& link) {
    in_valid_i(link.valid);
    in_ready_i(link.ready);
    in_data_i(link.data);
  }
  void bind_output(Link<Out>& link) {
    out_valid_i(link.valid);
    out_ready_i(link.ready);
    out_data_i(link.data);
  }

  int count(PortRule rule) const { return counts_[static_cast<std::size_t>(rule)]; }
  int violations() const { return std::accumulate(counts_.begin(), counts_.end(), 0); }
  // The number of operations without a result; 0 once a bench has drained the unit.
  std::size_t in_flight() const {
    return static_cast<std::size_t>(std::ranges::count(operations_, true, &Operation::awaited));
  }

 private:
  struct Operation {
    std::uint64_t id, taken, moves;  // taken: the cycle; moves: moves_ after that cycle
    bool awaited = true, delivered = false;
  };
  using Place = typename std::deque<Operation>::iterator;

  void on_clock() {
    if (!rst_ni.read()) {
      in_waits_.reset();
      out_waits_.reset();
      operations_.clear();
      if (clk_i.posedge() && out_valid_i.read())
        breach(PortRule::valid_in_reset, out_data_i.read().id);
      return;
    }
    const bool in_valid = in_valid_i.read(), in_taken = in_valid && in_ready_i.read();
    const bool out_valid = out_valid_i.read(), out_taken = out_valid && out_ready_i.read();
    const bool withdrawn = out_waits_ && !out_valid;
    if (!out_waits_) offered_ = cycle_;
    check_side(in_valid, in_data_i.read(), in_waits_, limits_.in_fits, PortRule::in_withdrawn,
               PortRule::in_changed);
    check_side(out_valid, out_data_i.read(), out_waits_, limits_.out_fits, PortRule::out_withdrawn,
               PortRule::out_changed);

    if (in_taken) {
      if (operations_.size() == limits_.depth) forget_oldest();
      operations_.push_back({in_data_i.read().id, cycle_, 0});
    }
    const Place match = out_valid ? find_awaited(out_data_i.read().id) : operations_.end();
    const bool known = match != operations_.end();
    // In such a cycle every operation moves on by a rank, or its result is taken.
    if (out_ready_i.read() && !withdrawn && (known || !out_valid)) ++moves_;
    if (in_taken) operations_.back().moves = moves_;
    if (out_taken && known) deliver(match);
    if (out_taken && !known) refuse(out_data_i.read().id);
    find_lost();

    in_waits_.reset();
    if (in_valid && !in_taken) in_waits_ = in_data_i.read();
    out_waits_.reset();
    if (out_valid && !out_taken) out_waits_ = out_data_i.read();
    ++cycle_;
  }

  template <class Payload>
  void check_side(bool valid, const Tagged<Payload>& data,
                  const std::optional<Tagged<Payload>>& waits,
                  const std::function<bool(const Payload&)>& fits, PortRule withdrawn,
                  PortRule changed) {
    if (waits && !valid) breach(withdrawn, waits->id);
    if (waits && valid && !(*waits == data)) breach(changed, waits->id);
    if (valid && fits && !fits(data.payload)) breach(PortRule::beyond_width, data.id);
  }

  Place find_awaited(std::uint64_t id) {
    return std::ranges::find_if(operations_,
                                [&](const auto& o) { return o.awaited && o.id == id; });
  }

  void deliver(Place match) {
    const bool overtaken =
        std::any_of(match + 1, operations_.end(), [](const auto& o) { return o.delivered; });
    const bool overtakes =
        std::any_of(operations_.begin(), match, [](const auto& o) { return o.awaited; });
    if (overtaken) breach(PortRule::out_of_order, match->id);
    if (limits_.latency != 0 && !overtaken && !overtakes) {
      if (offered_ < match->taken + limits_.latency) breach(PortRule::too_early, match->id);
      if (moves_ - match->moves > limits_.latency) breach(PortRule::too_late, match->id);
    }
    match->awaited = false;
    match->delivered = true;
  }

  void refuse(std::uint64_t id) {
    const bool again =
        std::ranges::any_of(operations_, [&](const auto& o) { return o.delivered && o.id == id; });
    breach(again ? PortRule::doubled : PortRule::invented, id);
  }

  void find_lost() {
    for (Operation& o : operations_)
      if (o.awaited && moves_ - o.moves > limits_.lost_after) {
        breach(PortRule::lost, o.id);
        o.awaited = false;
      }
  }

  void forget_oldest() {
    if (operations_.front().awaited) breach(PortRule::lost, operations_.front().id);
    operations_.pop_front();
  }

  void breach(PortRule rule, std::uint64_t id) {
    ++counts_[static_cast<std::size_t>(rule)];
    if (report_) report_({rule, id, cycle_});
  }

  const Limits limits_;
  const Report report_;
  std::array<int, kPortRuleNames.size()> counts_{};
  std::optional<Tagged<In>> in_waits_;  // offered on the edge before, and not taken
  std::optional<Tagged<Out>> out_waits_;
  std::deque<Operation> operations_;  // the oldest first
  std::uint64_t cycle_ = 0, moves_ = 0;
  std::uint64_t offered_ = 0;  // when the result at hand was
};

}  // namespace mmasc
