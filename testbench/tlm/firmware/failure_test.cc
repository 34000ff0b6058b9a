// SPDX-License-Identifier: Apache-2.0
// The firmware example says what went wrong.
#include "firmware/firmware_bench.h"

namespace mmasc::tlm {
namespace {

struct Failure {
  const char* name;
  platform_task task;
  Fault error{};
  std::uint32_t sequence = 0;  // of the first block that fails
};

std::vector<Failure> failures() {
  const int a = static_cast<int>(slot_of(Operand::a)), b = static_cast<int>(slot_of(Operand::b)),
            d = static_cast<int>(slot_of(Operand::d));
  std::vector<Failure> all;
  const auto add = [&](const char* name, Fault error, std::uint32_t sequence) -> platform_task& {
    all.push_back({name, gemm_task(), error, sequence});
    return all.back().task;
  };
  add("stride", {ErrorCode::stride, a}, 0).a_stride = 2;
  add("alignment", {ErrorCode::address_alignment, a}, 0).a += 1;
  add("no_depth", {ErrorCode::no_tiles}, 0).k = 0;
  // The second block of columns wraps to address 0, where nothing is.
  platform_task& wraps = add("load", {ErrorCode::load, b}, 1);
  wraps.b = 0U - GEMM_BLOCK_N * wraps.b_stride;
  add("store", {ErrorCode::store, d}, 0).d = PLATFORM_ACCELERATOR + 0x10'0000;
  return all;
}

TEST(FirmwareFailure, ReportsTheErrorAndItsBlock) {
  std::vector<std::unique_ptr<FirmwareBench>> benches;
  for (const char* program : kPrograms)
    for (const bool approximately : {false, true})
      for (const Failure& failure : failures()) {
        benches.push_back(std::make_unique<FirmwareBench>(
            std::string(program) + (approximately ? "_at_" : "_lt_") + failure.name,
            FirmwareBenchSettings{.program = program, .approximately_timed = approximately}));
        benches.back()->put(failure.task);
      }
  sc_core::sc_start(kLongest);
  const std::vector<Failure> expected = failures();
  for (std::size_t i = 0; i < benches.size(); ++i) {
    SCOPED_TRACE(benches[i]->cpu.name());
    const Failure& failure = expected[i % expected.size()];
    const platform_result result = benches[i]->task().result;
    EXPECT_EQ(benches[i]->cpu.exit_code, std::uint32_t{PLATFORM_FAILED});
    EXPECT_EQ(result.error, failure.error.word());
    EXPECT_EQ(result.sequence, failure.sequence);
    EXPECT_EQ(result.blocks, failure.sequence);
    ASSERT_EQ(benches[i]->accelerator.records().size(), failure.sequence + 1);
  }
}

TEST(FirmwareFailure, PollingGivesUpInTime) {
  FirmwareBench bench("bench", {.program = "gemm_polling"});
  platform_task task = gemm_task();
  task.timeout_ns = 2000;  // a block takes more
  bench.put(task);
  sc_core::sc_start(kLongest);
  EXPECT_EQ(bench.cpu.exit_code, std::uint32_t{PLATFORM_LATE});
  EXPECT_EQ(bench.task().result.blocks, 0u);
  EXPECT_GT(bench.cpu.run_time(), sc_time(2, sc_core::SC_US));
  EXPECT_LT(bench.cpu.run_time(), sc_time(10, sc_core::SC_US));
}

}  // namespace
}  // namespace mmasc::tlm
