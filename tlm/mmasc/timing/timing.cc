// SPDX-License-Identifier: Apache-2.0
#include "mmasc/timing/timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/timing/rows.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

const SourcedCycles& known(const std::optional<SourcedCycles>& number, const Timing& timing,
                           std::string_view name, std::string_view mend) {
  if (number) return *number;
  throw InputError(fmt::format("{}: {} is not known; {}", timing.query.instruction, name, mend));
}

}  // namespace

void take_sources(SourcedCycles& result, const SourcedCycles& term) {
  for (const std::string& source : term.sources)
    if (std::ranges::find(result.sources, source) == result.sources.end())
      result.sources.push_back(source);
  result.confidence = std::max(result.confidence, term.confidence);
}

TimingQuery timing_query(const Unit& unit, int group) {
  const Instruction& row = unit.instruction;
  return {.instruction = row.id,
          .m = row.shape.m * group,
          .n = row.shape.n.max,
          .k = row.shape.k,
          .blocks = row.shape.blocks,
          .group = group,
          .operands = {},
          .rate = {}};
}

SourcedCycles Timing::cycles_per_instruction(std::uint64_t depth, Stream stream) const {
  constexpr std::string_view kMend = "give it in a timing file of your own";
  if (depth == 0)
    throw InputError("a stream of 0 instructions has no mean; give a depth of 1 or more");
  SourcedCycles result{0, {}, Confidence::high};
  const SourcedCycles& issue = known(interval, *this, "interval", kMend);
  double step = issue.cycles;
  take_sources(result, issue);
  if (stream == Stream::chained) {
    const SourcedCycles& latency = known(latency_accumulator, *this, "latency_accumulator",
                                         "ask for an independent stream, or give it in a timing "
                                         "file of your own");
    step = std::max(step, latency.cycles);
    take_sources(result, latency);
  }
  if (!latency_done) {
    result.cycles = step;
    return result;
  }
  take_sources(result, *latency_done);
  if (stream_overhead) take_sources(result, *stream_overhead);
  const auto count = static_cast<double>(depth);
  const double overhead = stream_overhead ? stream_overhead->cycles : 0;
  result.cycles = (latency_done->cycles + overhead + (count - 1) * step) / count;
  return result;
}

}  // namespace mmasc
