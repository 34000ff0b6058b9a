// SPDX-License-Identifier: Apache-2.0
// The memory's bytes against a plain array, its times against sums worked out by hand, and its two
// styles against each other.
#include "mmasc/neighbours/memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "mmasc/protocol_checker/protocol_checker.h"
#include "tlm_side/streaming_initiator.h"

namespace mmasc::tlm {
namespace {

constexpr std::uint64_t kSize = 1000, kPage = 64;

sc_time ns(double count) { return {count, sc_core::SC_NS}; }

struct MemoryBench {
  explicit MemoryBench(MemorySettings settings) : memory("memory", settings) {
    initiator.socket.bind(memory.socket);
  }
  ::tlm::tlm_response_status access(::tlm::tlm_command command, std::uint64_t address,
                                    std::uint8_t* data, unsigned length,
                                    std::vector<std::uint8_t> enables = {}, unsigned width = 0) {
    Payload payload;
    set_up(payload, command, address, data, length);
    if (width) payload.set_streaming_width(width);
    if (!enables.empty()) {
      payload.set_byte_enable_ptr(enables.data());
      payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
    }
    sc_time delay;
    initiator.socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  InitiatorEnd<0> initiator{"initiator"};
  Memory<0> memory;
};

constexpr auto kRead = ::tlm::TLM_READ_COMMAND, kWrite = ::tlm::TLM_WRITE_COMMAND;

TEST(Memory, ReadsWhatWasWrittenAndElseTheFill) {
  MemoryBench bench({.size = kSize, .fill = 0xa5, .page = kPage});
  std::vector<std::uint8_t> written(300), read(400);
  std::iota(written.begin(), written.end(), std::uint8_t{1});
  EXPECT_EQ(bench.memory.store().allocated(), 0u);
  EXPECT_EQ(bench.access(kWrite, 100, written.data(), 300), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.memory.store().allocated(), 6 * kPage);
  EXPECT_EQ(bench.access(kRead, 50, read.data(), 400), ::tlm::TLM_OK_RESPONSE);
  for (std::size_t i = 0; i < read.size(); ++i)
    EXPECT_EQ(read[i], i < 50 || i >= 350 ? 0xa5 : written[i - 50]) << i;
}

TEST(Memory, ByteEnablesWrapOnWritesAndReads) {
  MemoryBench bench({.size = kSize, .page = kPage});
  std::vector<std::uint8_t> ones(100, 1), read(100, 9);
  EXPECT_EQ(bench.access(kWrite, 30, ones.data(), 100, {0, 0xff, 0xff}), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.access(kRead, 30, read.data(), 100, {0xff, 0xff, 0, 0, 0xff}),
            ::tlm::TLM_OK_RESPONSE);
  for (std::size_t i = 0; i < 100; ++i) {
    const bool read_at_all = i % 5 < 2 || i % 5 == 4;
    EXPECT_EQ(read[i], !read_at_all ? 9 : i % 3 ? 1 : 0) << i;
  }
}

TEST(Memory, StreamingRepeatsTheAddresses) {
  MemoryBench bench({.size = kSize, .page = kPage});
  std::vector<std::uint8_t> data{1, 2, 3, 4, 5, 6, 7}, read(10);
  EXPECT_EQ(bench.access(kWrite, kSize - 3, data.data(), 7, {}, 3), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.access(kRead, kSize - 4, read.data(), 10, {}, 4), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(read, (std::vector<std::uint8_t>{0, 7, 5, 6, 0, 7, 5, 6, 0, 7}));
}

TEST(Memory, ErrorsMoveNoByte) {
  MemoryBench bench({.size = kSize, .page = kPage});
  std::array<std::uint8_t, 8> data{1, 1, 1, 1, 1, 1, 1, 1};
  const auto write = [&](std::uint64_t address, unsigned length, unsigned width = 0) {
    return bench.access(kWrite, address, data.data(), length, {}, width);
  };
  EXPECT_EQ(write(kSize - 7, 8), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(~std::uint64_t{0}, 2), ::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(0, 0), ::tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.access(kWrite, 0, nullptr, 1), ::tlm::TLM_GENERIC_ERROR_RESPONSE);
  Payload payload;
  set_up(payload, kWrite, 0, data.data(), 8);
  payload.set_byte_enable_ptr(data.data());
  sc_time delay;
  bench.initiator.socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  set_up(payload, kWrite, 0, data.data(), 8);
  payload.set_streaming_width(0);
  bench.initiator.socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.memory.store().allocated(), 0u);
  EXPECT_EQ(write(kSize - 8, 8), ::tlm::TLM_OK_RESPONSE);
}

TEST(Memory, ReadOnlyRefusesWritesInEveryWay) {
  MemoryBench bench({.size = kSize, .page = kPage, .writable = false});
  std::uint8_t byte = 1;
  EXPECT_EQ(bench.access(kWrite, 0, &byte, 1), ::tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.access(kRead, 0, &byte, 1), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(byte, 0);
  Payload payload;
  Dmi dmi;
  set_up(payload, kWrite, 0, &byte, 1);
  EXPECT_FALSE(bench.initiator.socket->get_direct_mem_ptr(payload, dmi));
  payload.set_read();
  dmi.init();
  EXPECT_TRUE(bench.initiator.socket->get_direct_mem_ptr(payload, dmi));
  EXPECT_TRUE(dmi.is_read_allowed());
  EXPECT_FALSE(dmi.is_write_allowed());
}

TEST(Memory, GrantsPagesAndWithdrawsThem) {
  MemoryBench bench({.size = kSize, .page = kPage});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> withdrawn;
  bench.initiator.on_invalidate = [&](auto first, auto last) {
    withdrawn.emplace_back(first, last);
  };
  Payload payload;
  std::uint8_t byte = 7;
  const auto ask = [&](std::uint64_t address, Dmi& dmi) {
    dmi.init();
    set_up(payload, kRead, address, &byte, 1);
    return bench.initiator.socket->get_direct_mem_ptr(payload, dmi);
  };
  Dmi dmi;
  ASSERT_TRUE(ask(kSize - 1, dmi));
  EXPECT_EQ(dmi.get_start_address(), kSize / kPage * kPage);
  EXPECT_EQ(dmi.get_end_address(), kSize - 1);
  EXPECT_EQ(bench.access(kWrite, kSize - 1, &byte, 1), ::tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(dmi.get_dmi_ptr()[kSize - 1 - dmi.get_start_address()], 7);
  EXPECT_FALSE(ask(kSize, dmi));
  EXPECT_EQ(dmi.get_start_address(), kSize);
  bench.memory.allow_dmi(false);
  bench.memory.invalidate_dmi(64, 127);
  EXPECT_EQ(withdrawn, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{64, 127}}));
  EXPECT_FALSE(ask(0, dmi));
}

TEST(Memory, DebugTakesWhatIsThereAndNoTime) {
  MemoryBench bench({.size = kSize, .timing = {.latency = 100}, .page = kPage});
  std::array<std::uint8_t, 8> data{1, 2, 3, 4, 5, 6, 7, 8};
  Payload payload;
  set_up(payload, kWrite, kSize - 3, data.data(), 8);
  EXPECT_EQ(bench.initiator.socket->transport_dbg(payload), 3u);
  EXPECT_EQ(payload.get_response_status(), ::tlm::TLM_INCOMPLETE_RESPONSE);
  data = {};
  set_up(payload, kRead, kSize - 3, data.data(), 8);
  EXPECT_EQ(bench.initiator.socket->transport_dbg(payload), 3u);
  EXPECT_EQ(data, (std::array<std::uint8_t, 8>{1, 2, 3}));
  payload.set_address(kSize);
  EXPECT_EQ(bench.initiator.socket->transport_dbg(payload), 0u);
}

TEST(ServiceQueue, TimesWorkedOutByHand) {
  ServiceQueue queue({.latency = 100.5, .bytes_per_cycle = 64, .accept = 3, .outstanding = 2});
  const auto admit = [&](double arrival, std::uint64_t bytes) {
    return queue.admit(SC_ZERO_TIME, ns(arrival), bytes);
  };
  const auto first = admit(10, 256);  // four cycles of the channel
  EXPECT_EQ(first.start, ns(10));
  EXPECT_EQ(first.accepted, ns(13));
  EXPECT_EQ(first.done, ns(114.5));
  const auto second = admit(10, 64);  // one cycle, but three to be accepted
  EXPECT_EQ(second.start, ns(14));
  EXPECT_EQ(second.done, ns(115.5));
  EXPECT_EQ(admit(10, 64).start, first.done);  // two are in service
  EXPECT_EQ(admit(300, 0).done, ns(400.5));
}

TEST(ServiceQueue, AnEarlierArrivalGoesIntoTheFirstGapThatHoldsIt) {
  ServiceQueue queue({.latency = 10, .bytes_per_cycle = 1});
  const auto start = [&](double arrival, std::uint64_t bytes) {
    return queue.admit(SC_ZERO_TIME, ns(arrival), bytes).start;
  };
  EXPECT_EQ(start(100, 10), ns(100));
  EXPECT_EQ(start(115, 10), ns(115));
  EXPECT_EQ(start(95, 5), ns(95));   // just fits before the first
  EXPECT_EQ(start(96, 5), ns(110));  // and now only between the two
  EXPECT_EQ(start(90, 6), ns(125));  // no gap is long enough
  EXPECT_EQ(start(0, 90), ns(0));
}

TEST(ServiceQueue, AGapKeepsTheLimitOfOutstandingRequests) {
  ServiceQueue queue({.latency = 10, .bytes_per_cycle = 1, .outstanding = 1});
  const auto start = [&](double arrival) {
    return queue.admit(SC_ZERO_TIME, ns(arrival), 2).start;
  };
  EXPECT_EQ(start(100), ns(100));
  EXPECT_EQ(start(89), ns(112));  // it would end at 101, when the other is in service
  EXPECT_EQ(start(88), ns(88));
}

TEST(ServiceQueue, GapsOfLongAgoAreClosed) {
  ServiceQueue queue({.bytes_per_cycle = 1, .outstanding = 3});
  const auto start = [&](double arrival) {
    return queue.admit(SC_ZERO_TIME, ns(arrival), 1).start;
  };
  const auto remembered = static_cast<double>(ServiceQueue::kRemembered);
  for (double i = 1; i <= remembered; ++i) ASSERT_EQ(start(10 * i), ns(10 * i));
  EXPECT_EQ(start(0), ns(0));
  for (double i = 1; i <= 10; ++i)
    ASSERT_EQ(start(10 * (remembered + i)), ns(10 * (remembered + i)));
  EXPECT_GT(start(0), ns(10));
}

TEST(Memory, EndsTheRequestWhenItIsAccepted) {
  MemoryBench bench({.size = kSize, .timing = {.latency = 20, .accept = 5}, .page = kPage});
  PayloadPool pool;
  std::uint8_t byte = 0;
  std::vector<std::pair<Phase, sc_time>> phases;
  bench.initiator.on_backward = [&](Payload&, Phase& phase, sc_time& delay) {
    phases.emplace_back(phase, sc_core::sc_time_stamp() + delay);
    return phase == ::tlm::END_REQ ? ::tlm::TLM_ACCEPTED : ::tlm::TLM_COMPLETED;
  };
  sc_core::sc_spawn([&] {
    Payload& payload = pool.take();
    set_up(payload, kRead, 0, &byte, 1);
    Phase phase = ::tlm::BEGIN_REQ;
    sc_time delay = ns(3);
    EXPECT_EQ(bench.initiator.socket->nb_transport_fw(payload, phase, delay), ::tlm::TLM_ACCEPTED);
    payload.release();
  });
  sc_core::sc_start();
  EXPECT_EQ(phases, (std::vector<std::pair<Phase, sc_time>>{{::tlm::END_REQ, ns(8)},
                                                            {::tlm::BEGIN_RESP, ns(23)}}));
  EXPECT_EQ(pool.in_use(), 0u);
}

// One stream in either style, and the times at which the responses come.
struct TimedStream {
  TimedStream(const MemoryTiming& timing, bool blocking, const std::vector<unsigned>& lengths)
      : lengths_(lengths),
        initiator(sc_core::sc_gen_unique_name("initiator")),
        checker(sc_core::sc_gen_unique_name("checker")),
        memory(sc_core::sc_gen_unique_name("memory"), {.size = 1 << 16, .timing = timing}) {
    initiator.socket.bind(checker.from_initiator);
    checker.to_target.bind(memory.socket);
    initiator.in_flight_limit = 1000;
    initiator.prepare = [this](Payload& p) {
      if (next_ == lengths_.size()) return false;
      set_up(p, kRead, 0, data_.data(), lengths_[next_++]);
      return true;
    };
    initiator.finished = [this](Payload& p, sc_time time) {
      EXPECT_TRUE(p.is_response_ok());
      times.push_back(time);
    };
    sc_core::sc_spawn([this, blocking] {
      sc_core::wait(ns(1));
      blocking ? initiator.run_blocking() : initiator.run_nonblocking();
    });
  }
  const std::vector<unsigned> lengths_;
  std::size_t next_ = 0;
  std::array<std::uint8_t, 4096> data_{};
  StreamingInitiator<> initiator;
  ProtocolChecker<> checker;
  Memory<> memory;
  std::vector<sc_time> times;
};

TEST(Memory, OneStreamEndsAtTheSameTimesInBothStyles) {
  const MemoryTiming timings[] = {
      {},
      {.latency = 7},
      {.latency = 800.5, .bytes_per_cycle = 65.4},
      {.latency = 800.5, .bytes_per_cycle = 65.4, .outstanding = 4},
      {.latency = 20, .bytes_per_cycle = 32, .accept = 5, .outstanding = 3},
      {.clock_period = {509, sc_core::SC_PS}, .latency = 3.3, .accept = 9},
  };
  std::vector<unsigned> lengths;
  for (unsigned i = 0; i < 200; ++i) lengths.push_back(i * 797 % 4096 + 1);
  std::vector<std::unique_ptr<TimedStream>> streams;
  for (const MemoryTiming& timing : timings)
    for (const bool blocking : {true, false})
      streams.push_back(std::make_unique<TimedStream>(timing, blocking, lengths));
  sc_core::sc_start();
  for (std::size_t i = 0; i < streams.size(); i += 2) {
    ASSERT_EQ(streams[i]->times.size(), lengths.size()) << i;
    EXPECT_EQ(streams[i]->times, streams[i + 1]->times) << i;
    EXPECT_EQ(streams[i]->checker.violations(), 0u);
    EXPECT_EQ(streams[i + 1]->checker.violations(), 0u);
    EXPECT_EQ(streams[i + 1]->checker.in_flight(), 0u);
  }
  // 200 transfers at 65.4 bytes a cycle behind one another, and one latency.
  double cycles = 800.5;
  for (const unsigned length : lengths) cycles += std::round(length / 65.4 * 1000) / 1000;
  EXPECT_EQ(streams[4]->times.back(), ns(1 + cycles));
}

}  // namespace
}  // namespace mmasc::tlm
