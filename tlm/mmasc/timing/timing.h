// SPDX-License-Identifier: Apache-2.0
// How many cycles an instruction takes on a GPU, as published: each number with its source and how
// far to trust it. These are *sourced* cycles of silicon; a plan's latency is *structural*, the
// registers of a model, and the two are never mixed. docs/timing.md explains the terms to users.
//
// Cycles are fractions where they were measured as averages (8.06). Whoever schedules whole cycles
// rounds up.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/names.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

enum class Confidence {  // strongest first
  high,                  // the vendor, or two sources that agree
  medium,                // one careful measurement, or one calibrated simulator
  low,                   // informal, or contradicted
  derived,               // no source has the number: a formula made it
};

enum class OperandSource {  // where A and B are; C is where the instruction has it
  none,                     // the instruction leaves no choice
  ss,                       // both in shared memory
  ts,                       // A in tensor memory, B in shared memory
  rs,                       // A in registers, B in shared memory
};

enum class Port {  // what issues one instruction each interval
  sub_core,        // four an SM
  sm,
  sm_pair,
  simd,  // four a CU
};

// Boards on which sums in f32 run at half rate (GeForce), and those on which they do not.
enum class Rate { full, half };

enum class Stream { independent, chained };  // chained: each adds to the sum of the one before

template <>
inline constexpr auto kNames<Confidence> = std::to_array<EnumName<Confidence>>({
    {Confidence::high, "high"},
    {Confidence::medium, "medium"},
    {Confidence::low, "low"},
    {Confidence::derived, "derived"},
});
template <>
inline constexpr auto kNames<OperandSource> = std::to_array<EnumName<OperandSource>>({
    {OperandSource::none, "none"},
    {OperandSource::ss, "ss"},
    {OperandSource::ts, "ts"},
    {OperandSource::rs, "rs"},
});
template <>
inline constexpr auto kNames<Port> = std::to_array<EnumName<Port>>({
    {Port::sub_core, "sub_core"},
    {Port::sm, "sm"},
    {Port::sm_pair, "sm_pair"},
    {Port::simd, "simd"},
});
template <>
inline constexpr auto kNames<Rate> = std::to_array<EnumName<Rate>>({
    {Rate::full, "full"},
    {Rate::half, "half"},
});
template <>
inline constexpr auto kNames<Stream> = std::to_array<EnumName<Stream>>({
    {Stream::independent, "independent"},
    {Stream::chained, "chained"},
});

// How many of them an SM or CU has.
constexpr int ports_in_core(Port port) {
  return port == Port::sub_core || port == Port::simd ? 4 : 1;
}

// A wait state is the issue slot of one wave on a SIMD, and a pass as long.
inline constexpr int kCyclesPerWaitState = 4;

struct TimingQuery {
  std::string instruction;                // its id
  int m = 0, n = 0, k = 0, blocks = 1;    // m is that of all SMs of the group
  int group = 1;                          // SMs that work on one instruction: 1 or 2
  std::optional<OperandSource> operands;  // unset: the first that the table has
  std::optional<Rate> rate;               // unset: the first that the table has
};

// The instruction on `group` SMs, at its greatest n.
TimingQuery timing_query(const Unit& unit, int group = 1);

struct SourcedCycles {
  double cycles = 0;
  std::vector<std::string> sources{};
  Confidence confidence = Confidence::derived;
};

// Between an instruction and one that needs its d, at least; of kCyclesPerWaitState cycles each.
struct WaitStates {
  int identical_c = 0;   // the other's C is this d
  int overlapped_c = 0;  // its C is a part of it, or more
  int operand = 0;       // its A or B is, or it is a vector instruction
  int memory = 0;        // it stores or exports
  std::vector<std::string> sources{};
  Confidence confidence = Confidence::derived;
};

struct Timing {
  TimingQuery query;  // as asked, with what was left open chosen
  std::optional<Port> port;
  std::optional<SourcedCycles> interval;             // from issue to issue, on one port
  std::optional<SourcedCycles> latency_accumulator;  // to one that adds to its d
  std::optional<SourcedCycles> latency_use;          // to another use of d
  std::optional<SourcedCycles> latency_done;         // to the signal that it is complete
  std::optional<SourcedCycles> stream_overhead;      // of a stream, beside latencies and intervals
  std::optional<WaitStates> wait_states;
  std::vector<std::string> notes;  // facts that conflict, and what was assumed

  // The mean over `depth` instructions of one kind, back to back on one port. Where completion is
  // signalled, from the first issue to the last signal:
  // (latency_done + stream_overhead + (depth - 1) * interval) / depth. Elsewhere the steady state,
  // whatever the depth: the interval or, chained, the latency to the accumulator where it is
  // longer. Throws InputError where a number that it takes is not known.
  SourcedCycles cycles_per_instruction(std::uint64_t depth, Stream stream) const;
};

}  // namespace mmasc
