// SPDX-License-Identifier: Apache-2.0
// A catalogue row's step in lock step with RTL of it.
#pragma once

#include <filesystem>

#include "mmasc/cosim/lock_step.h"
#include "mmasc/cosim/stimulus.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/unit/catalog.h"
#include "rtl/with_verilator.h"

namespace mmasc::testing {

class LockStepOf {
 public:
  explicit LockStepOf(const Unit& unit) : LockStepOf(unit, Rtl{}) {}
  // `changed`: with other sources.
  LockStepOf(const Unit& unit, const Rtl& changed)
      : stimulus_(unit, 1),
        rtl_(emit_rtl(plan(), kUnitTop)),
        library_(changed.files.empty() ? rtl_ : changed, unit.instruction.id,
                 Cache(default_cache_folder())) {}

  const StepStimulus& stimulus() const { return stimulus_; }
  const Plan& plan() const { return stimulus_.sequence().plan(); }
  LockStepSubject subject() const {
    return {plan(), rtl_.stages, library_, [this](std::uint64_t id) { return stimulus_.step(id); }};
  }
  LockStepReport run(const LockStepOptions& options) const {
    return run_lock_step(subject(), options);
  }

 private:
  StepStimulus stimulus_;
  Rtl rtl_;
  UnitLibrary library_;
};

// Whatever happens at random: about four operations in ten cycles with stalls of 30 percent on
// both sides, some of them long. A reset loses what is in the unit.
inline void expect_no_difference(const Unit& unit, std::uint64_t cycles) {
  const LockStepOf both(unit);
  LockStepOptions options;
  options.cycles = cycles;
  const LockStepReport report = both.run(options);
  EXPECT_FALSE(report.divergence.has_value()) << *report.divergence;
  EXPECT_EQ(report.cycles, cycles);
  EXPECT_GT(report.operations, cycles / 5);
  EXPECT_LT(report.operations, cycles * 3 / 4);
  EXPECT_GE(report.operations, report.results);
  EXPECT_LE(report.operations - report.results, report.registers * (1 + report.resets));
  EXPECT_GE(report.resets, cycles / 1300);
  EXPECT_EQ(report.registers, static_cast<std::uint64_t>(both.plan().latency()));
  EXPECT_GT(report.payload_bits, static_cast<std::uint64_t>(both.plan().d.storage_bits()));
}

}  // namespace mmasc::testing
