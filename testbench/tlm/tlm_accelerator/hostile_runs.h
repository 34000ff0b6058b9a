// SPDX-License-Identifier: Apache-2.0
// One job with a hostile memory, and what comes out.
#pragma once

#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {

inline Descriptor hostile_job() {
  Descriptor x = small_job();
  x.sequence = 4711;
  return x;
}

struct HostileCase {
  Hostility hostility = Hostility::none;
  unsigned n = 1;
  bool approximately = false;
  bool tolerates = false;
  bool dmi = false;
  bool is_slow = false;
};

inline BenchSettings hostile_settings(const HostileCase& of) {
  BenchSettings settings;
  settings.accelerator.approximately_timed = of.approximately;
  settings.accelerator.dmi = of.dmi;
  settings.accelerator.tolerates_incomplete = of.tolerates;
  settings.accelerator.queues = 2;
  settings.hostility = of.hostility;
  settings.n = of.n;
  if (of.is_slow) settings.memory.timing = {.latency = 1000, .bytes_per_cycle = 8};
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
    // All runs have one job, and one seed.
    static const OwnedMatrix expected =
        problem_.expected(*make_reference_engine(*problem_.job().unit));
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

// The numbers of each `step`th burst of the job, the descriptor's and the completion record's among
// them; and a number that no burst has.
inline std::vector<unsigned> burst_numbers(unsigned step) {
  const Job job = job_of(hostile_job());
  std::size_t bursts = 2;
  for (std::int64_t stage = 0; stage < job.stages(); ++stage)
    for (const Transfer& transfer : loads_of(job, stage)) bursts += bursts_of(job, transfer).size();
  for (std::int64_t tile = 0; tile < job.output_tiles(); ++tile)
    bursts += bursts_of(job, store_of(job, tile)).size();
  std::vector<unsigned> all{1'000'000};
  for (unsigned n = 1; n <= bursts; n += step) all.push_back(n);
  return all;
}

// Whatever burst fails; the other queue runs, and this one after its fault is cleared.
inline void expect_errors_stop_their_queue_only(unsigned step) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  for (const bool approximately : {false, true})
    for (const unsigned n : burst_numbers(step)) {
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

}  // namespace mmasc::tlm
