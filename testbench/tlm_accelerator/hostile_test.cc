// SPDX-License-Identifier: Apache-2.0
// Memories that are legal but unusual, or broken: the accelerator gives D, or the error.
#include <numeric>

#include "tlm_accelerator/any_reply.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

Descriptor hostile_job() {
  Descriptor x =
      descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 16), {.m = 2, .n = 2, .k = 2, .tile_k = 2});
  x.sequence = 4711;
  return x;
}

struct HostileCase {
  Hostility hostility = Hostility::none;
  unsigned n = 1;
  bool approximately = false;
  bool tolerates = false;
  bool dmi = false;
};

BenchSettings hostile_settings(const HostileCase& of) {
  BenchSettings settings;
  settings.accelerator.approximately_timed = of.approximately;
  settings.accelerator.dmi = of.dmi;
  settings.accelerator.tolerates_incomplete = of.tolerates;
  settings.accelerator.queues = 2;
  settings.hostility = of.hostility;
  settings.n = of.n;
  return settings;
}

struct Outcome {
  Fault error;
  std::uint64_t queue_error = 0, head = 0;
  bool is_d_right = false, is_d_untouched = false;
  std::size_t records = 0;
};

// Starts one job in a bench of its own; the outcome is there when the simulation ends.
class HostileRun {
 public:
  HostileRun(const std::string& name, const HostileCase& of, std::uint64_t watchdog = 0)
      : problem_(hostile_job(), 3, std::byte{0x5a}), bench(name, hostile_settings(of)) {
    bench.put(problem_);
    for (std::uint32_t i = 0; i < kRingSize; ++i) bench.put(hostile_job(), i);
    in_thread([this, watchdog] {
      bench.write(Register::watchdog, watchdog);
      bench.enable();
      bench.run_to(1);
      outcome_.queue_error = bench.read(Register::queue_error);
      outcome_.head = bench.read(Register::head);
      if (then) then();
    });
  }
  Outcome outcome() {
    outcome_.records = bench.accelerator->records().size();
    if (outcome_.records > 0) outcome_.error = bench.record(0).error;
    const std::vector<std::byte> before = problem_.memory().bytes;
    bench.get(problem_);
    outcome_.is_d_untouched = before == problem_.memory().bytes;
    const auto engine = make_reference_engine(*problem_.job().unit);
    const OwnedMatrix expected = problem_.expected(*engine);
    outcome_.is_d_right = true;
    for (std::int64_t row = 0; row < expected.matrix().rows; ++row)
      for (std::int64_t column = 0; column < expected.matrix().columns; ++column)
        if (problem_.d_at(row, column) != load_element(expected.matrix(), row, column))
          outcome_.is_d_right = false;
    return outcome_;
  }

  std::function<void()> then;  // in the host's thread

 private:
  TiledProblem problem_;
  Outcome outcome_;

 public:
  Bench bench;
};

void expect_d(const HostileCase& of) {
  HostileRun run("bench", of);
  sc_core::sc_start();
  const Outcome outcome = run.outcome();
  EXPECT_EQ(outcome.error, Fault{});
  EXPECT_EQ(outcome.records, 1u);
  EXPECT_TRUE(outcome.is_d_right);
  EXPECT_EQ(run.bench.accelerator->in_flight(), 0u);
  EXPECT_GT(run.bench.hostile->bursts(), 1u);
}

TEST(Hostile, AnAddressRewrittenInPlaceIsNotTheAcceleratorsLooselyTimed) {
  expect_d({.hostility = Hostility::address_rewritten});
}
TEST(Hostile, AnAddressRewrittenInPlaceIsNotTheAcceleratorsApproximatelyTimed) {
  expect_d({.hostility = Hostility::address_rewritten, .approximately = true});
}
TEST(Hostile, CompletedAtOnce) {
  expect_d({.hostility = Hostility::completed_at_once, .approximately = true});
}
TEST(Hostile, ResponsesWithoutEndOfRequest) {
  expect_d({.hostility = Hostility::no_end_req, .approximately = true});
}
TEST(Hostile, DmiRefused) { expect_d({.hostility = Hostility::dmi_refused, .dmi = true}); }
TEST(Hostile, DmiOfPartOfABurst) { expect_d({.hostility = Hostility::dmi_partial, .dmi = true}); }
TEST(Hostile, DmiOneByteShort) {
  expect_d({.hostility = Hostility::dmi_one_byte_short, .dmi = true});
}

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
  settings.make_memory = [&](const char* name) {
    auto made = std::make_unique<AnyReplyMemory>(name, settings.memory, 11);
    memory = made.get();
    return made;
  };
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
  const OwnedMatrix expected = problem.expected(*make_reference_engine(*problem.job().unit));
  bench.get(problem);
  expect_equal_d(problem, expected);
  for (const unsigned count : memory->counts) EXPECT_GT(count, 20u);
  EXPECT_GT(memory->overtaken, 100u);
  EXPECT_EQ(bench.checker->in_flight(), 0u);
  EXPECT_EQ(bench.accelerator->in_flight(), 0u);
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

// Of the 898 of the job, the descriptor's and the completion record's among them; and one of none.
std::vector<unsigned> burst_numbers() {
  std::vector<unsigned> all{1'000'000};
  for (unsigned n = 1; n <= 898; n += 23) all.push_back(n);
  return all;
}

// Whatever burst fails; the other queue runs, and this one after its fault is cleared.
TEST(Hostile, AnErrorOnAnyBurstStopsItsQueueOnly) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  for (const bool approximately : {false, true})
    for (const unsigned n : burst_numbers()) {
      runs.push_back(std::make_unique<HostileRun>(
          "bench" + std::to_string(runs.size()),
          HostileCase{
              .hostility = Hostility::error_on_burst, .n = n, .approximately = approximately}));
      Bench& bench = runs.back()->bench;
      runs.back()->then = [&bench] {
        for (std::uint32_t i = 0; i < 2; ++i) bench.put(hostile_job(), i, 1);
        bench.enable(1);
        bench.run_to(1, 1);
        if (bench.record(0).error) {
          EXPECT_TRUE(bench.interrupt.read());
          EXPECT_EQ(bench.read(Register::interrupt_status), 1u << 16);
          EXPECT_EQ(bench.read(Register::status), 2u);
          EXPECT_EQ(bench.read(Register::queue_status), 4u);
          bench.write(Register::tail, 2);
          sc_core::wait(100, sc_core::SC_US);
          EXPECT_EQ(bench.read(Register::head), 1u) << "it has a fault";
          bench.write(Register::queue_control, 3);
          EXPECT_EQ(bench.read(Register::queue_error), 0u);
        }
        bench.run_to(2);
      };
    }
  sc_core::sc_start();
  std::array<unsigned, kErrors.size()> seen{};
  for (const auto& run : runs) {
    SCOPED_TRACE(run->bench.accelerator->name());
    const Outcome outcome = run->outcome();
    ASSERT_EQ(outcome.records, 3u);
    ++seen[static_cast<std::size_t>(outcome.error.code)];
    EXPECT_EQ(outcome.head, 1u);
    const std::uint64_t sequence = outcome.error.code == ErrorCode::fetch ? 0 : 4711;
    EXPECT_EQ(outcome.queue_error, outcome.error ? sequence << 32 | outcome.error.word() : 0u);
    EXPECT_EQ(run->bench.record(1).error, Fault{});
    EXPECT_EQ(run->bench.record(2).error, Fault{});
    EXPECT_TRUE(outcome.is_d_right);
    EXPECT_EQ(run->bench.completion(1).error, 0u);
  }
  for (const ErrorCode code :
       {ErrorCode::none, ErrorCode::fetch, ErrorCode::load, ErrorCode::store})
    EXPECT_GT(seen[static_cast<std::size_t>(code)], 1u) << row_of(code).name;
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
