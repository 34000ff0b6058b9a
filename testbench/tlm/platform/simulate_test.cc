// SPDX-License-Identifier: Apache-2.0
// Cycles of platforms: against closed formulas, against SystemC, and their account.
#include "mmasc/platform/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "mmasc/arith/owned_matrix.h"
#include "mmasc/batch/engine.h"
#include "mmasc/platform/analysis.h"
#include "mmasc/platform/operand_image.h"
#include "mmasc/platform/simulate_systemc.h"
#include "mmasc/platform/timeline.h"
#include "mmasc/platform/waveform.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/tile_cycles.h"
#include "random/gemm_operands.h"

namespace mmasc::tlm {
namespace {

Analysis analysed(const Platform& platform, bool record_events = false) {
  return analyse(platform, make_tiling(platform), {.record_events = record_events});
}

double cycles(Millicycles time) { return static_cast<double>(time) / double(kCycle); }

// Sizes that no tile divides, several accelerators, few buffers, few requests in service.
constexpr std::size_t kPlatforms = 14;
std::array<Platform, kPlatforms> platforms() {
  const auto make = [](const char* name, std::vector<std::string> changes) {
    return find_platform(name, changes);
  };
  return {{
      make("b200", {"gemm.k=256", "gemm.n=256"}),
      make("b200", {"group=2", "tile.m=256", "tile.n=128", "gemm.m=300", "gemm.k=256"}),
      make("b200", {"operands=ts", "stages=1", "tile.k=32", "gemm.m=128", "gemm.n=100"}),
      make("b200", {"accelerators=3", "gemm.m=300", "gemm.n=200", "gemm.k=256",
                    "memory.bytes_per_cycle=17"}),
      make("b200", {"instruction=blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                    "accelerators=2", "tile.k=128", "gemm.k=256", "gemm.m=200"}),
      make("b200", {"instruction=blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e2m1.e3m2",
                    "gemm.m=130", "gemm.k=250"}),
      make("hopper", {"gemm.m=100", "gemm.n=300", "memory.outstanding=5"}),
      make("hopper", {"operands=rs", "tile.n=8", "gemm.m=64", "gemm.n=24", "gemm.k=128"}),
      make("mi300", {"gemm.m=96", "gemm.n=70", "host.doorbell=0"}),
      make("b200", {"instruction=blackwell/tcgen05.mma.m128nNk32.i8.saturate.s32.u8.s8", "group=2",
                    "tile.m=256", "tile.n=64", "gemm.m=256", "gemm.n=100", "gemm.k=256"}),
      make("hopper", {"instruction=hopper/wgmma.m64nNk32.s32.s8.u8", "gemm.m=100", "gemm.n=300"}),
      make("mi300", {"instruction=cdna3/v_smfmac_f32_32x32x16_bf16", "gemm.m=100", "gemm.n=70",
                     "gemm.k=120"}),
      make("mi300", {"instruction=cdna3/v_smfmac_i32_16x16x64_i8", "tile.m=16", "tile.n=16",
                     "gemm.m=20", "gemm.n=70", "gemm.k=256"}),
      make("mi300", {"instruction=ampere/mma.m16n8k64.s32.s4.u4.s32", "tile.m=16", "tile.n=8",
                     "tile.k=64", "gemm.m=40", "gemm.n=20", "gemm.k=192"}),
  }};
}

// Threads would not be there in the simulation's process.
std::unique_ptr<Engine> one_thread(const Unit& unit) {
  return make_batch_engine(unit, {.target = {}, .threads = 1});
}

// Any bits at all.
GemmMatrices operands_of(const Platform& platform, const Unit& unit) {
  const auto& gemm = platform.gemm;
  return {unit, {gemm.m, gemm.n, gemm.k}, 1, [](Random& random, const Format& format) {
            return random.next() & format.storage_mask();
          }};
}

class EachPlatform : public testing::TestWithParam<std::size_t> {};

TEST_P(EachPlatform, OneDAndOneEndHoweverItRuns) {
  const Platform platform = platforms()[GetParam()];
  const Tiling tiling = make_tiling(platform);
  const Unit& unit = *tiling.whole.unit;
  const std::string what =
      unit.instruction.id + ", accelerators " + std::to_string(platform.accelerators);
  const GemmMatrices drawn = operands_of(platform, unit);
  GemmProblem operands = drawn.problem();
  operands.c().reset();
  const auto engine = one_thread(unit);
  OwnedMatrix expected(unit.d(), platform.gemm.m, platform.gemm.n, "D");
  GemmProblem whole = operands;
  whole.d = expected.matrix();
  engine->gemm(whole);

  const auto expect_d = [&](const std::vector<std::byte>& memory, const char* how) {
    OwnedMatrix d(unit.d(), platform.gemm.m, platform.gemm.n, "D");
    read_result(tiling, memory, d.matrix());
    EXPECT_TRUE(std::ranges::equal(d.bytes(), expected.bytes())) << what << " " << how;
  };
  const auto start = write_operands(tiling, operands);
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
    // With several accelerators, no rule says which one's request the memory serves first.
    const double tolerance = platform.accelerators == 1 ? 0 : 0.02;
    EXPECT_NEAR(cycles(run.end) / cycles(analysis.cycles()), 1, tolerance) << what << " " << how;
    if (platform.accelerators == 1) {
      EXPECT_EQ(timeline_json(run, platform, "sourced"),
                timeline_json(analysis.run, platform, "sourced"))
          << what << " " << how;
      const Millicycles doorbell = host_model(platform).doorbell;
      EXPECT_EQ(waveform_vcd(run, doorbell, "sourced"),
                waveform_vcd(analysis.run, doorbell, "sourced"))
          << what << " " << how;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PlatformRuns, EachPlatform, testing::Range(std::size_t{0}, kPlatforms));

using Changes = std::map<std::string, std::map<Millicycles, std::int64_t>>;  // by scope.name

Changes read_vcd(const std::string& text) {
  std::istringstream words(text);
  std::map<std::string, std::string> names;  // by code
  Changes changes;
  std::string scope, word;
  Millicycles time = 0;
  while (words >> word) {
    std::string skipped, code, name;
    if (word == "$version") {
      while (word != "$end") words >> word;
    } else if (word == "$scope") {
      words >> skipped >> scope >> skipped;
    } else if (word == "$var") {
      words >> skipped >> skipped >> code >> name >> skipped;
      EXPECT_TRUE(names.emplace(code, scope + "." + name).second) << code;
    } else if (word == "$timescale") {
      words >> name >> skipped;
      EXPECT_EQ(name + skipped, "1ps");
    } else if (word.front() == '#') {
      const Millicycles next = std::stoll(word.substr(1));
      EXPECT_TRUE(next > time || next == 0) << word;
      time = next;
    } else if (word.front() == 'b') {
      words >> code;
      changes[names.at(code)][time] = std::stoll(word.substr(1), nullptr, 2);
    } else if (word.front() != '$') {
      changes[names.at(word.substr(1))][time] = word.front() - '0';
    }
  }
  return changes;
}

// Each signal against the events that are true at each of its changes.
TEST(PlatformRuns, WaveformsAreTheTimelines) {
  int compared = 0;
  for (const Platform& platform : platforms()) {
    const PlatformRun run = analysed(platform, true).run;
    const Millicycles doorbell = host_model(platform).doorbell;
    const std::string text = waveform_vcd(run, doorbell, "sourced");
    const Changes changes = read_vcd(text);
    EXPECT_EQ(changes.size(), 1 + 6 * run.accelerators.size());
    for (const auto& [signal, values] : changes) {
      const auto dot = signal.find('.');
      const std::string name = signal.substr(dot + 1);
      const bool is_memory = signal.starts_with("memory.");
      const int index = is_memory ? -1 : std::stoi(signal.substr(signal.find('_') + 1));
      const auto value_at = [&](Millicycles time) {
        using enum PlatformEvent::What;
        const auto count = [&](PlatformEvent::What what, auto holds) {
          return std::ranges::count_if(run.events, [&](const PlatformEvent& event) {
            return event.accelerator == index && event.what == what && holds(event);
          });
        };
        const auto runs = [&](const PlatformEvent& e) { return e.begin <= time && time < e.end; };
        const auto ended = [&](const PlatformEvent& e) { return e.end <= time; };
        if (is_memory) {
          std::int64_t bytes = 0;
          for (const PlatformEvent& event : run.events)
            if (runs(event)) bytes += event.bytes;
          return bytes;
        }
        const Millicycles interrupt =
            run.accelerators.at(static_cast<std::size_t>(index)).interrupt;
        if (name == "queue_busy") return std::int64_t{doorbell <= time && time < interrupt};
        if (name == "interrupt") return std::int64_t{interrupt <= time};
        if (name == "matrix_unit_busy") return std::int64_t{count(mma, runs)};
        if (name == "loads_in_flight") return std::int64_t{count(load, runs)};
        if (name == "stores_in_flight") return std::int64_t{count(store, runs)};
        EXPECT_EQ(name, "buffers_filled");
        return std::int64_t{count(load, ended) - count(mma, ended)};
      };
      EXPECT_GT(values.size(), 1U) << signal;
      std::int64_t before = -1;
      for (const auto& [time, value] : values) {
        EXPECT_EQ(value, value_at(time)) << signal << " at " << time;
        EXPECT_NE(value, before) << signal << " at " << time;
        if (before >= 0) {
          EXPECT_EQ(before, value_at(time - 1)) << signal << " before " << time;
        }
        before = value;
        ++compared;
      }
      for (const PlatformEvent& event : run.events)  // no change is left out
        for (const Millicycles time : {event.begin, event.end})
          EXPECT_EQ(std::prev(values.upper_bound(time))->second, value_at(time)) << signal;
      if (name == "buffers_filled") {
        for (const auto& [time, value] : values) EXPECT_LE(value, platform.stages) << time;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

// Perfetto shows no slices that overlap on a track.
TEST(PlatformRuns, SlicesOfATrackDoNotOverlap) {
  const std::regex slice(
      R"rx("ph":"X","pid":(\d+),"tid":(\d+),"name":"([^"]*)","ts":([0-9.]+),"dur":([0-9.]+))rx");
  int compared = 0;
  bool stores_overlap = false;
  for (const Platform& platform : platforms()) {
    const std::string text = timeline_json(analysed(platform, true).run, platform, "sourced");
    std::map<std::string, double> ends, stored;  // by track, by accelerator
    for (std::sregex_iterator found(text.begin(), text.end(), slice), none; found != none;
         ++found) {
      const auto& match = *found;
      const double begin = std::stod(match[4]), end = begin + std::stod(match[5]);
      double& before = ends[match[1].str() + " " + match[2].str()];
      EXPECT_GE(begin, before - 1e-6) << match[0];
      before = end;
      if (match[3].str().starts_with("store")) {
        stores_overlap |= begin < stored[match[1]];
        stored[match[1]] = end;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_TRUE(stores_overlap);  // of an accelerator, or the test shows nothing
}

TEST(PlatformRuns, TimingsWithoutAnIntervalAreRefused) {
  const Job job = make_tiling(find_platform("b200")).whole;
  EXPECT_THROW(Schedule(job, Timings{.interval = 0}), std::invalid_argument);
  EXPECT_THROW(Schedule(job, Timings{.accumulators = 0}), std::invalid_argument);
  EXPECT_NO_THROW(Schedule(job, Timings{.interval = 1, .accumulators = 1}));
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
        EXPECT_GE(std::min({account.busy, account.idle, std::ranges::min(account.stalls)}), 0)
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

// One accelerator, operands at once: whole instructions, one after the other.
TEST(PlatformRuns, StructuralCyclesAreThoseOfTheMmaUnit) {
  int count = 0;
  for (const int units : {1, 3, 32})
    for (const int interval : {1, 4}) {
      Unit unit = catalog().find("ampere/mma.m16n8k16.f32.f16.f16.f32");  // two steps
      unit.structure.units = units;
      unit.structure.initiation_interval = interval;
      Job job = make_tiling(find_platform("hopper",
                                          std::vector<std::string>{
                                              "instruction=" + unit.instruction.id, "operands=none",
                                              "tile.m=16", "tile.n=8", "tile.k=32"}))
                    .whole;
      job.unit = &unit;
      const SourcedTimings timings = structural_timings(job);
      EXPECT_TRUE(timings.is_structural);
      EXPECT_EQ(timings.timings.done, tile_cycles(unit, 16 * 8) * kCycle);
      EXPECT_EQ(timings.timings.interval, timings.timings.done + kCycle);
      EXPECT_EQ(Schedule(job, timings.timings).step(), timings.timings.interval);
      for (const SourcedNumber& number : timings.uses) EXPECT_TRUE(number.is_structural);
      ++count;
    }
  EXPECT_EQ(count, 6);
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
          EXPECT_EQ(sourced_timings(job).timings.interval,
                    timings.interval);  // where the job has A
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

// AMD's: a stage's instructions add to one sum, as far apart as the table's chained stream.
TEST(PlatformRuns, AmdInstructionsFollowAsTheTableSays) {
  int count = 0, waiting = 0;
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    if (!row.id.starts_with("cdna") || row.sparsity) continue;
    const auto size = [](const char* key, int value) {
      return std::string(key) + "=" + std::to_string(value);
    };
    const int m = row.shape.m * row.shape.blocks, n = row.shape.n.max, k = row.shape.k;
    const std::vector<std::string> changes{
        "instruction=" + row.id, size("tile.m", m), size("tile.n", n),    size("tile.k", 4 * k),
        size("gemm.m", m),       size("gemm.n", n), size("gemm.k", 8 * k)};
    const Platform platform = find_platform("mi300", changes);
    const Job job = make_tiling(platform).whole;
    const Timings timings = sourced_timings(job, platform.operands).timings;
    const Timing table = timing_table().look_up(timing_query(unit));
    const auto steps = [&](Stream stream) {
      return table.cycles_per_instruction(8, stream).cycles;
    };
    EXPECT_EQ(cycles(timings.interval), steps(Stream::independent)) << row.id;
    EXPECT_EQ(cycles(Schedule(job, timings).step()), steps(Stream::chained)) << row.id;
    EXPECT_EQ(cycles(timings.done), table.latency_use->cycles) << row.id;
    ++count;
    if (timings.issue > timings.interval) ++waiting;
  }
  EXPECT_GE(count, 37);  // rows of the published table
  EXPECT_GT(waiting, 0);
}

constexpr double kGigahertz = 1.285;

// A few rows as published (SemiAnalysisAI/microbench-blackwell, commit 9a068d85), so that a change
// shows without the files.
TEST(PlatformRuns, PublishedMainLoopsAreMet) {
  const struct {
    int m, n, k, stages;
    double milliseconds;
  } kRows[] = {
      {128, 16, 128, 3, 0.228035}, {64, 192, 256, 3, 0.311816}, {64, 32, 256, 5, 0.097816}};
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
