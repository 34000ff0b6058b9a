// SPDX-License-Identifier: Apache-2.0
// Cycles of platforms: against closed formulas, against SystemC, and their account.
#include "tlm/platform/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

#include "arith/owned_matrix.h"
#include "batch/engine.h"
#include "stimulus/random.h"
#include "timing/published.h"
#include "tlm/platform/analysis.h"
#include "tlm/platform/operand_image.h"
#include "tlm/platform/simulate_systemc.h"
#include "tlm/platform/timeline.h"

namespace mmasc::tlm {
namespace {

Analysis analysed(const Platform& platform, bool record_events = false) {
  return analyse(platform, make_tiling(platform), {.record_events = record_events});
}

double cycles(Millicycles time) { return static_cast<double>(time) / double(kCycle); }

// Sizes that no tile divides, several accelerators, few buffers, few requests in service.
std::vector<Platform> platforms() {
  const auto make = [](const char* name, std::vector<std::string> changes) {
    return find_platform(name, changes);
  };
  return {
      make("b200", {"gemm.k=256", "gemm.n=256"}),
      make("b200", {"group=2", "tile.m=256", "tile.n=128", "gemm.m=300", "gemm.k=512"}),
      make("b200", {"operands=ts", "stages=1", "tile.k=32", "gemm.m=128", "gemm.n=100"}),
      make("b200", {"accelerators=3", "gemm.m=500", "gemm.n=200", "memory.bytes_per_cycle=17"}),
      make("b200", {"instruction=blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                    "accelerators=2", "tile.k=128", "gemm.k=256", "gemm.m=200"}),
      make("b200", {"instruction=blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e2m1.e3m2",
                    "gemm.m=130", "gemm.k=250"}),
      make("hopper", {"gemm.m=100", "gemm.n=300", "memory.outstanding=5"}),
      make("hopper", {"operands=rs", "tile.n=8", "gemm.m=64", "gemm.n=24", "gemm.k=128"}),
      make("mi300", {"gemm.m=96", "gemm.n=70", "host.doorbell=0"}),
  };
}

// Any bits at all.
OwnedMatrix random_matrix(const Format& format, std::int64_t rows, std::int64_t columns,
                          std::uint64_t seed) {
  OwnedMatrix made(format, rows, columns, "operand");
  Random random(seed);
  for (std::int64_t i = 0; i < rows * columns; ++i)
    store_element(made.matrix(), i / columns, i % columns, random.next() & format.storage_mask());
  return made;
}

// Threads would not be there in the simulation's process.
std::unique_ptr<Engine> one_thread(const Unit& unit) {
  return make_batch_engine(unit, {.target = {}, .threads = 1});
}

struct Operands {
  std::vector<OwnedMatrix> matrices;
  GemmProblem problem;
};

Operands operands_of(const Platform& platform, const Unit& unit) {
  const Instruction& row = unit.instruction;
  const Extents& gemm = platform.gemm;
  Operands made;
  const auto draw = [&](const Format& format, std::int64_t rows, std::int64_t columns) {
    made.matrices.push_back(random_matrix(format, rows, columns, made.matrices.size()));
    return MatrixView(made.matrices.back().matrix());
  };
  made.problem.a = draw(*row.a, gemm.m, gemm.k);
  made.problem.b = draw(*row.b, gemm.k, gemm.n);
  if (row.scale) {
    const std::int64_t scales = (gemm.k + row.scale->block - 1) / row.scale->block;
    made.problem.sa = draw(*row.scale->format, gemm.m, scales);
    made.problem.sb = draw(*row.scale->format, scales, gemm.n);
  }
  return made;
}

TEST(PlatformRuns, OneDAndOneEndHoweverTheyRun) {
  for (const Platform& platform : platforms()) {
    const Tiling tiling = make_tiling(platform);
    const Unit& unit = *tiling.whole.unit;
    const std::string what =
        unit.instruction.id + ", accelerators " + std::to_string(platform.accelerators);
    const Operands operands = operands_of(platform, unit);
    const auto engine = one_thread(unit);
    OwnedMatrix expected(unit.d(), platform.gemm.m, platform.gemm.n, "D");
    GemmProblem whole = operands.problem;
    whole.d = expected.matrix();
    engine->gemm(whole);

    const auto expect_d = [&](const std::vector<std::byte>& memory, const char* how) {
      OwnedMatrix d(unit.d(), platform.gemm.m, platform.gemm.n, "D");
      read_result(tiling, memory, d.matrix());
      EXPECT_TRUE(std::ranges::equal(d.bytes(), expected.bytes())) << what << " " << how;
    };
    const auto start = write_operands(tiling, operands.problem);
    auto memory = start;
    compute(tiling, *engine, memory);
    expect_d(memory, "schedule");

    const Analysis analysis = analysed(platform, true);
    for (const bool is_at : {false, true}) {
      memory = start;
      const PlatformRun run = simulate_systemc(
          platform, tiling, analysis.timings, memory,
          {.is_approximately_timed = is_at, .record_events = true, .make_engine = one_thread});
      const char* const how = is_at ? "at" : "lt";
      expect_d(memory, how);
      // Of several accelerators, which one's request the memory serves first is nobody's rule.
      const double tolerance = platform.accelerators == 1 ? 0 : 0.02;
      EXPECT_NEAR(cycles(run.end) / cycles(analysis.cycles()), 1, tolerance) << what << " " << how;
      if (platform.accelerators == 1) {
        EXPECT_EQ(timeline_json(run, platform), timeline_json(analysis.run, platform))
            << what << " " << how;
      }
    }
  }
}

TEST(PlatformRuns, AccountsAddUp) {
  for (const Platform& platform : platforms()) {
    const Analysis analysis = analysed(platform);
    for (const AcceleratorRun& run : analysis.run.accelerators)
      for (std::size_t r = 0; r < kResources; ++r) {
        const Account& account = run.report.accounts[r];
        EXPECT_EQ(std::accumulate(account.stalls.begin(), account.stalls.end(),
                                  account.busy + account.idle),
                  account.capacity * run.report.end)
            << platform.instruction << " " << kResourceNames[r];
      }
    double product = 1;
    for (std::size_t i = 0; i < kFactorNames.size(); ++i) {
      EXPECT_LE(analysis.steps[i], analysis.steps[i + 1]) << platform.instruction << " " << i;
      product *= analysis.factor(i);
    }
    const double ratio = cycles(analysis.steps.back()) / cycles(analysis.steps.front());
    EXPECT_NEAR(product / ratio, 1, 1e-12);
  }
}

// By hand: one tile of one stage. Doorbell; the descriptor's 128 bytes; A and B, whose lines of 32
// bytes lie without gaps, as a burst each, B's asked for behind A's 128 lines; the writes; one
// instruction; D as a burst, or its lines in the copy engine; the record's 16 bytes.
TEST(PlatformRuns, OneTileByHand) {
  const std::vector<std::string> changes{"tile.m=128",         "tile.n=64",
                                         "tile.k=32",          "gemm.m=128",
                                         "gemm.n=64",          "gemm.k=32",
                                         "memory.latency=100", "memory.bytes_per_cycle=64",
                                         "copy.line_cycles=2", "copy.write_cycles=0.5",
                                         "host.doorbell=10",   "host.completion=20"};
  const Platform platform = find_platform("b200", changes);
  const Analysis analysis = analysed(platform);
  const double fetched = 10 + 2 + 100;
  const double loaded = 128 * 2 + 64 * 32 / 64 + 100;
  const double computed = loaded + 192 * 0.5 + 168;  // latency_done at n = 64
  const double stored = computed + 32768 / 64 + 100;
  const double end = fetched + std::max(stored, computed + 256 * 2) + (0.25 + 100) + 20;
  EXPECT_NEAR(cycles(analysis.cycles()), end, 0.001);
}

TEST(PlatformRuns, MoreStagesWaitLess) {
  Millicycles before = 0;
  for (int stages = 1; stages <= 6; ++stages) {
    const std::vector<std::string> changes{"tile.n=32",   "tile.k=32",
                                           "gemm.m=128",  "gemm.n=32",
                                           "gemm.k=2048", "stages=" + std::to_string(stages)};
    const Analysis analysis = analysed(find_platform("b200", changes));
    if (stages > 1 && stages < 5) {
      EXPECT_LT(analysis.cycles(), before) << stages;
    }
    if (stages > 1) {
      EXPECT_LE(analysis.cycles(), before) << stages;
    }
    before = analysis.cycles();
    ASSERT_EQ(analysis.other_stages.size(), 2U);
    const std::vector<std::string> more{"tile.n=32",   "tile.k=32",
                                        "gemm.m=128",  "gemm.n=32",
                                        "gemm.k=2048", "stages=" + std::to_string(stages + 2)};
    EXPECT_EQ(analysis.other_stages[1].cycles, analysed(find_platform("b200", more)).cycles());
  }
}

TEST(PlatformRuns, TrafficAndReuse) {
  const Analysis analysis = analysed(find_platform("b200"));
  ASSERT_EQ(analysis.traffic.size(), 3U);
  EXPECT_EQ(analysis.traffic[0].bytes, 2 * 512 * 512);  // A for each of two columns of tiles
  EXPECT_EQ(analysis.traffic[1].bytes, 4 * 512 * 512);
  EXPECT_EQ(analysis.traffic[1].distinct, 512 * 512);
  EXPECT_EQ(analysis.traffic[2].bytes, 4 * 512 * 512);
  EXPECT_EQ(analysis.traffic[2].distinct, 4 * 512 * 512);
}

TEST(PlatformRuns, DerivedNumbersAreRefused) {
  const Platform hopper = find_platform("hopper"), b200 = find_platform("b200");
  EXPECT_THROW(analyse(hopper, make_tiling(hopper), {.is_strict = true}), InputError);
  EXPECT_NO_THROW(analyse(b200, make_tiling(b200), {.is_strict = true}));
}

// A tile's interval as the timing table has it, whatever it is split into.
TEST(PlatformRuns, IntervalsAreTheTables) {
  int count = 0;
  for (const char* operands : {"ss", "ts"})
    for (const int group : {1, 2})
      for (const int n : {64, 96, 128, 256})
        for (const int m : {64, 128, 256}) {
          if (m > 128 * group || m < 64 * group) continue;
          const std::vector<std::string> changes{
              "operands=" + std::string(operands), "group=" + std::to_string(group),
              "tile.m=" + std::to_string(m), "tile.n=" + std::to_string(n)};
          const Platform platform = find_platform("b200", changes);
          const Job job = make_tiling(platform).whole;
          const Timings timings = sourced_timings(job, platform.operands).timings;
          const Millicycles port = timings.port_bytes_per_cycle > 0
                                       ? job.operand_bytes() * kCycle / timings.port_bytes_per_cycle
                                       : 0;
          TimingQuery query = timing_query(*job.unit, group);
          query.m = m;
          query.n = n;
          query.operands = platform.operands;
          EXPECT_EQ(cycles(std::max(timings.interval, port)),
                    timing_table().look_up(query).interval->cycles)
              << operands << " " << group << " " << m << " " << n;
          ++count;
        }
  EXPECT_EQ(count, 32);
}

constexpr double kGigahertz = 1.965;

// CUTLASS's main loop on a B200, K = 131,072.
TEST(Published, MainLoops) {
  const auto rows = published_rows("b200_gemm_mainloop_sample.csv");
  if (rows.empty()) GTEST_SKIP() << "set MMASC_TIMING to the folder of the published tables";
  const std::map<std::string, std::string> ids{{"BF16", tcgen05_ids().at("BF16")},
                                               {"FP8_E4M3", tcgen05_ids().at("E4M3")}};
  std::vector<double> errors;
  for (const CsvRow& row : rows) {
    const std::vector<std::string> changes{"instruction=" + ids.at(row.at("dtype")),
                                           "gemm.m=" + row.at("M"),
                                           "gemm.n=" + row.at("N"),
                                           "gemm.k=" + row.at("K"),
                                           "tile.m=" + row.at("TILE_M"),
                                           "tile.n=" + row.at("TILE_N"),
                                           "tile.k=" + row.at("TILE_K"),
                                           "stages=" + row.at("STAGES")};
    const Platform platform = find_platform("b200", changes);
    EXPECT_EQ(platform.clock.value, kGigahertz);
    const double measured = std::stod(row.at("time_ms")) * 1e6 * kGigahertz;
    errors.push_back(std::abs(cycles(analysed(platform).cycles()) / measured - 1));
  }
  std::ranges::sort(errors);
  const auto quantile = [&](double part) {
    return errors[static_cast<std::size_t>(part * static_cast<double>(errors.size() - 1))];
  };
  std::printf("relative errors: median %.4f, p90 %.4f, most %.4f of %zu rows\n", quantile(0.5),
              quantile(0.9), errors.back(), errors.size());
  EXPECT_LT(quantile(0.5), 0.05);
}

// A few rows as published (SemiAnalysisAI/microbench-blackwell, commit 9a068d85), so that a change
// shows without the files.
TEST(PlatformRuns, PublishedMainLoopsAreMet) {
  const struct {
    int m, n, k, stages;
    double milliseconds;
  } kRows[] = {
      {128, 16, 128, 3, 0.228035}, {128, 256, 128, 2, 0.588677}, {64, 32, 256, 5, 0.097816}};
  for (const auto& row : kRows) {
    const auto text = [](int number) { return std::to_string(number); };
    const std::vector<std::string> changes{
        "gemm.m=" + text(row.m),     "gemm.n=" + text(row.n), "gemm.k=131072",
        "tile.m=" + text(row.m),     "tile.n=" + text(row.n), "tile.k=" + text(row.k),
        "stages=" + text(row.stages)};
    const double measured = row.milliseconds * 1e6 * kGigahertz;
    EXPECT_NEAR(cycles(analysed(find_platform("b200", changes)).cycles()) / measured, 1, 0.02)
        << row.m << " " << row.n << " " << row.k;
  }
}

}  // namespace
}  // namespace mmasc::tlm
