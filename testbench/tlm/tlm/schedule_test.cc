// SPDX-License-Identifier: Apache-2.0
// The schedule against a recurrence of its own, a published law, and itself under late answers.
#include "mmasc/accelerator_core/schedule.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "tlm/tiled_problem.h"

namespace mmasc::tlm {
namespace {

// A memory with a latency and a bandwidth; requests wait for each other.
struct Channel {
  double latency = 0, bytes_per_cycle = 0;
  double free = 0;
  Millicycles answer(Millicycles time, std::int64_t bytes) {
    free = std::max(free, static_cast<double>(time)) +
           static_cast<double>(bytes) * kCycle / bytes_per_cycle;
    return static_cast<Millicycles>(std::llround(free + latency * kCycle));
  }
};

// Each answer at once, as loosely timed models have it.
Report run_at_once(const Job& job, const Timings& timings, Channel channel) {
  Schedule schedule(job, timings);
  Millicycles last = 0;
  for (;;) {
    const Action action = schedule.next();
    if (const auto* load = std::get_if<Load>(&action)) {
      EXPECT_GE(load->time, last);
      last = load->time;
      schedule.begin(*load);
      schedule.loaded(load->stage, channel.answer(load->time, traffic_of(job, load->stage).bytes));
    } else if (const auto* store = std::get_if<Store>(&action)) {
      EXPECT_GE(store->time, last);
      last = store->time;
      schedule.begin(*store);
      schedule.stored(store->tile, channel.answer(store->time, store_of(job, store->tile).bytes));
    } else {
      EXPECT_TRUE(std::holds_alternative<Finished>(action));
      return schedule.report();
    }
  }
}

// Each answer at its time, as approximately timed models have it.
Report run_in_time(const Job& job, const Timings& timings, Channel channel) {
  struct Event {
    Millicycles time;
    bool is_load;
    std::int64_t index;
    bool operator>(const Event& other) const { return time > other.time; }
  };
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  Schedule schedule(job, timings);
  const auto answer = [&] {
    const Event event = events.top();
    events.pop();
    if (event.is_load)
      schedule.loaded(event.index, event.time);
    else
      schedule.stored(event.index, event.time);
  };
  for (;;) {
    const Action action = schedule.next();
    if (std::holds_alternative<Finished>(action)) return schedule.report();
    const auto* load = std::get_if<Load>(&action);
    const auto* store = std::get_if<Store>(&action);
    const bool waits = load == nullptr && store == nullptr;
    const Millicycles time = load != nullptr ? load->time : store != nullptr ? store->time : 0;
    if (waits || (!events.empty() && events.top().time <= time)) {
      EXPECT_FALSE(events.empty());
      answer();
    } else if (load != nullptr) {
      schedule.begin(*load);
      events.push({channel.answer(time, traffic_of(job, load->stage).bytes), true, load->stage});
    } else {
      schedule.begin(*store);
      events.push({channel.answer(time, store_of(job, store->tile).bytes), false, store->tile});
    }
  }
}

bool same(const Report& x, const Report& y) {
  for (std::size_t i = 0; i < kResources; ++i)
    if (x.accounts[i].busy != y.accounts[i].busy || x.accounts[i].idle != y.accounts[i].idle ||
        x.accounts[i].stalls != y.accounts[i].stalls)
      return false;
  return x.end == y.end && x.loaded_bytes == y.loaded_bytes && x.stored_bytes == y.stored_bytes;
}

void expect_sums(const Report& report) {
  for (std::size_t i = 0; i < kResources; ++i) {
    const Account& account = report.accounts[i];
    const Millicycles stalls =
        std::accumulate(account.stalls.begin(), account.stalls.end(), Millicycles{0});
    EXPECT_EQ(account.busy + stalls + account.idle, account.capacity * report.end)
        << kResourceNames[i];
    EXPECT_GE(account.idle, 0) << kResourceNames[i];
    EXPECT_GE(account.busy, 0) << kResourceNames[i];
    for (const Millicycles stall : account.stalls) EXPECT_GE(stall, 0) << kResourceNames[i];
    EXPECT_EQ(account.stalls[i], 0) << kResourceNames[i] << " waits for itself";
  }
}

struct Drawn {
  Job job;
  Timings timings;
  Channel channel;
};

Drawn draw(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t count) {
    return static_cast<std::int64_t>(random() % count);
  };
  const auto size = [&](std::uint64_t count) {
    return static_cast<std::uint32_t>(1 + below(count));
  };
  const Sizes sizes{size(3), size(3), size(9), size(4), size(6)};
  Descriptor x =
      descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 32), sizes, {0, 0}, {0, 0}, below(2) == 1);
  Drawn drawn{job_of(x), {}, {}};
  drawn.timings = {.interval = 1 + below(60'000),
                   .issue = below(20'000),
                   .done = below(200'000),
                   .port_bytes_per_cycle = below(3) == 0 ? 0 : 1 + below(256),
                   .copy_line = below(4'000),
                   .write_line = below(4'000),
                   .accumulators = static_cast<int>(1 + below(3))};
  drawn.channel = {static_cast<double>(below(1200)), static_cast<double>(1 + below(200))};
  return drawn;
}

// One output tile, by hand: all loads, then the stages, then the store.
Millicycles main_loop(const Job& job, const Timings& timings, Channel channel) {
  const Millicycles port = timings.port_bytes_per_cycle == 0
                               ? 0
                               : (job.operand_bytes() * kCycle + timings.port_bytes_per_cycle - 1) /
                                     timings.port_bytes_per_cycle;
  const Millicycles step = std::max({timings.interval, timings.issue, port});
  std::vector<Millicycles> end(static_cast<std::size_t>(job.k_tiles));
  Millicycles copy = 0, matrix = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const auto buffers = static_cast<std::size_t>(job.buffers);
    const Traffic traffic = traffic_of(job, static_cast<std::int64_t>(i));
    const Millicycles begin = std::max(copy, i < buffers ? 0 : end[i - buffers]);
    copy = begin + traffic.lines * timings.copy_line;
    const Millicycles there =
        channel.answer(begin, traffic.bytes) + traffic.lines * timings.write_line;
    matrix = end[i] = std::max(there, matrix) + job.tile_k * step;
  }
  const Millicycles store = std::max({copy, matrix, matrix - step + timings.done});
  const Transfer d = store_of(job, 0);
  return std::max(channel.answer(store, d.bytes), store + d.lines * timings.copy_line);
}

TEST(Schedule, AMainLoopIsItsRecurrence) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    Drawn drawn = draw(random);
    drawn.job.m_tiles = drawn.job.n_tiles = 1;
    EXPECT_EQ(run_at_once(drawn.job, drawn.timings, drawn.channel).end,
              main_loop(drawn.job, drawn.timings, drawn.channel));
  }
}

TEST(Schedule, WhenAnswersAreToldChangesNothing) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const Drawn drawn = draw(random);
    const Report at_once = run_at_once(drawn.job, drawn.timings, drawn.channel);
    EXPECT_TRUE(same(at_once, run_in_time(drawn.job, drawn.timings, drawn.channel))) << i;
    expect_sums(at_once);
  }
}

TEST(Schedule, MoreStagesAreNotSlower) {
  std::mt19937_64 random(3);
  int faster = 0;
  for (int i = 0; i < 500; ++i) {
    Drawn drawn = draw(random);
    drawn.job.m_tiles = drawn.job.n_tiles = 1;
    Millicycles before = std::numeric_limits<Millicycles>::max();
    for (drawn.job.buffers = 1; drawn.job.buffers < 8; ++drawn.job.buffers) {
      const Millicycles end = run_at_once(drawn.job, drawn.timings, drawn.channel).end;
      EXPECT_LE(end, before);
      if (drawn.job.buffers > 1 && end < before) ++faster;
      before = end;
    }
  }
  EXPECT_GT(faster, 500);
}

TEST(Schedule, AFastMemoryLeavesTheMatrixUnitTheOnlyCause) {
  const Job job = job_of(descriptor_of(1, tcgen05(1, 0, 0, 1, 64, 32), {2, 2, 8, 4, 4}));
  const Report report = run_at_once(job, {.interval = 16'000, .done = 16'000}, {0, 1e9});
  EXPECT_EQ(report.ideal, 2 * 2 * 8 * 4 * 16'000);
  EXPECT_EQ(report[Resource::matrix_unit].busy, report.ideal);
  EXPECT_LT(report.end, report.ideal + 100);
  EXPECT_EQ(report.loaded_bytes, 4 * 8 * 4 * (64 + 32) * 16 * 2);
  EXPECT_EQ(report.stored_bytes, 128 * 64 * 4);
}

TEST(Schedule, TheOperandPortBoundsTheInterval) {
  const Job job = job_of(descriptor_of(1, tcgen05(1, 0, 0, 1, 128, 64), {1, 1, 1, 8, 1}));
  EXPECT_EQ(job.operand_bytes(), 32 * 128 + 32 * 64);
  const Timings timings{.interval = 32'000, .port_bytes_per_cycle = 128};
  const Report report = run_at_once(job, timings, {0, 1e9});
  EXPECT_EQ(report[Resource::operand_port].busy, 8 * 48'000);
  EXPECT_EQ(report[Resource::matrix_unit].stalls[static_cast<std::size_t>(Resource::operand_port)],
            8 * 16'000);
}

// Main loops measured on a B200, from SemiAnalysisAI/microbench-blackwell at 9a068d85 (Apache-2.0),
// clocked at 1.285 GHz. The memory's constants are fitted to those of these rows whose operands are
// below 64 MiB, with instructions n / 2 cycles apart and 128 bytes a cycle of the operand port.
struct Measured {
  int m, n, tile_k_elements, stages;
  bool is_fp8;
  double milliseconds;
};
constexpr Measured kMeasured[] = {
    {128, 128, 128, 5, true, 0.216637}, {128, 16, 128, 2, true, 0.337763},
    {128, 16, 128, 3, true, 0.228035},  {128, 16, 32, 8, true, 0.459158},
    {128, 16, 64, 2, true, 0.588616},   {128, 192, 32, 4, false, 1.22239},
    {128, 192, 32, 7, false, 1.08022},  {128, 192, 64, 6, true, 0.514613},
    {128, 256, 128, 2, true, 0.588677}, {128, 256, 32, 4, true, 1.21904},
    {128, 256, 32, 8, true, 1.21909},   {128, 256, 64, 7, true, 0.616878},
    {128, 32, 16, 2, false, 2.26083},   {128, 32, 16, 4, false, 1.13454},
    {128, 32, 16, 7, false, 1.01227},   {128, 64, 16, 7, false, 1.21409},
    {128, 64, 32, 6, false, 0.611806},  {64, 128, 128, 3, true, 0.270765},
    {64, 128, 32, 6, false, 0.61185},   {64, 16, 64, 3, true, 0.344443},
    {64, 192, 128, 2, false, 0.887608}, {64, 192, 256, 3, true, 0.311816},
    {64, 192, 32, 2, true, 1.39643},    {64, 192, 32, 5, true, 0.813635},
    {64, 192, 64, 2, false, 1.24953},   {64, 32, 128, 7, true, 0.102736},
    {64, 32, 256, 3, false, 0.192979},  {64, 32, 256, 5, true, 0.097816},
    {64, 32, 32, 3, true, 0.684419},    {64, 64, 128, 2, false, 0.441875}};

TEST(Schedule, MainLoopsOfAB200AreThoseMeasured) {
  std::vector<double> errors;
  for (const Measured& x : kMeasured) {
    const std::uint64_t kind = x.is_fp8 ? 3 : 1;
    const int k = x.is_fp8 ? 32 : 16, depth = 131072;
    const auto tile_k = static_cast<std::uint32_t>(x.tile_k_elements / k);
    const Sizes sizes{1, 1, static_cast<std::uint32_t>(depth / x.tile_k_elements), tile_k,
                      static_cast<std::uint32_t>(x.stages)};
    const Job job = job_of(descriptor_of(kind, tcgen05(kind, 0, 0, 1, x.m, x.n), sizes));
    const Timings timings{.interval = x.n / 2 * kCycle,
                          .done = 136 * kCycle,
                          .port_bytes_per_cycle = 128,
                          .copy_line = kCycle};
    const double cycles =
        static_cast<double>(run_at_once(job, timings, {532.5, 101.9}).end) / kCycle;
    const double measured = x.milliseconds * 1.285e6;
    errors.push_back(std::abs(cycles / measured - 1));
  }
  std::ranges::sort(errors);
  EXPECT_LT(errors[errors.size() / 2], 0.015);
  EXPECT_LT(errors.back(), 0.25);
}

}  // namespace
}  // namespace mmasc::tlm
