// SPDX-License-Identifier: Apache-2.0
// Code that others wrote: memories, engines and timings that throw, replies of every kind,
// registers that are reached with a payload left as constructed. The simulation goes on.
#include <stdexcept>

#include "mmasc/accelerator_core/job_timings.h"
#include "printed_name.h"
#include "tlm_accelerator/hostile_runs.h"

namespace mmasc::tlm {
namespace {

int reports() { return sc_core::sc_report_handler::get_count("mmasc/tlm/accelerator"); }

// A memory that does something of its own before a request's transport, or instead of it.
class OtherMemory : public Memory<64> {
 public:
  using Memory::Memory;
  std::vector<sc_time> delays;
  std::vector<Burst> bursts;
  std::function<void()> before{};  // each request, which is the last of `bursts` then
  std::function<Reply(Payload&, Phase&, sc_time&)> on_request{};  // approximately timed
  std::function<void()> on_end{}, on_grant{};

  void b_transport(Payload& payload, sc_time& delay) override {
    note(payload, delay);
    Memory::b_transport(payload, delay);
  }
  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
    if (phase == ::tlm::END_RESP && on_end) on_end();
    if (phase != ::tlm::BEGIN_REQ) return Memory::nb_transport_fw(payload, phase, delay);
    note(payload, delay);
    return on_request ? on_request(payload, phase, delay)
                      : Memory::nb_transport_fw(payload, phase, delay);
  }
  bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override {
    if (on_grant) on_grant();
    return Memory::get_direct_mem_ptr(payload, dmi);
  }
  // Serves the payload at once.
  void serve(Payload& payload) {
    sc_time delay;
    Memory::b_transport(payload, delay);
  }
  void send(Payload& payload, Phase phase, sc_time delay = {}) {
    socket->nb_transport_bw(payload, phase, delay);
  }

 private:
  void note(const Payload& payload, sc_time delay) {
    delays.push_back(delay);
    bursts.push_back({payload.get_address(), payload.get_data_length()});
    if (before) before();
  }
};

// A job in a bench with such a memory, which breaks the protocol unless `is_legal`.
class ForeignRun {
 public:
  ForeignRun(const std::string& name, AcceleratorSettings accelerator, bool is_legal = false)
      : problem_(hostile_job(), 3, std::byte{0x5a}), bench(name, settings(accelerator, is_legal)) {
    bench.put(problem_);
    for (std::uint32_t i = 0; i < kRingSize; ++i) bench.put(hostile_job(), i);
  }

  // In the host's thread: the first job, with its error; then `mend`, and another one.
  void fail_and_recover(Fault fault, std::function<void()> mend) {
    in_thread([this, fault, mend = std::move(mend)] {
      bench.enable();
      bench.run_to(1);
      ASSERT_EQ(bench.accelerator->records().size(), 1u);
      EXPECT_EQ(bench.record(0).error, fault) << row_of(bench.record(0).error.code).name;
      EXPECT_EQ(bench.read(Register::queue_status), 4u);
      EXPECT_EQ(bench.read(Register::queue_error) & 0xffff, fault.word());
      EXPECT_EQ(bench.accelerator->in_flight(), 0u);
      mend();
      bench.write(Register::queue_control, 3);
      bench.run_to(2);
      is_through = true;
    });
  }
  void succeed() {
    in_thread([this] {
      bench.enable();
      bench.run_to(1);
      is_through = true;
    });
  }
  // Once the simulation ended: the last job's D.
  void expect_d() {
    EXPECT_TRUE(is_through);
    ASSERT_FALSE(bench.accelerator->records().empty());
    EXPECT_EQ(bench.accelerator->records().back().error, Fault{});
    bench.expect_d(problem_);
    EXPECT_EQ(bench.accelerator->in_flight(), 0u);
  }

  bool is_through = false;
  OtherMemory* memory = nullptr;

 private:
  BenchSettings settings(const AcceleratorSettings& accelerator, bool is_legal) {
    BenchSettings settings;
    settings.accelerator = accelerator;
    settings.breaks_protocol = !is_legal;
    settings.take_memory(memory);
    return settings;
  }
  TiledProblem problem_;

 public:
  Bench bench;
};

AcceleratorSettings style(bool approximately) {
  return {.timings = some_timings, .approximately_timed = approximately};
}

TEST(Foreign, TimingsThatThrowAreAnError) {
  bool is_known = false;
  AcceleratorSettings settings = style(false);
  settings.timings = [&](const Job& job) {
    return is_known ? some_timings(job) : sourced_timings(job, OperandSource::rs).timings;
  };
  ForeignRun run("unknown", settings);
  run.fail_and_recover({ErrorCode::timings}, [&] { is_known = true; });
  // A schedule refuses these.
  bool is_right = false;
  settings.timings = [&](const Job&) { return Timings{.interval = is_right ? kCycle : 0}; };
  ForeignRun other("no_interval", settings);
  other.fail_and_recover({ErrorCode::timings}, [&] { is_right = true; });
  sc_core::sc_start();
  run.expect_d();
  other.expect_d();
  EXPECT_EQ(run.memory->bursts[1].address, Bench::completions(0)) << "no operand is asked for";
  EXPECT_EQ(reports(), 2);
}

TEST(Foreign, EnginesThatThrowAreAnError) {
  struct Broken final : Engine {
    const Unit* broken = nullptr;
    std::string_view name() const override { return "broken"; }
    const Unit& unit() const override { return *broken; }
    void dot(const DotBatch&) const override { throw std::runtime_error("out of order"); }
  };
  bool is_mended = false;
  AcceleratorSettings settings = style(false);
  settings.make_engine = [&](const Unit& unit) -> std::unique_ptr<Engine> {
    if (is_mended) return make_reference_engine(unit);
    throw std::runtime_error("no such engine");
  };
  ForeignRun unmade("unmade", settings);
  unmade.fail_and_recover({ErrorCode::engine}, [&] { is_mended = true; });
  bool is_there = false;
  settings.make_engine = [&](const Unit& unit) {
    return is_there ? make_reference_engine(unit) : nullptr;
  };
  ForeignRun none("none", settings);
  none.fail_and_recover({ErrorCode::engine}, [&] { is_there = true; });
  // At work, with requests in flight.
  std::vector<std::unique_ptr<ForeignRun>> runs;
  for (const bool approximately : {false, true}) {
    settings = style(approximately);
    settings.make_engine = [](const Unit& unit) {
      auto engine = std::make_unique<Broken>();
      engine->broken = &unit;
      return engine;
    };
    runs.push_back(std::make_unique<ForeignRun>("run" + std::to_string(runs.size()), settings));
    ForeignRun& run = *runs.back();
    in_thread([&run] {
      run.bench.enable();
      run.bench.run_to(1);
      EXPECT_EQ(run.bench.record(0).error, Fault{ErrorCode::engine});
      EXPECT_EQ(run.bench.accelerator->in_flight(), 0u);
      run.is_through = true;
    });
  }
  sc_core::sc_start();
  unmade.expect_d();
  none.expect_d();
  for (const auto& run : runs) EXPECT_TRUE(run->is_through);
  EXPECT_EQ(reports(), 4);
}

// At the descriptor, at a load and at D.
TEST(Foreign, AMemoryThatThrowsIsAnError) {
  std::vector<std::unique_ptr<ForeignRun>> runs;
  const std::pair<std::uint64_t, Fault> kCases[] = {
      {Bench::ring(0), {ErrorCode::fetch}},
      {hostile_job()[Operand::b].address, {ErrorCode::load, int(slot_of(Operand::b))}},
      {hostile_job()[Operand::d].address, {ErrorCode::store, int(slot_of(Operand::d))}}};
  for (const bool approximately : {false, true})
    for (const auto& [address, fault] : kCases) {
      runs.push_back(
          std::make_unique<ForeignRun>("run" + std::to_string(runs.size()), style(approximately)));
      OtherMemory* const memory = runs.back()->memory;
      memory->before = [memory, address = address, kind = runs.size() % 2] {
        if (memory->bursts.back().address != address) return;
        if (kind == 0) throw 1;
        SC_REPORT_ERROR("somebody's memory", "cannot");
      };
      runs.back()->fail_and_recover(fault, [memory] { memory->before = {}; });
    }
  sc_core::sc_start();
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    run->expect_d();
  }
  EXPECT_GE(reports(), 6);
}

TEST(Foreign, AGrantOrAnEndOfResponseThatThrowsChangesNothing) {
  AcceleratorSettings settings = style(false);
  settings.dmi = true;
  ForeignRun grant("grant", settings);
  grant.memory->on_grant = [] { throw std::runtime_error("no grants"); };
  grant.succeed();
  ForeignRun end("end", style(true));
  end.memory->on_request = [&](Payload& payload, Phase& phase, sc_time&) {
    end.memory->serve(payload);
    phase = ::tlm::BEGIN_RESP;
    return ::tlm::TLM_UPDATED;
  };
  end.memory->on_end = [] { throw std::runtime_error("no ends"); };
  end.succeed();
  sc_core::sc_start();
  grant.expect_d();
  end.expect_d();
  EXPECT_GT(reports(), 2);
}

// BEGIN_RESP at once or later, END_REQ before a response that follows at once or later.
TEST(Foreign, RepliesOfTlmUpdatedAloneAreServed) {
  std::vector<std::unique_ptr<ForeignRun>> runs;
  for (const double delay : {0.0, 7.0})
    for (const Phase& phase : {Phase(::tlm::BEGIN_RESP), Phase(::tlm::END_REQ)}) {
      runs.push_back(
          std::make_unique<ForeignRun>("run" + std::to_string(runs.size()), style(true), true));
      OtherMemory* const memory = runs.back()->memory;
      memory->on_request = [memory, phase, delay](Payload& payload, Phase& to, sc_time& until) {
        memory->serve(payload);
        to = phase;
        until += sc_time(delay, sc_core::SC_NS);
        if (phase == ::tlm::END_REQ) {
          payload.acquire();
          sc_core::sc_spawn([memory, &payload, delay] {
            sc_core::wait(2 * delay, sc_core::SC_NS);
            memory->send(payload, ::tlm::BEGIN_RESP);
            payload.release();
          });
        }
        return ::tlm::TLM_UPDATED;
      };
      runs.back()->succeed();
    }
  sc_core::sc_start();
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    run->expect_d();
  }
  EXPECT_EQ(reports(), 0);
}

TLM_DECLARE_EXTENDED_PHASE(mmasc_test_phase);

// A phase that the base protocol does not know is as good as none.
TEST(Foreign, APhaseOfAnotherProtocolIsIgnored) {
  ForeignRun run("run", style(true));
  run.memory->on_request = [&](Payload& payload, Phase& phase, sc_time&) {
    run.memory->serve(payload);
    payload.acquire();
    sc_core::sc_spawn([&] {
      sc_core::wait(5, sc_core::SC_NS);
      run.memory->send(payload, mmasc_test_phase);
      run.memory->send(payload, ::tlm::BEGIN_RESP);
      payload.release();
    });
    phase = mmasc_test_phase;
    return ::tlm::TLM_UPDATED;
  };
  run.succeed();
  sc_core::sc_start();
  run.expect_d();
  EXPECT_EQ(reports(), 0);
}

// As a reply and as a call: phases that go the other way, and the one that was left as it came.
TEST(Foreign, APhaseThatIsNoTargetsIsReportedAndAnError) {
  std::vector<std::unique_ptr<ForeignRun>> runs;
  for (const bool is_reply : {false, true})
    for (const Phase& phase : {Phase(::tlm::BEGIN_REQ), Phase(::tlm::END_RESP), Phase()}) {
      runs.push_back(
          std::make_unique<ForeignRun>("run" + std::to_string(runs.size()), style(true)));
      OtherMemory* const memory = runs.back()->memory;
      memory->on_request = [memory, is_reply, phase](Payload& payload, Phase& to, sc_time&) {
        memory->serve(payload);
        if (is_reply) {
          to = phase;
          return ::tlm::TLM_UPDATED;
        }
        payload.acquire();
        sc_core::sc_spawn([memory, &payload, phase] {
          sc_core::wait(5, sc_core::SC_NS);
          memory->send(payload, phase);
          payload.release();
        });
        return ::tlm::TLM_ACCEPTED;
      };
      runs.back()->fail_and_recover({ErrorCode::fetch}, [memory] { memory->on_request = {}; });
    }
  sc_core::sc_start();
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    run->expect_d();
  }
  EXPECT_EQ(reports(), 12) << "the descriptor's and the completion record's";
}

// END_REQ is no response: the watchdog ends the wait. Without one the simulation ends, and the
// accelerator says why.
TEST(Foreign, AnEndOfRequestAloneIsWaitedForAndReported) {
  const auto end_req_alone = [](Payload&, Phase& phase, sc_time&) {
    phase = ::tlm::END_REQ;
    return ::tlm::TLM_UPDATED;
  };
  auto watched = std::make_unique<ForeignRun>("watched", style(true));
  watched->memory->on_request = end_req_alone;
  in_thread([&] {
    watched->bench.write(Register::watchdog, 5000);
    watched->bench.enable();
    watched->bench.run_to(1);
    EXPECT_EQ(watched->bench.record(0).error, Fault{ErrorCode::watchdog});
    watched->is_through = true;
  });
  auto endless = std::make_unique<ForeignRun>("endless", style(true));
  endless->memory->on_request = end_req_alone;
  in_thread([&] {
    endless->bench.enable();
    endless->bench.write(Register::tail, 1);
  });
  sc_core::sc_start();
  EXPECT_TRUE(watched->is_through);
  EXPECT_TRUE(endless->bench.accelerator->records().empty());
  EXPECT_EQ(endless->bench.accelerator->in_flight(), 1u);
  EXPECT_EQ(reports(), 0);
  endless.reset();
  EXPECT_EQ(reports(), 1);
}

TEST(Foreign, BurstsKeepToTheMultiplesOfAPowerOfTwo) {
  struct Split {
    unsigned most;
    std::unique_ptr<ForeignRun> run;
  };
  std::vector<Split> all;
  for (const bool approximately : {false, true})
    for (const unsigned most : {64u, 48u}) {
      AcceleratorSettings settings = style(approximately);
      settings.max_burst_bytes = most;
      all.push_back(
          {most, std::make_unique<ForeignRun>("run" + std::to_string(all.size()), settings, true)});
      // Lines that begin 16 bytes beyond a multiple of 64.
      Descriptor job = hostile_job();
      job[Operand::a].address += 16;
      all.back().run->bench.put(job, 0);
      all.back().run->succeed();
    }
  sc_core::sc_start();
  for (const auto& [most, run] : all) {
    ASSERT_TRUE(run->is_through);
    EXPECT_EQ(run->bench.record(0).error, Fault{});
    unsigned crossing = 0;
    for (const Burst& burst : run->memory->bursts) {
      EXPECT_LE(burst.bytes, most) << "the descriptor's too";
      if (burst.address / 64 != (burst.address + burst.bytes - 1) / 64) ++crossing;
    }
    if (most == 64)
      EXPECT_EQ(crossing, 0u);
    else
      EXPECT_GT(crossing, 0u) << "bursts of 48 bytes follow each other";
  }
}

// Requests of a tile, each of which waits for an earlier one's answer.
class Quantum : public testing::TestWithParam<int> {};  // in ns

TEST_P(Quantum, NoDelayExceedsIt) {
  const sc_time quantum(GetParam(), sc_core::SC_NS);
  ::tlm::tlm_global_quantum::instance().set(quantum);
  ForeignRun run("run", style(false), true);
  run.succeed();
  sc_core::sc_start();
  run.expect_d();
  EXPECT_GT(run.memory->delays.size(), 20u);
  EXPECT_LE(*std::ranges::max_element(run.memory->delays), quantum);
}

INSTANTIATE_TEST_SUITE_P(Foreign, Quantum, testing::Values(0, 100, 1000), PrintedName());

TEST(Foreign, RegistersTakeAStreamingWidthThatWasLeftAtZero) {
  Bench bench("bench", {.host_breaks_protocol = true});
  in_thread([&] {
    std::uint32_t written = 6;
    for (const unsigned width : {0u, 4u, 8u, 3u}) {
      const bool is_taken = width != 3;
      std::uint32_t read = 0;
      const auto access = [&](::tlm::tlm_command command, std::uint32_t& value) {
        Payload payload;
        set_up(payload, command, offset_of(Register::watchdog),
               reinterpret_cast<std::uint8_t*>(&value), 4);
        payload.set_streaming_width(width);
        sc_time delay;
        bench.host->socket->b_transport(payload, delay);
        EXPECT_EQ(payload.get_response_status(),
                  is_taken ? ::tlm::TLM_OK_RESPONSE : ::tlm::TLM_BURST_ERROR_RESPONSE)
            << width;
      };
      access(::tlm::TLM_WRITE_COMMAND, ++written);
      access(::tlm::TLM_READ_COMMAND, read);
      EXPECT_EQ(read, is_taken ? written : 0) << width;
    }
  });
  sc_core::sc_start();
  EXPECT_EQ(bench.register_checker->count(ProtocolRule::streaming_width_zero), 2u);
}

}  // namespace
}  // namespace mmasc::tlm
