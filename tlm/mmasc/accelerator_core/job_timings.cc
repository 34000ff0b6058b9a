// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/job_timings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "mmasc/timing/rows.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/tile_cycles.h"

namespace mmasc::tlm {
namespace {

TimingQuery query_of(const Job& job, std::optional<OperandSource> operands) {
  TimingQuery query = timing_query(*job.unit, job.group);
  query.m = job.m / query.blocks;
  query.n = job.n;
  query.operands = operands;
  if (!operands && job.a_in_tensor_memory) query.operands = OperandSource::ts;
  return query;
}

// Bytes a cycle of shared memory in the law of the query's interval; 0: none has it.
std::int64_t port_bytes(const TimingTable& table, const TimingQuery& query) {
  for (const TimingRow& row : table.rows().rows) {
    const TimingKey& key = row.key;
    const bool fits = names_instruction(key, query.instruction) && key.group == query.group &&
                      key.operands == *query.operands && row.interval &&
                      (key.m.empty() || std::ranges::find(key.m, query.m) != key.m.end());
    if (!fits) continue;
    const auto* law = std::get_if<Throughput>(&row.interval->law);
    return law ? static_cast<std::int64_t>(law->bytes_per_cycle) : 0;
  }
  return 0;
}

struct Unbound {
  const char* key;
  SourcedCycles interval;
};

// The interval of the same instruction with A out of shared memory.
std::optional<Unbound> unbound_interval(const TimingTable& table, TimingQuery query) {
  constexpr std::pair<OperandSource, const char*> kElsewhere[] = {
      {OperandSource::ts, "interval with A in tensor memory"},
      {OperandSource::rs, "interval with A in registers"}};
  for (const auto& [operands, key] : kElsewhere) {
    query.operands = operands;
    try {
      if (const auto interval = table.look_up(query).interval) return Unbound{key, *interval};
    } catch (const InputError&) {  // the instruction has no such operand source
    }
  }
  return {};
}

}  // namespace

Millicycles to_millicycles(double cycles) {
  return static_cast<Millicycles>(std::llround(cycles * static_cast<double>(kCycle)));
}

bool is_derived(const SourcedNumber& number) { return number.confidence == Confidence::derived; }

SourcedTimings sourced_timings(const Job& job, std::optional<OperandSource> operands,
                               const TimingTable& table) {
  const Timing timing = table.look_up(query_of(job, operands));
  if (!timing.interval)
    throw InputError(fmt::format("{}: no interval is known; give it in a timing file",
                                 timing.query.instruction));
  SourcedTimings result;
  result.notes = timing.notes;
  const auto use = [&](const char* key, const SourcedCycles& number) {
    result.uses.push_back({key, number.cycles, fmt::format("{}", fmt::join(number.sources, "; ")),
                           number.confidence});
    return to_millicycles(number.cycles);
  };
  Timings& to = result.timings;
  const Millicycles interval = use("interval", *timing.interval);
  to.interval = result.multiplying = interval;
  if (timing.query.operands == OperandSource::ss)
    if (const auto unbound = unbound_interval(table, timing.query)) {
      to.port_bytes_per_cycle = port_bytes(table, timing.query);
      const Millicycles multiplying = to_millicycles(unbound->interval.cycles);
      if (multiplying < interval) {
        use(unbound->key, unbound->interval);
        result.multiplying = multiplying;
      }
      const std::int64_t bytes = job.operand_bytes() * kCycle;
      const Millicycles reading =
          to.port_bytes_per_cycle > 0 ? bytes / to.port_bytes_per_cycle : Millicycles{0};
      if (std::max(multiplying, reading) == interval) to.interval = multiplying;
    }
  if (timing.latency_accumulator && timing.latency_accumulator->cycles > timing.interval->cycles)
    to.issue = use("latency_accumulator", *timing.latency_accumulator);
  to.done = interval;
  if (timing.latency_done)
    to.done = use("latency_done", *timing.latency_done);
  else if (timing.latency_use)
    to.done = use("latency_use", *timing.latency_use);
  return result;
}

SourcedTimings structural_timings(const Job& job) {
  const std::string& id = job.unit->instruction.id;
  const std::int64_t latency =
      tile_cycles(*job.unit, std::int64_t{job.m} * job.n / std::max(1, job.group));
  SourcedTimings result;
  result.is_structural = true;
  const auto use = [&](const char* key, std::int64_t cycles) {
    result.uses.push_back(
        {.key = key,
         .value = static_cast<double>(cycles),
         .source =
             fmt::format("the structure of {}: structure.units {}, initiation_interval {}", id,
                         job.unit->structure.units, job.unit->structure.initiation_interval),
         .is_structural = true});
    return cycles * kCycle;
  };
  result.timings.interval = result.multiplying = use("interval", latency + 1);
  result.timings.done = use("latency_done", latency);
  return result;
}

SourcedTimings known_timings(const Job& job, std::optional<OperandSource> operands,
                             const TimingTable& table) {
  const std::string& id = job.unit->instruction.id;
  if (table.names(id)) return sourced_timings(job, operands, table);
  SourcedTimings structural = structural_timings(job);
  if (operands && *operands != OperandSource::none)
    structural.notes.push_back(fmt::format(
        "operands {}: no timing row is for {}, so its operands come at once wherever they are",
        enum_name(*operands), id));
  return structural;
}

}  // namespace mmasc::tlm
