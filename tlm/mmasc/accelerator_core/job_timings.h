// SPDX-License-Identifier: Apache-2.0
// The cycles of a job's instructions as a Schedule takes them, and where each comes from: out of
// the timing tables (tlm/mmasc/timing) or, where these have none, of the unit's structure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/accelerator_core/job.h"
#include "mmasc/accelerator_core/schedule.h"
#include "mmasc/timing/table.h"

namespace mmasc::tlm {

// A number with its source. One without confidence is nobody's claim: a choice or, of a unit's
// structure, a count of its registers.
struct SourcedNumber {
  std::string key;  // as `mmasc platform` names it: "interval", "memory.latency"
  double value = 0;
  std::string source;
  std::optional<Confidence> confidence{};
  bool is_limit = false;       // 0 is none
  bool is_structural = false;  // counted in mmasc's model of the unit: no silicon's
};

// Rounded to a thousandth of a cycle.
Millicycles to_millicycles(double cycles);

struct SourcedTimings {
  Timings timings;              // of the instructions; the copy engine's lines are the platform's
  Millicycles multiplying = 0;  // of `timings.interval`, were operands there at once
  std::vector<SourcedNumber> uses;  // every number that is in them, of a table or of a structure
  std::vector<std::string> notes;
  bool is_structural = false;
  std::string_view kind() const { return is_structural ? "structural" : "sourced"; }
};

// interval  what the matrix unit takes where operands come at once;
// port      bytes a cycle of shared memory, where a law has them. Where published intervals exceed
//           that law, the interval is theirs;
// issue     the latency to the accumulator, where it is known: a tile's instructions add to one
// sum; done      the latency to completion, else to another use, else the interval. Throws
// InputError where no interval is known. Without `operands` they are where the job has A, and the
// first that the table has where it leaves that open.
SourcedTimings sourced_timings(const Job& job, std::optional<OperandSource> operands = {},
                               const TimingTable& table = timing_table());

// The cycles of the unit's structure: an SM of the job's group has an MMA unit of structure.units
// dot-product units, which takes one instruction at a time (mmasc/unit/tile_cycles.h).
SourcedTimings structural_timings(const Job& job);

// The sourced ones where the table names the unit, else the structural ones. Throws InputError as
// sourced_timings does.
SourcedTimings known_timings(const Job& job, std::optional<OperandSource> operands = {},
                             const TimingTable& table = timing_table());

// Whether a number is one that no source has.
bool is_derived(const SourcedNumber& number);

}  // namespace mmasc::tlm
