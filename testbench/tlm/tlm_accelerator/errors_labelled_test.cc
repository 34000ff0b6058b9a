// SPDX-License-Identifier: Apache-2.0
// An error on any burst of a job is its queue's alone.
#include "tlm_accelerator/hostile_runs.h"

namespace mmasc::tlm {
namespace {

// The numbers of each `step`th burst of the job, the descriptor's and the completion record's among
// them; and a number that no burst has.
std::vector<unsigned> burst_numbers(unsigned step) {
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
class AnErrorOnABurst : public testing::TestWithParam<unsigned> {};

TEST_P(AnErrorOnABurst, StopsItsQueueOnly) {
  std::vector<std::unique_ptr<HostileRun>> runs;
  for (const bool approximately : {false, true})
    for (const unsigned n : burst_numbers(GetParam())) {
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

// Of each so manyth burst.
INSTANTIATE_TEST_SUITE_P(Quick, AnErrorOnABurst, testing::Values(29));
INSTANTIATE_TEST_SUITE_P(Default, AnErrorOnABurst, testing::Values(1));

}  // namespace
}  // namespace mmasc::tlm
