// SPDX-License-Identifier: Apache-2.0
// The hostile memories do what their names say, and the checker names what is illegal in it.
#include "tlm_side/hostile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mmasc/neighbours/bus.h"
#include "mmasc/protocol_checker/protocol_checker.h"
#include "tlm_side/streaming_initiator.h"

namespace mmasc::tlm {
namespace {

constexpr unsigned kBursts = 6, kNth = 3;
constexpr std::uint64_t kBytes = 0x1000, kBase = 0x8000;

// kBursts writes of one byte, burst i to address i, in either style.
struct HostileBench {
  HostileBench(Hostility hostility, bool blocking)
      : initiator(sc_core::sc_gen_unique_name("initiator")),
        checker(sc_core::sc_gen_unique_name("checker")),
        memory(sc_core::sc_gen_unique_name("memory"),
               {.size = kBytes, .timing = {.latency = 10}, .page = 0x400}, hostility, kNth) {
    initiator.socket.bind(checker.from_initiator);
    checker.to_target.bind(memory.socket);
    initiator.prepare = [this](Payload& p) {
      if (sent_ == kBursts) return false;
      set_up(p, ::tlm::TLM_WRITE_COMMAND, sent_++, &ones, 1);
      return true;
    };
    initiator.finished = [this](Payload& p, sc_time) {
      statuses.push_back(p.get_response_status());
      addresses.push_back(p.get_address());
    };
    sc_core::sc_spawn(
        [this, blocking] { blocking ? initiator.run_blocking() : initiator.run_nonblocking(); });
  }
  std::vector<std::uint8_t> stored() {
    std::vector<std::uint8_t> bytes(kBursts);
    memory.store().read(0, bytes.data(), kBursts);
    return bytes;
  }
  std::uint64_t sent_ = 0;
  std::uint8_t ones = 1;
  StreamingInitiator<> initiator;
  ProtocolChecker<> checker;
  HostileMemory<> memory;
  std::vector<::tlm::tlm_response_status> statuses;
  std::vector<std::uint64_t> addresses;
};

struct BothStyles {
  explicit BothStyles(Hostility hostility) : lt(hostility, true), at(hostility, false) {
    sc_core::sc_start();
  }
  HostileBench lt, at;
};

using Statuses = std::vector<::tlm::tlm_response_status>;
using Stored = std::vector<std::uint8_t>;
constexpr auto kOk = ::tlm::TLM_OK_RESPONSE;
constexpr auto kUnset = ::tlm::TLM_INCOMPLETE_RESPONSE;

TEST(Hostile, WithoutHostilityAllIsWell) {
  BothStyles b(Hostility::none);
  for (HostileBench* bench : {&b.lt, &b.at}) {
    EXPECT_EQ(bench->statuses, Statuses(kBursts, kOk));
    EXPECT_EQ(bench->stored(), Stored(kBursts, 1));
    EXPECT_EQ(bench->checker.violations(), 0u);
    EXPECT_EQ(bench->checker.in_flight(), 0u);
  }
  EXPECT_EQ(b.at.initiator.pool.in_use(), 0u);
}

TEST(Hostile, StatusIsLeftIncomplete) {
  BothStyles b(Hostility::status_incomplete);
  for (HostileBench* bench : {&b.lt, &b.at}) {
    EXPECT_EQ(bench->statuses, (Statuses{kOk, kOk, kUnset, kUnset, kUnset, kUnset}));
    EXPECT_EQ(bench->checker.count(ProtocolRule::status_incomplete), 4u);
    EXPECT_EQ(bench->checker.violations(), 4u);
  }
}

TEST(Hostile, OneBurstGetsAnError) {
  BothStyles b(Hostility::error_on_burst);
  for (HostileBench* bench : {&b.lt, &b.at}) {
    EXPECT_EQ(std::ranges::count(bench->statuses, ::tlm::TLM_GENERIC_ERROR_RESPONSE), 1);
    EXPECT_EQ(bench->stored(), (Stored{1, 1, 0, 1, 1, 1}));
    EXPECT_EQ(bench->checker.violations(), 0u);
  }
}

TEST(Hostile, FromOneBurstOnThereIsNoAnswer) {
  BothStyles b(Hostility::never_answers);
  for (HostileBench* bench : {&b.lt, &b.at}) {
    EXPECT_EQ(bench->statuses, (Statuses{kOk, kOk}));
    EXPECT_EQ(bench->stored(), (Stored{1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(bench->checker.violations(), 0u);
  }
  EXPECT_EQ(b.lt.checker.in_flight(), 1u);
  EXPECT_EQ(b.at.checker.in_flight(), kBursts - 2);
}

TEST(Hostile, AddressesAreRewritten) {
  BothStyles b(Hostility::address_rewritten);
  for (HostileBench* bench : {&b.lt, &b.at}) {
    for (std::uint64_t i = 0; i < kBursts; ++i) EXPECT_EQ(bench->addresses.at(i), ~i);
    EXPECT_EQ(bench->stored(), Stored(kBursts, 1));
    EXPECT_EQ(bench->checker.violations(), 0u);
  }
}

TEST(Hostile, UnusualRepliesAreLegal) {
  HostileBench at_once(Hostility::completed_at_once, false), no_end(Hostility::no_end_req, false);
  sc_core::sc_start();
  for (const HostileBench* bench : {&at_once, &no_end}) {
    EXPECT_EQ(bench->statuses, Statuses(kBursts, kOk));
    EXPECT_EQ(bench->checker.violations(), 0u);
    EXPECT_EQ(bench->checker.in_flight(), 0u);
    EXPECT_EQ(bench->initiator.pool.in_use(), 0u);
  }
}

TEST(Hostile, ResponsesComeInReverse) {
  HostileBench bench(Hostility::responses_reversed, false);
  sc_core::sc_start();
  EXPECT_EQ(bench.addresses, (std::vector<std::uint64_t>{2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(bench.checker.violations(), 0u);
}

// A bus takes every legal reply, and gives the initiator its own address back.
TEST(Hostile, ABusGetsAlongWithLegalNeighbours) {
  struct ThroughBus {
    explicit ThroughBus(Hostility hostility)
        : initiator(sc_core::sc_gen_unique_name("initiator")),
          before(sc_core::sc_gen_unique_name("before")),
          bus(sc_core::sc_gen_unique_name("bus"), 1, 1),
          after(sc_core::sc_gen_unique_name("after")),
          memory(sc_core::sc_gen_unique_name("memory"), {.size = kBytes, .timing = {.latency = 10}},
                 hostility, kNth) {
      initiator.socket.bind(before.from_initiator);
      before.to_target.bind(bus.from_initiator[0]);
      bus.to_target[0].bind(after.from_initiator);
      after.to_target.bind(memory.socket);
      bus.map({.base = kBase, .size = kBytes});
      initiator.prepare = [this](Payload& p) {
        if (sent == kBursts) return false;
        set_up(p, ::tlm::TLM_WRITE_COMMAND, kBase + sent++, &ones, 1);
        return true;
      };
      initiator.finished = [this](Payload& p, sc_time) {
        EXPECT_TRUE(p.is_response_ok());
        addresses.push_back(p.get_address() - kBase);
      };
      sc_core::sc_spawn([this] { initiator.run_nonblocking(); });
    }
    std::uint64_t sent = 0;
    std::uint8_t ones = 1;
    StreamingInitiator<> initiator;
    ProtocolChecker<> before;
    Bus<> bus;
    ProtocolChecker<> after;
    HostileMemory<> memory;
    std::vector<std::uint64_t> addresses;
  } none(Hostility::none), rewritten(Hostility::address_rewritten),
      at_once(Hostility::completed_at_once), no_end(Hostility::no_end_req),
      reversed(Hostility::responses_reversed);
  sc_core::sc_start();
  const std::vector<std::uint64_t> in_order{0, 1, 2, 3, 4, 5}, in_threes{2, 1, 0, 5, 4, 3};
  for (ThroughBus* link : {&none, &rewritten, &at_once, &no_end, &reversed}) {
    EXPECT_EQ(link->addresses, link == &reversed ? in_threes : in_order);
    EXPECT_EQ(link->before.violations() + link->after.violations(), 0u);
    EXPECT_EQ(link->before.in_flight() + link->after.in_flight(), 0u);
    EXPECT_EQ(link->initiator.pool.in_use(), 0u);
  }
}

TEST(Hostile, GrantsAreRefusedCutOrWithdrawn) {
  const auto ask = [](HostileBench& bench, std::uint64_t address, Dmi& dmi) {
    Payload payload;
    dmi.init();
    set_up(payload, ::tlm::TLM_READ_COMMAND, address, &bench.ones, 1);
    return bench.initiator.socket->get_direct_mem_ptr(payload, dmi);
  };
  HostileBench refused(Hostility::dmi_refused, true), partial(Hostility::dmi_partial, true),
      one_short(Hostility::dmi_one_byte_short, true), withdrawn(Hostility::dmi_withdrawn, true);
  int withdrawals = 0;
  withdrawn.initiator.on_invalidate = [&](auto first, auto last) {
    EXPECT_EQ(first, 0u);
    EXPECT_EQ(last, kBytes - 1);
    ++withdrawals;
  };
  sc_core::sc_start();
  Dmi dmi;
  EXPECT_FALSE(ask(refused, 0, dmi));
  ASSERT_TRUE(ask(partial, 0x450, dmi));
  EXPECT_EQ(dmi.get_start_address(), 0x440u);
  EXPECT_EQ(dmi.get_end_address(), 0x47fu);
  dmi.get_dmi_ptr()[1] = 77;
  std::uint8_t byte = 0;
  partial.memory.store().read(0x441, &byte, 1);
  EXPECT_EQ(byte, 77);
  ASSERT_TRUE(ask(one_short, 0x450, dmi));
  EXPECT_EQ(dmi.get_end_address(), 0x7feu);
  ASSERT_TRUE(ask(withdrawn, 0, dmi));
  withdrawn.memory.withdraw();
  EXPECT_EQ(withdrawals, 1);
  EXPECT_FALSE(ask(withdrawn, 0, dmi));
  for (const HostileBench* bench : {&refused, &partial, &one_short, &withdrawn})
    EXPECT_EQ(bench->checker.violations(), 0u);
}

}  // namespace
}  // namespace mmasc::tlm
