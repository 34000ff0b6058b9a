// SPDX-License-Identifier: Apache-2.0
// The bus: addresses there and back, arbitration, back-pressure, times.
#include "mmasc/neighbours/bus.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/neighbours/memory.h"
#include "mmasc/protocol_checker/protocol_checker.h"
#include "tlm_side/streaming_initiator.h"

namespace mmasc::tlm {
namespace {

using Range = std::pair<std::uint64_t, std::uint64_t>;

// Windows 0x1000..0x17ff -> memory 0 at 0x100, 0x2000..0x20ff -> memory 1 at 0.
struct BusBench {
  BusBench() {
    for (unsigned i = 0; i < 2; ++i) {
      initiators.push_back(
          std::make_unique<InitiatorEnd<>>(("initiator" + std::to_string(i)).c_str()));
      memories.push_back(std::make_unique<Memory<>>(("memory" + std::to_string(i)).c_str(),
                                                    MemorySettings{.size = 0x1000, .page = 0x400}));
      initiators[i]->socket.bind(bus.from_initiator[i]);
      bus.to_target[i].bind(memories[i]->socket);
    }
    bus.map({.base = 0x1000, .size = 0x800, .target = 0, .offset = 0x100});
    bus.map({.base = 0x2000, .size = 0x100, .target = 1});
  }
  ::tlm::tlm_response_status write(std::uint64_t address, unsigned length) {
    set_up(payload, ::tlm::TLM_WRITE_COMMAND, address, data.data(), length);
    sc_time delay;
    initiators[0]->socket->b_transport(payload, delay);
    EXPECT_EQ(payload.get_address(), address);
    return payload.get_response_status();
  }
  bool ask(std::uint64_t address, Dmi& dmi) {
    dmi.init();
    set_up(payload, ::tlm::TLM_READ_COMMAND, address, data.data(), 1);
    return initiators[0]->socket->get_direct_mem_ptr(payload, dmi);
  }
  Bus<> bus{"bus", 2, 2};
  std::vector<std::unique_ptr<InitiatorEnd<>>> initiators;
  std::vector<std::unique_ptr<Memory<>>> memories;
  Payload payload;
  std::array<std::uint8_t, 0x900> data{};
};

TEST(Bus, TranslatesAddressesAndRefusesWhatIsBeyondAWindow) {
  BusBench bench;
  bench.data[0] = 42;
  EXPECT_EQ(bench.write(0x17ff, 1), ::tlm::TLM_OK_RESPONSE);
  std::uint8_t byte = 0;
  bench.memories[0]->store().read(0x8ff, &byte, 1);
  EXPECT_EQ(byte, 42);
  EXPECT_EQ(bench.write(0x1000, 0x800), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.write(0x1000, 0x801), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(0xfff, 1), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(0x2100, 1), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  set_up(bench.payload, ::tlm::TLM_READ_COMMAND, 0x20f0, bench.data.data(), 0x40);
  EXPECT_EQ(bench.initiators[1]->socket->transport_dbg(bench.payload), 0x10u);
  EXPECT_EQ(bench.payload.get_data_length(), 0x40u);
  bench.payload.set_address(0x3000);
  EXPECT_EQ(bench.initiators[1]->socket->transport_dbg(bench.payload), 0u);
}

TEST(Bus, TranslatesGrantsAndTheirEnd) {
  BusBench bench;
  Dmi dmi;
  ASSERT_TRUE(bench.ask(0x1000, dmi));  // memory 0x100..0x3ff of the page 0..0x3ff
  EXPECT_EQ(dmi.get_start_address(), 0x1000u);
  EXPECT_EQ(dmi.get_end_address(), 0x12ffu);
  dmi.get_dmi_ptr()[5] = 99;
  std::uint8_t byte = 0;
  bench.memories[0]->store().read(0x105, &byte, 1);
  EXPECT_EQ(byte, 99);
  ASSERT_TRUE(bench.ask(0x17ff, dmi));
  EXPECT_EQ(dmi.get_end_address(), 0x17ffu);
  EXPECT_FALSE(bench.ask(0x1800, dmi));
  EXPECT_EQ(dmi.get_start_address(), 0x1800u);
  EXPECT_EQ(dmi.get_end_address(), 0x1fffu);

  std::vector<Range> seen[2];
  for (unsigned i = 0; i < 2; ++i)
    bench.initiators[i]->on_invalidate = [&seen, i](auto first, auto last) {
      seen[i].emplace_back(first, last);
    };
  bench.memories[0]->invalidate_dmi(0, 0x1ff);
  bench.memories[0]->invalidate_dmi(0, 0xff);  // in no window
  bench.memories[1]->invalidate_dmi(0x80, 0xfff);
  const std::vector<Range> expected{{0x1000, 0x10ff}, {0x2080, 0x20ff}};
  EXPECT_EQ(seen[0], expected);
  EXPECT_EQ(seen[1], expected);
}

// In every transport: an error or a refusal, and the next request is served.
TEST(Bus, ATargetThatThrowsAnswersWithAnError) {
  struct Thrower : Memory<> {
    using Memory<>::Memory;
    bool throws = true;
    void check() const {
      if (throws) throw std::runtime_error("broken");
    }
    void b_transport(Payload& payload, sc_time& delay) override {
      check();
      Memory<>::b_transport(payload, delay);
    }
    Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
      check();
      return Memory<>::nb_transport_fw(payload, phase, delay);
    }
    bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override {
      check();
      return Memory<>::get_direct_mem_ptr(payload, dmi);
    }
    unsigned int transport_dbg(Payload& payload) override {
      check();
      return Memory<>::transport_dbg(payload);
    }
  };
  InitiatorEnd<> initiator("initiator");
  Bus<> bus("bus", 1, 1);
  Thrower memory("memory", MemorySettings{.size = 0x1000});
  initiator.socket.bind(bus.from_initiator[0]);
  bus.to_target[0].bind(memory.socket);
  bus.map({.base = 0x1000, .size = 0x100});
  PayloadPool pool;
  std::uint8_t byte = 0;
  std::vector<::tlm::tlm_response_status> answers;
  initiator.on_backward = [&](Payload& payload, Phase& phase, sc_time&) {
    if (phase != ::tlm::BEGIN_RESP) return ::tlm::TLM_ACCEPTED;
    EXPECT_EQ(payload.get_address(), 0x1004u);
    answers.push_back(payload.get_response_status());
    return ::tlm::TLM_COMPLETED;
  };
  const auto request = [&](Payload& payload) -> Payload& {
    set_up(payload, ::tlm::TLM_READ_COMMAND, 0x1004, &byte, 1);
    return payload;
  };
  for (const bool throws : {true, false}) {
    memory.throws = throws;
    Payload payload;
    sc_time delay;
    initiator.socket->b_transport(request(payload), delay);
    EXPECT_EQ(payload.is_response_ok(), !throws);
    EXPECT_EQ(payload.get_response_status() == ::tlm::TLM_GENERIC_ERROR_RESPONSE, throws);
    EXPECT_EQ(payload.get_address(), 0x1004u);
    EXPECT_EQ(initiator.socket->transport_dbg(payload), throws ? 0u : 1u);
    Dmi dmi;
    EXPECT_EQ(initiator.socket->get_direct_mem_ptr(payload, dmi), !throws);
    EXPECT_EQ(payload.get_address(), 0x1004u);
    Phase phase = ::tlm::BEGIN_REQ;
    initiator.socket->nb_transport_fw(request(pool.take()), phase, delay);
    sc_core::sc_start(1, sc_core::SC_US);
  }
  EXPECT_EQ(answers, (std::vector{::tlm::TLM_GENERIC_ERROR_RESPONSE, ::tlm::TLM_OK_RESPONSE}));
}

TEST(Bus, RefusesBadWindows) {
  Bus<> bus("bus", 1, 1);
  bus.map({.base = 0x1000, .size = 0x100});
  const BusWindow bad[] = {{.base = 0, .size = 0},
                           {.base = 0x10ff, .size = 1},
                           {.base = 0xf00, .size = 0x101},
                           {.base = 0, .size = 1, .target = 1},
                           {.base = ~std::uint64_t{0}, .size = 2},
                           {.base = 0, .size = 2, .offset = ~std::uint64_t{0}}};
  for (const BusWindow& window : bad) EXPECT_THROW(bus.map(window), std::invalid_argument);
  EXPECT_NO_THROW(bus.map({.base = 0x1100, .size = ~std::uint64_t{0} - 0x10ff}));
}

// Streams of one initiator through a bus, both styles.
struct BusStream {
  BusStream(const BusSettings& settings, sc_time response_time, bool blocking)
      : initiator(sc_core::sc_gen_unique_name("initiator")),
        before(sc_core::sc_gen_unique_name("before")),
        bus(sc_core::sc_gen_unique_name("bus"), 1, 1, settings),
        after(sc_core::sc_gen_unique_name("after")),
        memory(sc_core::sc_gen_unique_name("memory"),
               {.size = 1 << 16,
                .timing = {.latency = 100, .bytes_per_cycle = 64, .outstanding = 32}}) {
    initiator.socket.bind(before.from_initiator);
    before.to_target.bind(bus.from_initiator[0]);
    bus.to_target[0].bind(after.from_initiator);
    after.to_target.bind(memory.socket);
    bus.map({.base = 0, .size = 1 << 16});
    initiator.in_flight_limit = 1000;
    initiator.response_time = response_time;
    initiator.prepare = [this](Payload& p) {
      if (sent_ == 200) return false;
      // Every tenth is an address error.
      const std::uint64_t address = ++sent_ % 10 == 0 ? 1 << 16 : 0;
      set_up(p, ::tlm::TLM_READ_COMMAND, address, data_.data(), 256);
      return true;
    };
    initiator.finished = [this](Payload& p, sc_time time) {
      ++(p.is_response_ok() ? good : bad);
      if (p.is_response_ok()) good_times.push_back(time);
      times.push_back(time);
    };
    sc_core::sc_spawn(
        [this, blocking] { blocking ? initiator.run_blocking() : initiator.run_nonblocking(); });
  }
  std::array<std::uint8_t, 256> data_{};
  int sent_ = 0;
  int good = 0, bad = 0;
  StreamingInitiator<> initiator;
  ProtocolChecker<> before;
  Bus<> bus;
  ProtocolChecker<> after;
  Memory<> memory;
  std::vector<sc_time> times, good_times;
};

TEST(Bus, OneStreamEndsAtTheSameTimesInBothStyles) {
  const BusSettings settings{.request_latency = {10, sc_core::SC_NS},
                             .response_latency = {20, sc_core::SC_NS}};
  BusStream blocking(settings, SC_ZERO_TIME, true), nonblocking(settings, SC_ZERO_TIME, false);
  sc_core::sc_start();
  EXPECT_EQ(blocking.good, 180);
  EXPECT_EQ(blocking.good_times, nonblocking.good_times);
  // 32 may be in service, of 4 cycles each: the 180 go in rounds of 104 cycles, the last of which
  // begins with its fifth 32 and takes 20 transfers.
  const sc_time last{10 + 5 * 128 + (20 * 4 + 100) + 20, sc_core::SC_NS};
  EXPECT_EQ(blocking.good_times.back(), last);
}

TEST(Bus, BackPressureLosesNothingAndSlowResponsesSetThePace) {
  const sc_time slow{50, sc_core::SC_NS};
  BusStream tight({.depth = 1}, slow, false), wide({.depth = 8}, slow, false);
  sc_core::sc_start(40 * slow);
  // The memory serves 32 and has not taken the next, which is the one the bus holds; one more waits
  // for its END_REQ.
  EXPECT_EQ(tight.after.in_flight(), 32u + 1u);
  EXPECT_EQ(tight.before.in_flight(), 32u + 1u + 1u);
  sc_core::sc_start();
  for (BusStream* stream : {&tight, &wide}) {
    EXPECT_EQ(stream->times.size(), 200u);
    EXPECT_EQ(stream->before.violations(), 0u);
    EXPECT_EQ(stream->after.violations(), 0u);
    EXPECT_EQ(stream->before.in_flight(), 0u);
    EXPECT_EQ(stream->after.in_flight(), 0u);
    EXPECT_EQ(stream->initiator.pool.in_use(), 0u);
    EXPECT_GT(stream->bad, 0);
    EXPECT_GE(stream->times.back() - stream->times.front(), 199 * slow);
  }
}

TEST(Bus, RequestsOfOneMomentAreServedInTheOrderOfTheInitiators) {
  // Made and started in either order.
  std::vector<unsigned> orders[2];
  struct Racing {
    Racing(std::vector<unsigned>& order, bool backwards)
        : bus(sc_core::sc_gen_unique_name("bus"), 3, 1),
          memory(sc_core::sc_gen_unique_name("memory"), {.size = 64, .timing = {.latency = 5}}) {
      bus.map({.base = 0, .size = 64});
      bus.to_target[0].bind(memory.socket);
      initiators.resize(3);
      for (unsigned n = 0; n < 3; ++n) {
        const unsigned i = backwards ? 2 - n : n;
        initiators[i] =
            std::make_unique<StreamingInitiator<>>(sc_core::sc_gen_unique_name("racer"));
        auto& racer = *initiators[i];
        racer.socket.bind(bus.from_initiator[i]);
        racer.prepare = [this, i](Payload& p) {
          set_up(p, ::tlm::TLM_WRITE_COMMAND, i, &byte, 1);
          return initiators[i]->requests < 4;
        };
        racer.finished = [&order, i](Payload&, sc_time) { order.push_back(i); };
        sc_core::sc_spawn([&racer] { racer.run_nonblocking(); });
      }
    }
    std::uint8_t byte = 0;
    Bus<> bus;
    Memory<> memory;
    std::vector<std::unique_ptr<StreamingInitiator<>>> initiators;
  } forwards(orders[0], false), backwards(orders[1], true);
  sc_core::sc_start();
  EXPECT_EQ(orders[0].size(), 12u);
  EXPECT_EQ(orders[0][0], 0u);
  EXPECT_EQ(orders[0], orders[1]);
}

}  // namespace
}  // namespace mmasc::tlm
