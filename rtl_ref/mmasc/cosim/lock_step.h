// SPDX-License-Identifier: Apache-2.0
// A unit's SystemC pipeline and its RTL in lock step: one clock, one stimulus, the same stalls; all
// that they show and every register is compared in every cycle.
//
//              +--> [SystemC pipeline] --+
//   stimulus --+        = = = = =        +--> stalls
//              +--> [verilated RTL]    --+
//
// Stalls come in phases: drawn cycle by cycle, then a long one, then none (stall_phases.h). Resets
// come at the start and in mid-run, between two edges of the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

#include "mmasc/arith/stages.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/verilated/unit_library.h"

namespace mmasc {

struct LockStepSubject {
  const Plan& plan;
  const std::vector<StageRegisters>& stages;  // of the library's unit
  const UnitLibrary& library;
  std::function<Operands(std::uint64_t operation)> operands;
  const StageSet* own_stages = nullptr;  // of the model, in place of the plan's
};

// The id with which an operation is driven: neighbours differ in any bit, no two of 2^32 are alike.
constexpr std::uint32_t lock_step_id(std::uint64_t operation) {
  return static_cast<std::uint32_t>(operation) * 0x9e3779b1u;
}
constexpr std::uint64_t lock_step_operation(std::uint64_t id) {
  std::uint32_t inverse = 1;  // each turn doubles its right bits
  for (int i = 0; i < 5; ++i) inverse *= 2 - lock_step_id(1) * inverse;
  return static_cast<std::uint32_t>(id) * inverse;
}

// Cycle n begins with rising edge n, the first one is 1; it is the time in a VCD, in ns. The unit
// is in reset for the first kResetCycles; later resets are drawn.
inline constexpr std::uint64_t kResetCycles = 2;

struct LockStepOptions {
  std::uint64_t cycles = 10'000;
  int stall_percent = 30;  // of cycles in which no operation is offered, or no result is taken
  // The seed of the stalls, of the resets and of the RTL's registers before they are written.
  std::uint64_t seed = 1;
  std::uint64_t first_operation = 0;
};

struct Divergence {
  std::uint64_t cycle = 0, operation = 0;
  std::string place;  // "aligner_0.rank0", or "ports"
  std::string field;  // "sum_0.exponent"
  std::string model, rtl;
};
// "cycle 12, operation 3: aligner_0.rank0 sum_0.exponent is 0x1f in the RTL, 0x1e in the SystemC
// model"
std::ostream& operator<<(std::ostream& out, const Divergence& divergence);

struct LockStepReport {
  std::uint64_t cycles = 0;
  std::uint64_t operations = 0, results = 0;      // taken, some of them lost in a reset; given
  std::uint64_t resets = 0;                       // in mid-run
  std::uint64_t registers = 0, payload_bits = 0;  // ranks, and the bits of their payloads
  // Where a run ends early: the first divergence, or what the RTL stopped at (a failed assertion,
  // $finish; else empty).
  std::optional<Divergence> divergence;
  std::string stopped;
};

// A VCD of both units' registers in these cycles, whatever they hold.
struct LockStepVcd {
  std::string path;  // without the .vcd that SystemC adds
  std::uint64_t first = 0, last = 0;
};

// A GTKWave save file for it: each rank of the model beside that of the RTL, a marker on `cycle`.
// `path` is the VCD's name as GTKWave finds it.
std::string lock_step_save(const LockStepSubject& subject, const LockStepVcd& vcd,
                           std::uint64_t cycle, const std::string& path);

// Called now and then with the cycles done; the last time with all.
using LockStepProgress = std::function<void(std::uint64_t cycles)>;

// In this process: SystemC allows it once.
LockStepReport run_lock_step_here(const LockStepSubject& subject, const LockStepOptions& options,
                                  const LockStepProgress& progress = {});
// In a child process; so is the VCD's run, the same again from the start.
LockStepReport run_lock_step(const LockStepSubject& subject, const LockStepOptions& options,
                             const LockStepProgress& progress = {});
void write_lock_step_vcd(const LockStepSubject& subject, const LockStepOptions& options,
                         const LockStepVcd& vcd);

}  // namespace mmasc
