// SPDX-License-Identifier: Apache-2.0
// Reset in the middle of a job, with transactions in flight, then a clean run.
#include "printed_name.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

struct Way {
  const char* name;
  bool soft;
  int step;  // at each so manyth of sixty times of the job
};
class ResetInTheMiddle : public testing::TestWithParam<Way> {};

TEST_P(ResetInTheMiddle, OfWorkIsClean) {
  const auto [name, soft, step] = GetParam();
  std::vector<std::unique_ptr<Bench>> benches;
  unsigned with_transactions = 0;
  for (const bool approximately : {false, true})
    for (int i = 0; i < 60; i += step) {
      BenchSettings settings;
      settings.accelerator.approximately_timed = approximately;
      settings.accelerator.dmi = false;
      settings.accelerator.queues = 2;
      benches.push_back(
          std::make_unique<Bench>("bench" + std::to_string(benches.size()), settings));
      Bench& bench = *benches.back();
      TiledProblem problem(small_job(), 9, std::byte{});
      bench.put(problem);
      bench.put(small_job(), 0);
      bench.put(small_job(), 1);
      in_thread([&bench, &with_transactions, i, soft = soft] {
        bench.enable();
        bench.write(Register::watchdog, 100'000);
        bench.write(Register::tail, 1);
        sc_core::wait(23 * i, sc_core::SC_NS);
        if (bench.accelerator->in_flight() > 0) ++with_transactions;
        if (soft) {
          bench.write(Register::control, 2);
        } else {
          bench.rst_n.write(false);
          sc_core::wait(1, sc_core::SC_NS);
          std::uint64_t value = 0;
          EXPECT_EQ(bench.access(false, 0, value, 4), ::tlm::TLM_GENERIC_ERROR_RESPONSE);
          bench.rst_n.write(true);
          sc_core::wait(1, sc_core::SC_NS);
        }
        EXPECT_EQ(bench.read(Register::tail), 0u);
        EXPECT_EQ(bench.read(Register::control), 0u);
        EXPECT_EQ(bench.read(Register::queue_status), 1u);
        EXPECT_EQ(bench.read(Register::status), 0u);
        EXPECT_EQ(bench.read(Register::watchdog), soft ? 100'000u : 0u);
        bench.enable();
        bench.run_to(2);
      });
    }
  sc_core::sc_start();
  TiledProblem problem(small_job(), 9, std::byte{});
  for (const auto& bench : benches) {
    SCOPED_TRACE(bench->accelerator->name());
    const auto& records = bench->accelerator->records();
    ASSERT_GE(records.size(), 2u);
    for (const JobRecord& record : records) EXPECT_EQ(record.error, Fault{});
    EXPECT_EQ(records.back().end - records.back().start, records[1].end - records[1].start);
    bench->expect_d(problem);
    EXPECT_EQ(bench->accelerator->in_flight(), 0u);
    EXPECT_EQ(bench->checker->in_flight(), 0u);
  }
  EXPECT_GT(with_transactions, benches.size() / 3);  // approximately timed
}

INSTANTIATE_TEST_SUITE_P(Quick, ResetInTheMiddle,
                         testing::Values(Way{"signal", false, 7}, Way{"register", true, 7}),
                         OwnName());
INSTANTIATE_TEST_SUITE_P(Default, ResetInTheMiddle,
                         testing::Values(Way{"signal", false, 1}, Way{"register", true, 1}),
                         OwnName());

}  // namespace
}  // namespace mmasc::tlm
