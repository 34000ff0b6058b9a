// SPDX-License-Identifier: Apache-2.0
// A timing file's rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mmasc/timing/timing.h"
#include "mmasc/unit/embedded.h"

namespace mmasc {

// tlm/mmasc/timing/catalog
std::span<const EmbeddedFile> timing_files();

// The laws that give a number of cycles.
struct FixedCycles {
  double cycles = 0;
};
struct Passes {
  int passes = 0;
};
// At a point its own confidence, or the number's; on the straight line between two points that of
// the weaker, but no more than `medium`; beyond them derived.
struct CyclesByN {
  struct Point {
    int n = 0;
    double cycles = 0;
    std::optional<Confidence> confidence{};
  };
  std::vector<Point> points;
};
struct AfterInterval {
  double cycles = 0;
};
// n / n_per_cycle, or reading the operands of one SM where that takes longer.
struct Throughput {
  double n_per_cycle = 0;
  double bytes_per_cycle = 0;   // of shared memory; 0: no operand is there
  double bytes_per_row = 0;     // of A; 0: it is elsewhere
  double bytes_per_column = 0;  // of B
  int n_from = 0, n_to = 0;     // where it was measured; derived elsewhere. 0: everywhere
};

struct TimingNumber {
  std::variant<FixedCycles, Passes, CyclesByN, AfterInterval, Throughput> law;
  std::vector<std::string> sources;
  Confidence confidence = Confidence::derived;
};

// The instructions that a row is for.
struct TimingKey {
  std::vector<std::string> instructions;  // ids, in which * is any text
  std::vector<std::string> derived_for;   // of which no source speaks: there, all is derived
  OperandSource operands = OperandSource::none;
  int group = 1;
  std::vector<int> m;  // of all SMs of the group; empty: any
  std::optional<Rate> rate;
};

struct TimingRow {
  std::string name;
  TimingKey key;
  std::optional<Port> port;
  std::optional<TimingNumber> interval, latency_accumulator, latency_use, latency_done,
      stream_overhead;
  std::optional<WaitStates> wait_states;
  std::vector<std::string> notes;
};

struct PeakRow {  // products that an SM or CU adds up in a cycle, at most
  std::string name;
  TimingKey key;
  Port port = Port::sm;
  double fma_per_cycle = 0;
  std::vector<std::string> sources;
  Confidence confidence = Confidence::derived;  // in the peak rate
  std::vector<std::string> notes;
};

struct TimingRows {
  std::vector<TimingRow> rows;
  std::vector<PeakRow> peaks;
};

// Throws InputError, one line: `origin:line: key: what is wrong; mend`.
TimingRows read_timing_rows(std::string_view toml_text, std::string_view origin);

// The sources and the confidence of a term go into what is made of it: all sources, and no more
// confidence than in the weakest.
void take_sources(SourcedCycles& result, const SourcedCycles& term);

// Whether an id is one that the pattern names.
bool matches_pattern(std::string_view pattern, std::string_view id);
bool matches_any(const std::vector<std::string>& patterns, std::string_view id);

// Whether a row is for the instruction, its other keys aside.
bool names_instruction(const TimingKey& key, std::string_view id);

}  // namespace mmasc
