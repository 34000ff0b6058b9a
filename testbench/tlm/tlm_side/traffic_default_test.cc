// SPDX-License-Identifier: Apache-2.0
// Random traffic in both styles through a bus, under checkers on every hop, against plain arrays.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <unordered_map>
#include <vector>

#include "mmasc/neighbours/bus.h"
#include "mmasc/neighbours/memory.h"
#include "mmasc/protocol_checker/protocol_checker.h"
#include "tlm_side/streaming_initiator.h"

namespace mmasc::tlm {
namespace {

constexpr unsigned kTransactions = 100'000, kInitiators = 2, kMaxBytes = 300;
constexpr std::uint64_t kRegion = 5000, kTrafficSeed = 20261122;

// Draws reads and writes to its own region, and knows what each read must give: requests of one
// initiator are served in their order.
class Traffic {
 public:
  Traffic(StreamingInitiator<>& initiator, std::uint64_t base, unsigned count, std::uint64_t seed)
      : base_(base), left_(count), random_(seed) {
    initiator.prepare = [this](Payload& p) { return prepare(p); };
    initiator.finished = [this](Payload& p, sc_time) { check(p); };
  }
  unsigned checked = 0, errors = 0;

 private:
  struct Expected {
    std::uint64_t address;
    std::vector<std::uint8_t> data, enables, result;
    bool error;
  };
  std::uint64_t draw(std::uint64_t limit) { return random_() % limit; }

  bool prepare(Payload& payload) {
    if (left_ == 0) return false;
    --left_;
    Expected& e = expected_[&payload];
    e.data.resize(1 + draw(kMaxBytes));
    for (auto& byte : e.data) byte = static_cast<std::uint8_t>(random_());
    const auto length = static_cast<unsigned>(e.data.size());
    // Now and then beyond the region, which is the last of its window.
    const std::uint64_t address = draw(kRegion);
    const bool write = draw(2);
    set_up(payload, write ? ::tlm::TLM_WRITE_COMMAND : ::tlm::TLM_READ_COMMAND, base_ + address,
           e.data.data(), length);
    unsigned width = length;
    if (draw(4) == 0) payload.set_streaming_width(width = static_cast<unsigned>(1 + draw(length)));
    e.enables.resize(draw(3) == 0 ? 1 + draw(9) : 0);
    for (auto& enable : e.enables) enable = draw(2) ? 0xff : 0;
    if (!e.enables.empty()) {
      payload.set_byte_enable_ptr(e.enables.data());
      payload.set_byte_enable_length(static_cast<unsigned>(e.enables.size()));
    }
    e.address = base_ + address;
    e.error = address + width > kRegion;
    e.result = e.data;
    if (e.error) return true;
    for (unsigned i = 0; i < length; ++i) {
      if (!e.enables.empty() && e.enables[i % e.enables.size()] == 0) continue;
      std::uint8_t& byte = model_[address + i % width];
      (write ? byte : e.result[i]) = write ? e.data[i] : byte;
    }
    return true;
  }

  void check(Payload& payload) {
    const Expected& e = expected_.at(&payload);
    const auto status = e.error ? ::tlm::TLM_ADDRESS_ERROR_RESPONSE : ::tlm::TLM_OK_RESPONSE;
    ASSERT_EQ(payload.get_response_status(), status);
    ASSERT_EQ(e.data, e.result);
    ASSERT_EQ(payload.get_address(), e.address);
    ++checked;
    errors += e.error;
  }

  const std::uint64_t base_;
  unsigned left_;
  std::mt19937_64 random_;
  std::array<std::uint8_t, kRegion> model_{};
  std::unordered_map<const Payload*, Expected> expected_;
};

// Initiators with a region each; the second's responses are slow.
struct TrafficBench {
  TrafficBench(bool blocking, const BusSettings& settings)
      : bus("bus", kInitiators, 1, settings),
        after("after"),
        memory("memory",
               {.size = kInitiators * kRegion,
                .timing = {.latency = 30, .bytes_per_cycle = 32, .accept = 2, .outstanding = 6},
                .page = 512}) {
    for (unsigned i = 0; i < kInitiators; ++i) {
      const std::uint64_t base = i * 0x10000;
      initiators.push_back(
          std::make_unique<StreamingInitiator<>>(sc_core::sc_gen_unique_name("initiator")));
      before.push_back(std::make_unique<ProtocolChecker<>>(sc_core::sc_gen_unique_name("before")));
      initiators[i]->socket.bind(before[i]->from_initiator);
      before[i]->to_target.bind(bus.from_initiator[i]);
      bus.map({.base = base, .size = kRegion, .target = 0, .offset = i * kRegion});
      initiators[i]->response_time = i * sc_time{40, sc_core::SC_NS};
      traffic.push_back(std::make_unique<Traffic>(*initiators[i], base, kTransactions / kInitiators,
                                                  kTrafficSeed + i));
      sc_core::sc_spawn([this, i, blocking] {
        blocking ? initiators[i]->run_blocking() : initiators[i]->run_nonblocking();
      });
    }
    bus.to_target[0].bind(after.from_initiator);
    after.to_target.bind(memory.socket);
  }
  void run() {
    sc_core::sc_start();
    for (unsigned i = 0; i < kInitiators; ++i) {
      EXPECT_EQ(traffic[i]->checked, kTransactions / kInitiators) << "seed " << kTrafficSeed + i;
      EXPECT_GT(traffic[i]->errors, 100u);
      EXPECT_EQ(before[i]->violations(), 0u);
      EXPECT_EQ(before[i]->in_flight(), 0u);
      EXPECT_EQ(before[i]->finished(), kTransactions / kInitiators);
      EXPECT_EQ(initiators[i]->pool.in_use(), 0u);
    }
    EXPECT_EQ(after.violations(), 0u);
    EXPECT_EQ(after.in_flight(), 0u);
    EXPECT_GT(after.finished(), kTransactions / 2);
  }
  Bus<> bus;
  ProtocolChecker<> after;
  Memory<> memory;
  std::vector<std::unique_ptr<StreamingInitiator<>>> initiators;
  std::vector<std::unique_ptr<ProtocolChecker<>>> before;
  std::vector<std::unique_ptr<Traffic>> traffic;
};

TEST(Traffic, BlockingAgainstAnArray) { TrafficBench(true, {}).run(); }

TEST(Traffic, NonblockingAgainstAnArray) { TrafficBench(false, {}).run(); }

TEST(Traffic, NonblockingThroughATightBusAgainstAnArray) {
  TrafficBench(
      false,
      {.request_latency = {3, sc_core::SC_NS}, .response_latency = {5, sc_core::SC_NS}, .depth = 2})
      .run();
}

}  // namespace
}  // namespace mmasc::tlm
