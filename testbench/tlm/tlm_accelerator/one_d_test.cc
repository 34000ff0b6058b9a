// SPDX-License-Identifier: Apache-2.0
// One D and one end: loosely and approximately timed, whatever the engine, the quantum, the bursts
// and the order of instantiation.
#include <algorithm>

#include "mmasc/batch/engine.h"
#include "mmasc/engines.h"
#include "tlm_accelerator/bench.h"

namespace mmasc::tlm {
namespace {

Descriptor small_e4m3() {
  return descriptor_of(3, tcgen05(3, 0, 0, 1, 64, 16), {.m = 2, .n = 3, .k = 3, .tile_k = 2});
}

BenchSettings bench_of(bool approximately, const std::string& engine = "batch") {
  BenchSettings settings;
  settings.accelerator.approximately_timed = approximately;
  settings.accelerator.dmi = false;
  settings.accelerator.make_engine = [engine](const Unit& unit) {
    return make_engine(engine, unit);
  };
  return settings;
}

void expect_one_d(Descriptor descriptor) {
  descriptor.interrupt = 1;
  descriptor.sequence = 77;
  std::vector<std::unique_ptr<Bench>> benches;
  for (const std::string& engine : engine_names())
    for (const bool approximately : {false, true}) {
      benches.push_back(std::make_unique<Bench>(engine + (approximately ? "_at" : "_lt"),
                                                bench_of(approximately, engine)));
      Bench& bench = *benches.back();
      TiledProblem problem(descriptor, 5, std::byte{0xa5});
      bench.put(problem);
      bench.put(descriptor, 0);
      in_thread([&bench] {
        bench.enable();
        bench.write(Register::tail, 1);
        if (!bench.interrupt.read()) sc_core::wait(bench.interrupt.posedge_event());
        EXPECT_EQ(bench.read(Register::head), 1u);
        EXPECT_EQ(bench.read(Register::interrupt_status), 1u);
        bench.write(Register::interrupt_status, 1);
        sc_core::wait(1, sc_core::SC_NS);
        EXPECT_FALSE(bench.interrupt.read());
      });
    }
  ASSERT_GE(benches.size(), 6u);
  sc_core::sc_start();
  TiledProblem problem(descriptor, 5, std::byte{0xa5});
  const auto expected = problem.expected(*make_reference_engine(*problem.job().unit));
  for (const auto& bench : benches) {
    SCOPED_TRACE(bench->accelerator->name());
    ASSERT_EQ(bench->accelerator->records().size(), 1u);
    EXPECT_EQ(bench->record(0).error, Fault{});
    EXPECT_EQ(bench->record(0).sequence, 77u);
    EXPECT_EQ(bench->record(0).end, benches[0]->record(0).end);
    const Completion completion = bench->completion(0);
    EXPECT_EQ(completion.sequence, 77u);
    EXPECT_EQ(completion.error, 0u);
    EXPECT_EQ(completion.cycles, (bench->record(0).end - bench->record(0).start).value() / 1000);
    bench->get(problem);
    expect_equal_d(problem, expected);
    EXPECT_EQ(bench->checker->in_flight(), 0u);
    EXPECT_EQ(bench->accelerator->in_flight(), 0u);
    EXPECT_GT(bench->checker->finished(), 10u);
  }
}

TEST(OneD, EveryEngineInEitherTimingGivesTheBitsOfGemm) {
  expect_one_d(descriptor_of(0, catalogue_number("hopper/mma.m16n8k16.f32.f16.f16.f32"),
                             {.m = 2, .n = 2, .k = 2, .tile_k = 2}, {0, 0}, {0, 0}, true));
}

// C is any bits, so that sums overflow.
TEST(OneD, IntegersThatWrap) {
  expect_one_d(descriptor_of(0, catalogue_number("hopper/mma.m16n8k32.s32.s8.u8.s32"),
                             {.m = 2, .n = 2, .k = 2, .tile_k = 2}, {0, 5}, {0, 0}, true));
}

TEST(OneD, IntegersThatSaturate) {
  expect_one_d(descriptor_of(0, catalogue_number("ampere/mma.m16n8k64.satfinite.s32.s4.s4.s32"),
                             {.m = 2, .n = 2, .k = 2, .tile_k = 2}, {1, 5}, {0, 0}, true));
}

TEST(OneD, SparseA) {
  expect_one_d(descriptor_of(0, catalogue_number("ampere/mma.sp.m16n8k32.f32.f16.f16.f32"),
                             {.m = 2, .n = 2, .k = 2, .tile_k = 2}, {0, 0}, {0, 0}, true));
}

// Bursts, memories and clocks that put different limits on the end.
TEST(OneD, LooselyAndApproximatelyTimedEndTogether) {
  struct Case {
    double latency, bytes_per_cycle, accept;
    unsigned memory_outstanding, outstanding, max_burst;
    double period_ps;
  };
  const Case cases[] = {{100, 64, 1, 16, 8, 0, 1000}, {800, 65.4, 0, 0, 64, 0, 508.9},
                        {20, 8, 3, 2, 8, 64, 1000},   {20, 1000, 0, 1, 1, 100, 700},
                        {1, 0, 0, 0, 1000, 0, 1000},  {300, 3.7, 5, 3, 2, 16, 333},
                        {0, 0, 0, 0, 1, 4096, 1000}};
  std::vector<std::unique_ptr<Bench>> benches;
  for (const Case& each : cases)
    for (const bool approximately : {false, true}) {
      BenchSettings settings = bench_of(approximately);
      settings.accelerator.outstanding = each.outstanding;
      settings.accelerator.max_burst_bytes = each.max_burst;
      settings.accelerator.clock_period = sc_time(each.period_ps, sc_core::SC_PS);
      settings.memory.timing = {.clock_period = settings.accelerator.clock_period,
                                .latency = each.latency,
                                .bytes_per_cycle = each.bytes_per_cycle,
                                .accept = each.accept,
                                .outstanding = each.memory_outstanding};
      benches.push_back(
          std::make_unique<Bench>("bench" + std::to_string(benches.size()), settings));
      Bench& bench = *benches.back();
      TiledProblem problem(small_e4m3(), 6, std::byte{0x11});
      bench.put(problem);
      for (std::uint32_t i = 0; i < 3; ++i) bench.put(small_e4m3(), i);
      in_thread([&bench] {
        bench.enable();
        bench.run_to(3);
      });
    }
  sc_core::sc_start();
  for (std::size_t i = 0; i < benches.size(); i += 2) {
    SCOPED_TRACE(i / 2);
    const auto &loose = benches[i]->accelerator->records(),
               &exact = benches[i + 1]->accelerator->records();
    ASSERT_EQ(loose.size(), 3u);
    ASSERT_EQ(exact.size(), 3u);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(loose[j].error, Fault{});
      EXPECT_EQ(loose[j].start, exact[j].start);
      EXPECT_EQ(loose[j].end, exact[j].end);
      EXPECT_EQ(loose[j].report.end, exact[j].report.end);
    }
  }
}

TEST(OneD, NoQuantumMovesTheEnd) {
  for (const bool dmi : {false, true}) {
    BenchSettings settings = bench_of(false);
    settings.accelerator.dmi = dmi;
    auto& bench = *new Bench(dmi ? "dmi" : "no_dmi", settings);
    TiledProblem problem(small_e4m3(), 7, std::byte{});
    bench.put(problem);
    for (std::uint32_t i = 0; i < 8; ++i) bench.put(small_e4m3(), i);
    in_thread([&bench, dmi] {
      if (dmi) sc_core::wait(10, sc_core::SC_MS);  // the quantum is one for all
      bench.enable();
      std::uint32_t tail = 0;
      for (const double quantum : {0.0, 0.0001, 0.1, 1.0, 3.3, 10.0, 100.0}) {
        ::tlm::tlm_global_quantum::instance().set(sc_time(quantum, sc_core::SC_US));
        bench.run_to(++tail);
      }
    });
    in_thread([&bench, dmi] {
      sc_core::wait(20, sc_core::SC_MS);
      const auto& records = bench.accelerator->records();
      ASSERT_EQ(records.size(), 7u);
      // The first asks for DMI.
      const JobRecord& first = records[dmi ? 1 : 0];
      EXPECT_GT(first.end - first.start, sc_time(1, sc_core::SC_US));
      for (std::size_t i = dmi ? 1 : 0; i < records.size(); ++i) {
        EXPECT_EQ(records[i].error, Fault{});
        EXPECT_EQ(records[i].end - records[i].start, first.end - first.start) << i;
      }
    });
  }
  sc_core::sc_start();
}

TEST(OneD, TheOrderOfInstantiationChangesNothingAndTwoRunsAreTheSame) {
  std::vector<std::unique_ptr<Bench>> benches;
  for (const bool approximately : {false, true})
    for (const bool first : {true, true, false}) {
      BenchSettings settings = bench_of(approximately);
      settings.accelerator_first = first;
      settings.accelerator.record_events = true;
      settings.accelerator.queues = 2;
      benches.push_back(
          std::make_unique<Bench>("bench" + std::to_string(benches.size()), settings));
      Bench& bench = *benches.back();
      TiledProblem problem(small_e4m3(), 8, std::byte{});
      bench.put(problem);
      for (const int queue : {0, 1}) {
        bench.put(small_e4m3(), 0, queue);
        in_thread([&bench, queue] {
          bench.enable(queue);
          bench.run_to(1, queue);
        });
      }
    }
  sc_core::sc_start();
  for (std::size_t i = 0; i < benches.size(); ++i) {
    const auto& records = benches[i]->accelerator->records();
    const auto& first = benches[i / 3 * 3]->accelerator->records();
    ASSERT_EQ(records.size(), 2u);
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(records[j].queue, first[j].queue);
      EXPECT_EQ(records[j].end, first[j].end);
      ASSERT_EQ(records[j].events.size(), 2u * 18 + 6);
      for (std::size_t e = 0; e < records[j].events.size(); ++e) {
        const TimelineEvent &one = records[j].events[e], &other = first[j].events[e];
        EXPECT_EQ(one.what, other.what);
        EXPECT_EQ(one.index, other.index);
        EXPECT_EQ(one.begin, other.begin);
        EXPECT_EQ(one.end, other.end);
        EXPECT_LT(one.begin, one.end);
        EXPECT_LE(one.end, records[j].end);
      }
    }
  }
}

}  // namespace
}  // namespace mmasc::tlm
