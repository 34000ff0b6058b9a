// SPDX-License-Identifier: Apache-2.0
// The firmware example's D is that of one GEMM, and neither the quantum nor the timing's style
// moves its end.
#include "firmware/firmware_bench.h"

namespace mmasc::tlm {
namespace {

std::vector<sc_time> durations(const FirmwareBench& bench) {
  std::vector<sc_time> all;
  for (const JobRecord& record : bench.accelerator.records())
    all.push_back(record.end - record.start);
  return all;
}

void expect_gemm(FirmwareBench& bench, const OwnedMatrix& expected) {
  EXPECT_EQ(bench.cpu.exit_code, std::uint32_t{PLATFORM_DONE});
  const platform_result result = bench.task().result;
  EXPECT_EQ(result.error, 0u);
  EXPECT_EQ(result.blocks, kBlocks);
  EXPECT_EQ(durations(bench).size(), kBlocks);
  std::uint64_t cycles = 0;
  for (const sc_time& duration : durations(bench)) cycles += duration.value() / 1000;
  EXPECT_EQ(result.cycles, cycles);
  TiledProblem problem(whole_gemm(), kSeed, kPoison);
  bench.get(problem);
  const MatrixView d = expected.matrix();
  for (std::int64_t row = 0; row < d.rows; ++row)
    for (std::int64_t column = 0; column < d.columns; ++column)
      ASSERT_EQ(problem.d_at(row, column), load_element(d, row, column)) << row << ", " << column;
}

struct Mode {
  const char* name;
  bool approximately_timed, dmi;
};

using Benches = std::vector<std::unique_ptr<FirmwareBench>>;

// One bench after the other, since there is one quantum for all.
Benches run_at_any_quantum(const std::string& program) {
  const sc_time turn(200, sc_core::SC_US);
  Benches benches;
  for (const Mode& mode : {Mode{"lt", false, false}, {"at", true, false}, {"lt_dmi", false, true}})
    for (const double quantum : {0.1, 1.0, 10.0, 100.0, 0.1}) {
      const sc_time start = turn * double(benches.size() + 1);
      benches.push_back(std::make_unique<FirmwareBench>(
          mode.name + std::to_string(benches.size()),
          FirmwareBenchSettings{.program = program,
                                .approximately_timed = mode.approximately_timed,
                                .dmi = mode.dmi,
                                .cpu = {.start = start}}));
      sc_core::sc_spawn([start, quantum] {
        sc_core::wait(start - sc_time(1, sc_core::SC_NS));
        ::tlm::tlm_global_quantum::instance().set(sc_time(quantum, sc_core::SC_US));
      });
    }
  sc_core::sc_start(turn * double(benches.size() + 1));
  TiledProblem problem(whole_gemm(), kSeed, kPoison);
  const OwnedMatrix expected = problem.expected(*make_reference_engine(*problem.job().unit));
  for (std::size_t i = 0; i < benches.size(); ++i) {
    FirmwareBench& bench = *benches[i];
    SCOPED_TRACE(bench.cpu.name());
    expect_gemm(bench, expected);
    EXPECT_LT(bench.cpu.run_time(), turn);  // the quantum is the bench's own
    const FirmwareBench& first = *benches[i / 5 * 5];
    EXPECT_EQ(durations(bench), durations(first));
    EXPECT_EQ(bench.cpu.run_time(), first.cpu.run_time());
    EXPECT_EQ(bench.cpu.instructions, first.cpu.instructions);
  }
  EXPECT_EQ(durations(*benches[0]), durations(*benches[5]));  // loosely, approximately timed
  return benches;
}

TEST(FirmwareGemm, ByPolling) {
  for (const auto& bench : run_at_any_quantum("gemm_polling")) {
    EXPECT_EQ(bench->cpu.interrupts, 0u);
    EXPECT_GT(bench->cpu.instructions, 30'000u);
  }
}

TEST(FirmwareGemm, ByInterrupt) {
  for (const auto& bench : run_at_any_quantum("gemm_interrupt")) {
    EXPECT_EQ(bench->cpu.interrupts, kBlocks);
    EXPECT_LT(bench->cpu.instructions, 10'000u);  // the CPU sleeps
  }
}

// The CPU counts blocks as they begin; runs end between them, and wfi ends one in its middle.
TEST(FirmwareGemm, EachInstructionCountsOnce) {
  ::tlm::tlm_global_quantum::instance().set(sc_time(100, sc_core::SC_NS));
  Benches benches;
  for (const char* program : kPrograms)
    benches.push_back(std::make_unique<FirmwareBench>(
        program, FirmwareBenchSettings{.program = program, .cpu = {.counts_singly = true}}));
  sc_core::sc_start(kLongest);
  for (const auto& bench : benches) {
    EXPECT_GT(bench->cpu.single_instructions, 1000u);
    // The exit ends the run before the jump that follows in its block.
    EXPECT_EQ(bench->cpu.instructions, bench->cpu.single_instructions + 1) << bench->cpu.name();
  }
}

}  // namespace
}  // namespace mmasc::tlm
