// SPDX-License-Identifier: Apache-2.0
// Stands between an initiator and a target socket, passes every call on as it is, and names the
// rules of the base protocol that are broken. It raises no report and stops nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "mmasc/protocol_checker/protocol_rules.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

struct ProtocolViolation {
  ProtocolRule rule;
  sc_time time;
  std::uint64_t address;  // of the payload at that time; the first of the range of an invalidation
};

class ProtocolCheckerCore : public sc_core::sc_module, public ForwardIf, public BackwardIf {
 public:
  using Report = std::function<void(const ProtocolViolation&)>;

  std::uint64_t count(ProtocolRule rule) const { return counts_[static_cast<std::size_t>(rule)]; }
  std::uint64_t violations() const;
  // Transactions begun and not ended; 0 once all that was asked for has been answered.
  std::size_t in_flight() const { return flights_.size(); }
  // Transactions that ended, in either transport.
  std::uint64_t finished() const { return finished_; }

  void b_transport(Payload& payload, sc_time& delay) override;
  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override;
  unsigned int transport_dbg(Payload& payload) override;
  Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

 protected:
  ProtocolCheckerCore(sc_core::sc_module_name name, Report report)
      : sc_module(name), report_(std::move(report)) {}
  virtual ForwardIf& target() = 0;
  virtual BackwardIf& initiator() = 0;

 private:
  // A transaction between its request and its end, with what must stay as it is.
  struct Flight {
    bool blocking;
    Phase phase;   // its last
    sc_time time;  // of that phase, annotation included
    ::tlm::tlm_command command;
    std::uint8_t *data, *enables;
    unsigned length, enables_length, streaming_width;
    std::vector<std::uint8_t> data_before, enables_before;  // data: of writes, or with enables
    std::optional<::tlm::tlm_response_status> status{};     // of the response, once it is there
  };

  void begin(const Payload& payload, bool blocking, const Phase& phase, sc_time time);
  void end(const Payload& payload);
  Flight* flight_of(const Payload& payload);
  void check_request(const Payload& payload);
  void check_response(const Payload& payload, Flight& flight);
  void check_unchanged(const Payload& payload, const Flight& flight);
  void check_managed(const Payload& payload);
  void check_time(const Payload& payload, Flight& flight, sc_time delay);
  void forward_phase(const Payload& payload, const Phase& phase, sc_time delay);
  void backward_phase(const Payload& payload, const Phase& phase, sc_time delay);
  void check_reply(const Payload& payload, const Phase& sent, sc_time sent_delay, Reply reply,
                   const Phase& phase, sc_time delay);
  void check_call(const Payload& payload);
  template <class Call>
  auto without_time(const Payload& payload, Call call);
  void breach(ProtocolRule rule, std::uint64_t address);
  void breach_if(bool broken, ProtocolRule rule, const Payload& payload) {
    if (broken) breach(rule, payload.get_address());
  }

  const Report report_;
  std::array<std::uint64_t, kProtocolRules> counts_{};
  std::unordered_map<const Payload*, Flight> flights_;
  const Payload* requesting_ = nullptr;  // between BEGIN_REQ and the end of the request
  const Payload* responding_ = nullptr;  // between BEGIN_RESP and the end of the response
  unsigned invalidating_ = 0;
  std::uint64_t finished_ = 0;
};

// BUSWIDTH in bits, 0 too: the sockets' type alone depends on it.
template <unsigned BUSWIDTH = 32>
class ProtocolChecker : public ProtocolCheckerCore {
 public:
  ::tlm::tlm_target_socket<BUSWIDTH> from_initiator{"from_initiator"};
  ::tlm::tlm_initiator_socket<BUSWIDTH> to_target{"to_target"};

  // `report` is called for each violation; empty: they are only counted.
  explicit ProtocolChecker(sc_core::sc_module_name name, Report report = {})
      : ProtocolCheckerCore(name, std::move(report)) {
    from_initiator.bind(static_cast<ForwardIf&>(*this));
    to_target.bind(static_cast<BackwardIf&>(*this));
  }

 private:
  ForwardIf& target() override { return *to_target.operator->(); }
  BackwardIf& initiator() override { return *from_initiator.operator->(); }
};

}  // namespace mmasc::tlm
