// SPDX-License-Identifier: Apache-2.0
// Memories that are legal but unusual, or broken: the accelerator gives D, or the error.
#include "printed_name.h"
#include "tlm_accelerator/any_reply.h"
#include "tlm_accelerator/hostile_runs.h"

namespace mmasc::tlm {
namespace {

struct Legal {
  const char* name;
  HostileCase of;
};
class LegalMemory : public testing::TestWithParam<Legal> {};

TEST_P(LegalMemory, GivesD) {
  HostileRun run("bench", GetParam().of);
  sc_core::sc_start();
  const Outcome outcome = run.outcome();
  EXPECT_EQ(outcome.error, Fault{});
  EXPECT_EQ(outcome.records, 1u);
  EXPECT_TRUE(outcome.is_d_right);
  EXPECT_EQ(run.bench.accelerator->in_flight(), 0u);
  EXPECT_GT(run.bench.hostile->bursts(), 1u);
}

using enum Hostility;
INSTANTIATE_TEST_SUITE_P(
    Hostile, LegalMemory,
    testing::Values(
        Legal{"address_rewritten", {.hostility = address_rewritten}},
        Legal{"address_rewritten_at", {.hostility = address_rewritten, .approximately = true}},
        Legal{"completed_at_once", {.hostility = completed_at_once, .approximately = true}},
        Legal{"no_end_of_request", {.hostility = no_end_req, .approximately = true}},
        Legal{"dmi_refused", {.hostility = dmi_refused, .dmi = true}},
        Legal{"dmi_of_part_of_a_burst", {.hostility = dmi_partial, .dmi = true}},
        Legal{"dmi_one_byte_short", {.hostility = dmi_one_byte_short, .dmi = true}}),
    OwnName());

TEST(Hostile, DmiTakesRequestsFromTheMemoryUntilItIsWithdrawn) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  // Withdrawn in the middle of the job, where each request waits for its time.
  ::tlm::tlm_global_quantum::instance().set(SC_ZERO_TIME);
  for (const bool withdrawn : {false, true}) {
    runs.push_back(std::make_unique<HostileRun>(
        withdrawn ? "withdrawn" : "kept",
        HostileCase{.hostility = Hostility::dmi_withdrawn, .dmi = true}));
    Bench& bench = runs.back()->bench;
    if (withdrawn)
      in_thread([&bench] {
        sc_core::wait(300, sc_core::SC_NS);
        EXPECT_EQ(bench.read(Register::queue_status), 2u);
        bench.hostile->withdraw();
      });
  }
  sc_core::sc_start();
  for (const auto& run : runs) {
    const Outcome outcome = run->outcome();
    EXPECT_EQ(outcome.error, Fault{});
    EXPECT_TRUE(outcome.is_d_right);
  }
  EXPECT_GT(runs[0]->bench.hostile->bursts(), 1u);
  EXPECT_GT(runs[1]->bench.hostile->bursts(), runs[0]->bench.hostile->bursts());
}

TEST(Hostile, EveryLegalReplyAtRandomTimes) {
  AnyReplyMemory* memory = nullptr;
  BenchSettings settings = hostile_settings({.approximately = true});
  settings.accelerator.max_burst_bytes = 64;
  settings.take_memory(memory, std::uint64_t{11});
  Bench bench("bench", settings);
  TiledProblem problem(hostile_job(), 3, std::byte{0x5a});
  bench.put(problem);
  for (std::uint32_t i = 0; i < kRingSize; ++i) bench.put(hostile_job(), i);
  in_thread([&bench] {
    bench.enable();
    for (std::uint32_t tail = 1; tail <= 8; ++tail) bench.run_to(tail);
  });
  sc_core::sc_start();
  ASSERT_EQ(bench.accelerator->records().size(), 8u);
  for (const JobRecord& record : bench.accelerator->records()) EXPECT_EQ(record.error, Fault{});
  bench.expect_d(problem);
  for (const unsigned count : memory->counts) EXPECT_GT(count, 20u);
  EXPECT_GT(memory->overtaken, 100u);
  EXPECT_EQ(bench.checker->in_flight(), 0u);
  EXPECT_EQ(bench.accelerator->in_flight(), 0u);
}

// Each second response comes twice: before the first one has happened, or after.
TEST(Hostile, ASecondResponseIsReportedAndIgnored) {
  struct Twice : Memory<64> {
    using Memory::Memory;
    unsigned requests = 0, repeated = 0;
    Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
      if (phase != ::tlm::BEGIN_REQ) return ::tlm::TLM_COMPLETED;
      b_transport(payload, delay);
      sc_core::sc_spawn([this, &payload, n = requests++] {
        sc_core::wait(20, sc_core::SC_NS);
        respond(payload, n % 4 == 1 ? sc_time(5, sc_core::SC_NS) : SC_ZERO_TIME);
        if (n % 2 == 0) return;
        ++repeated;
        respond(payload, SC_ZERO_TIME);
      });
      return ::tlm::TLM_ACCEPTED;
    }
    void respond(Payload& payload, sc_time delay) {
      Phase phase = ::tlm::BEGIN_RESP;
      EXPECT_EQ(socket->nb_transport_bw(payload, phase, delay), ::tlm::TLM_COMPLETED);
    }
  };
  Twice* memory = nullptr;
  BenchSettings settings = hostile_settings({.approximately = true});
  settings.breaks_protocol = true;
  settings.take_memory(memory);
  Bench bench("bench", settings);
  TiledProblem problem(hostile_job(), 3, std::byte{0x5a});
  bench.put(problem);
  bench.put(hostile_job(), 0);
  in_thread([&bench] {
    bench.enable();
    bench.run_to(1);
  });
  sc_core::sc_start();
  ASSERT_EQ(bench.accelerator->records().size(), 1u);
  EXPECT_EQ(bench.record(0).error, Fault{});
  bench.expect_d(problem);
  EXPECT_EQ(bench.accelerator->in_flight(), 0u);
  EXPECT_GT(memory->repeated, 100u);
  EXPECT_EQ(sc_core::sc_report_handler::get_count("mmasc/tlm/accelerator"),
            static_cast<int>(memory->repeated));
}

TEST(Hostile, AStatusLeftIncompleteIsAnErrorUnlessTolerated) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  for (const bool approximately : {false, true})
    for (const bool tolerates : {false, true})
      for (const unsigned n : {1U, 2U})
        runs.push_back(
            std::make_unique<HostileRun>("bench" + std::to_string(runs.size()),
                                         HostileCase{.hostility = Hostility::status_incomplete,
                                                     .n = n,
                                                     .approximately = approximately,
                                                     .tolerates = tolerates}));
  sc_core::sc_start();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    SCOPED_TRACE(i);
    const Outcome outcome = runs[i]->outcome();
    ASSERT_EQ(outcome.records, 1u);
    const bool tolerates = i / 2 % 2 == 1;
    EXPECT_EQ(outcome.is_d_right, tolerates);
    if (tolerates)
      EXPECT_EQ(outcome.error, Fault{});
    else
      EXPECT_EQ(outcome.error, (i % 2 == 0 ? Fault{ErrorCode::fetch} : Fault{ErrorCode::load, 0}));
  }
}

TEST(Hostile, AMemoryThatNeverAnswersIsAWatchdogError) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  constexpr std::uint64_t kWatchdog = 5000;
  for (const bool approximately : {false, true})
    for (const unsigned n : {1U, 2U, 5U, 30U})
      runs.push_back(std::make_unique<HostileRun>(
          "bench" + std::to_string(runs.size()),
          HostileCase{
              .hostility = Hostility::never_answers, .n = n, .approximately = approximately},
          kWatchdog));
  sc_core::sc_start();
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    const Outcome outcome = run->outcome();
    ASSERT_EQ(outcome.records, 1u);
    EXPECT_EQ(outcome.error, Fault{ErrorCode::watchdog});
    EXPECT_EQ(outcome.queue_error & 0xff, static_cast<std::uint64_t>(ErrorCode::watchdog));
    EXPECT_EQ(outcome.head, 1u);
    EXPECT_GE(run->bench.record(0).end, sc_time(kWatchdog, sc_core::SC_NS));
    EXPECT_LT(run->bench.record(0).end, sc_time(2 * kWatchdog, sc_core::SC_NS));
    EXPECT_GT(run->bench.accelerator->in_flight(), 0u);
  }
}

// The descriptor takes 1016 cycles, loads up to 1060.
TEST(Hostile, AnswersAfterTheWatchdogAreDropped) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  for (const bool approximately : {false, true})
    for (const std::uint64_t watchdog : {50U, 1010U, 1020U, 1030U}) {
      runs.push_back(std::make_unique<HostileRun>(
          "bench" + std::to_string(runs.size()),
          HostileCase{.approximately = approximately, .is_slow = true}, watchdog));
      Bench& bench = runs.back()->bench;
      runs.back()->then = [&bench] {
        EXPECT_EQ(bench.record(0).error, Fault{ErrorCode::watchdog});
        bench.write(Register::watchdog, 0);
        bench.write(Register::queue_control, 3);
        bench.run_to(2);
      };
    }
  sc_core::sc_start();
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    const Outcome outcome = run->outcome();
    ASSERT_EQ(outcome.records, 2u);
    EXPECT_EQ(run->bench.record(1).error, Fault{});
    EXPECT_TRUE(outcome.is_d_right);
    EXPECT_EQ(run->bench.accelerator->in_flight(), 0u);
    EXPECT_EQ(run->bench.checker->in_flight(), 0u);
  }
}

TEST(Hostile, WithoutWatchdogAMemoryThatNeverAnswersIsWaitedFor) {
  BenchSettings settings = hostile_settings({.hostility = Hostility::never_answers, .n = 3});
  Bench bench("bench", settings);
  bench.put(hostile_job(), 0);
  in_thread([&bench] {
    bench.enable();
    bench.write(Register::tail, 1);
    sc_core::wait(10, sc_core::SC_MS);
    EXPECT_EQ(bench.read(Register::queue_status), 2u);
  });
  sc_core::sc_start();
  EXPECT_TRUE(bench.accelerator->records().empty());
}

}  // namespace
}  // namespace mmasc::tlm
