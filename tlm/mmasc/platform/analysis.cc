// SPDX-License-Identifier: Apache-2.0
#include "mmasc/platform/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "mmasc/unit/error.h"

namespace mmasc::tlm {
namespace {

// Millicycles that the GEMM's own products take, rounded up.
Millicycles ideal_cycles(const Platform& platform, const Job& job, Millicycles interval) {
  const auto wide = [](std::int64_t x) { return static_cast<long double>(x); };
  const Extents& gemm = platform.gemm;
  const long double products = wide(gemm.m) * wide(gemm.n) * wide(gemm.k);
  const long double at_once = wide(job.m) * wide(job.n) * wide(job.k) * platform.accelerators;
  return std::max<Millicycles>(1, std::llround(std::ceil(products / at_once * wide(interval))));
}

void refuse_unsourced(const std::vector<SourcedNumber>& numbers) {
  std::vector<std::string> unsourced;
  for (const SourcedNumber& number : numbers)
    if (is_derived(number) || number.is_structural)
      unsourced.push_back(
          fmt::format("{} ({})", number.key, number.is_structural ? "structural" : "derived"));
  if (!unsourced.empty())
    throw InputError(
        fmt::format("from no source: {}; leave out --strict", fmt::join(unsourced, ", ")));
}

// Stage buffers that no load waits for.
std::vector<Job> with_all_buffers(std::span<const Job> jobs, Millicycles latency,
                                  Millicycles step) {
  std::vector<Job> many(jobs.begin(), jobs.end());
  for (Job& job : many) job.buffers = std::min(job.stages(), 2 + latency / (job.tile_k * step) + 1);
  return many;
}

std::vector<OperandTraffic> traffic_of(const Tiling& tiling) {
  std::vector<OperandTraffic> all;
  const auto at = [&](Operand name) -> OperandTraffic& {
    const auto found = std::ranges::find(all, name, &OperandTraffic::operand);
    return found != all.end() ? *found : all.emplace_back(OperandTraffic{name});
  };
  for (const Job& job : tiling.jobs) {
    for (std::int64_t stage = 0; stage < job.stages(); ++stage)
      for (const Transfer& transfer : loads_of(job, stage))
        at(transfer.operand).bytes += transfer.bytes;
    for (std::int64_t tile = 0; tile < job.output_tiles(); ++tile)
      at(Operand::d).bytes += store_of(job, tile).bytes;
  }
  for (OperandTraffic& each : all) {
    const Placed& placed = tiling.whole[each.operand]->placed;
    each.distinct = loaded_bytes(placed, {0, placed.lines, 0, placed.inner});
  }
  return all;
}

}  // namespace

Analysis analyse(const Platform& platform, const Tiling& tiling, const AnalysisOptions& options) {
  Analysis result;
  result.sourced = known_timings(tiling.whole, platform.operands, options.table);
  result.uses = result.sourced.uses;
  for (const SourcedNumber* number : platform.numbers()) result.uses.push_back(*number);
  if (options.is_strict) refuse_unsourced(result.uses);

  Timings reading = result.sourced.timings, multiplying = reading;
  multiplying.interval = result.sourced.multiplying;
  multiplying.port_bytes_per_cycle = 0;
  result.timings = reading;
  result.timings.copy_line = to_millicycles(platform.line_cycles.value);
  result.timings.write_line = to_millicycles(platform.write_cycles.value);

  const MemoryModel memory = memory_model(platform);
  const MemoryModel unlimited{.latency = memory.latency};
  const auto buffers =
      with_all_buffers(tiling.jobs, memory.latency, std::max(multiplying.interval, reading.issue));
  const auto cycles = [&](std::span<const Job> jobs, const Timings& timings,
                          const MemoryModel& model, const HostModel& host) {
    return simulate(jobs, timings, model, host, false, options.tick).end;
  };
  const auto most = std::ranges::max(tiling.jobs, {}, &Job::instructions).instructions();
  auto& steps = result.steps;
  steps[0] = ideal_cycles(platform, tiling.whole, multiplying.interval);
  steps[1] = most * multiplying.interval;
  steps[2] = cycles(buffers, multiplying, unlimited, {});
  steps[3] = cycles(buffers, reading, unlimited, {});
  steps[4] = cycles(tiling.jobs, result.timings, memory, {});
  result.run = options.run ? options.run(result.timings)
                           : simulate(tiling.jobs, result.timings, memory, host_model(platform),
                                      options.record_events, options.tick);
  steps[5] = result.run.end;

  result.traffic = traffic_of(tiling);
  for (int more = 1; more <= 2; ++more) {
    OtherStages other{platform.stages + more};
    if (const auto bigger = with_stages(platform, tiling.units, other.stages))
      other.cycles = cycles(bigger->jobs, result.timings, memory, host_model(platform));
    result.other_stages.push_back(other);
  }
  return result;
}

}  // namespace mmasc::tlm
