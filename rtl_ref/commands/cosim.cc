// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <sstream>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/save_file.h"
#include "mmasc/command/wave_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/unit/error.h"

#ifdef MMASC_HAS_COSIM
#include "mmasc/cosim/lock_step.h"
#include "mmasc/cosim/smallest.h"
#include "mmasc/cosim/stimulus.h"
#include "mmasc/rtl/rtl_folder.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/vectors/replay.h"
#endif

namespace mmasc {
namespace {

struct CosimOptions {
  UnitArgument unit;
  std::uint64_t cycles = 10'000;
  std::uint64_t stall = 30;  // percent of the cycles
  std::uint64_t seed = 1;
  std::string rtl;  // a folder of emit-rtl; empty: as emitted now
  std::string vcd = "mmasc_cosim.vcd";
};

#ifdef MMASC_HAS_COSIM

constexpr std::uint64_t kMostCycles = 1'000'000'000;  // ids are 32 bits in RTL
constexpr std::uint64_t kMostStall = 99;
constexpr std::uint64_t kVcdBefore = 16, kVcdAfter = 4;  // cycles around a divergence

void check_options(const CosimOptions& options) {
  if (options.cycles < 1 || options.cycles > kMostCycles)
    throw InputError(fmt::format("--cycles: {}; give 1 to {}", options.cycles, kMostCycles));
  if (options.stall > kMostStall)
    throw InputError(fmt::format("--stall: {}; give 0 to {} percent", options.stall, kMostStall));
  if (options.vcd.empty()) throw InputError("--vcd: is empty; give a file");
}

// A plan's RTL as emitted, or with the sources of a folder.
Rtl rtl_of(const Plan& plan, const std::string& top, const std::optional<RtlFolder>& folder) {
  Rtl rtl = emit_rtl(plan, top);
  if (folder) rtl.files = folder->files;
  return rtl;
}

std::string replay_line(const CosimOptions& options, std::uint64_t cycles) {
  std::string line = "mmasc cosim " + as_typed(options.unit);
  line += fmt::format(" --cycles {} --stall {} --seed {}", cycles, options.stall, options.seed);
  if (!options.rtl.empty()) line += " --rtl " + shell_word(options.rtl);
  return line;
}

// The line that says where the VCD is, or why there is none.
std::string leave_vcd(const LockStepSubject& subject, const LockStepOptions& lock_step,
                      std::uint64_t cycle, const std::string& path) {
  LockStepVcd window;
  window.first = cycle > kVcdBefore ? cycle - kVcdBefore : 0;
  window.last = cycle + kVcdAfter;
  try {
    WaveFile file(path);
    window.path = file.stem();
    write_lock_step_vcd(subject, lock_step, window);
    stop_if_interrupted();
    file.commit();
    write_save_file(
        path, [&](const std::string& vcd) { return lock_step_save(subject, window, cycle, vcd); });
  } catch (const EnvironmentError& error) {
    stop_if_interrupted();
    return fmt::format("no VCD: {}\n", error.what());
  }
  return fmt::format("cycles {} to {}, cycle n at n ns: {}\n", window.first, window.last, path);
}

// kGood or kMismatch, and the lines that say so.
struct RunOutcome {
  int code;
  std::string text;
};

std::string driven_text(const StepStimulus::Driven& driven) {
  return fmt::format(
      "driven: {} of {} steps of {}, then {} or more vectors of each of {} classes\n",
      driven.of_coverage, driven.coverage_operations,
      counted(static_cast<long long>(driven.coverage_vectors), "coverage vector"),
      driven.of_each_class, kDefaultClasses.size());
}

using Driven = std::function<StepStimulus::Driven(std::uint64_t operations)>;
using Shrink = std::function<std::optional<SmallestDivergence>(const LockStepSubject& subject,
                                                               const Divergence& seen)>;

// The line with the smallest operands that show a divergence, and what they show.
std::string smallest_text(const CosimOptions& options, const Unit& unit,
                          const std::optional<SmallestDivergence>& smallest) {
  if (!smallest) return "smallest: none; the operation alone shows no difference\n";
  const Divergence& d = smallest->divergence;
  return fmt::format(
      "smallest: mmasc eval {} {}\n  {}{} {} is {} in the RTL, {} in the SystemC model\n",
      as_typed(options.unit), operand_flags(layout_of(unit), smallest->row),
      d.operation > 0 ? fmt::format("step {}: ", d.operation + 1) : "", d.place, d.field, d.rtl,
      d.model);
}

RunOutcome run_in_lock_step(const CosimOptions& options, const LockStepSubject& subject,
                            const Unit& unit, std::string_view what, const Driven& driven,
                            const Shrink& shrink) {
  LockStepOptions lock_step;
  lock_step.cycles = options.cycles;
  lock_step.stall_percent = static_cast<int>(options.stall);
  lock_step.seed = options.seed;
  std::optional<ProgressLine> progress(std::in_place);  // the child's copy is the one that shows
  const LockStepReport report = run_lock_step(subject, lock_step, [&](std::uint64_t cycles) {
    progress->show(fmt::format("{} of {} cycles", cycles, options.cycles));
    if (cycles == options.cycles) progress.emplace();
  });
  stop_if_interrupted();
  const bool ends_early = report.divergence || !report.stopped.empty();
  if (!ends_early && report.results == 0)
    throw InputError(fmt::format("--cycles: {}; no result comes out in so few", options.cycles));
  if (!ends_early)
    return {kGood, fmt::format("{}{} cycles, {} operations, {} results, {}; ports and {} of "
                               "registers, {} bits of payload: no difference\n",
                               what, report.cycles, report.operations, report.results,
                               counted(static_cast<long long>(report.resets), "reset"),
                               counted(static_cast<long long>(report.registers), "rank"),
                               report.payload_bits) +
                       driven_text(driven(report.operations))};
  std::ostringstream text;
  text << what;
  if (report.divergence)
    text << *report.divergence;
  else
    text << "cycle " << report.cycles << ": the RTL stopped: " << report.stopped;
  text << "\nreplay: " << replay_line(options, report.cycles) << "\n";
  if (report.divergence) text << smallest_text(options, unit, shrink(subject, *report.divergence));
  text << leave_vcd(subject, lock_step, report.cycles, options.vcd);
  return {kMismatch, text.str()};
}

int cosimulate_unit(const CosimOptions& options) {
  check_options(options);
  const Unit unit = find_unit(options.unit);
  const StepStimulus stimulus = [&] {
    ProgressLine progress;
    return StepStimulus(unit, options.seed, [&](std::uint64_t drawn) {
      progress.step(fmt::format("{} vectors drawn for the cover points", drawn));
    });
  }();
  const Sequence& sequence = stimulus.sequence();
  std::optional<RtlFolder> folder;
  if (!options.rtl.empty()) folder = read_rtl_folder(options.rtl);
  const std::string top = folder ? folder->top : kUnitTop;
  const Cache cache(default_cache_folder());

  const auto simulate = [&](const Plan& plan, const std::string& module, std::string_view what,
                            std::function<Operands(std::uint64_t)> operands, const Driven& driven,
                            const Shrink& shrink, const StageSet* own_stages) {
    stop_if_interrupted();
    const Rtl rtl = rtl_of(plan, module, folder);
    const UnitLibrary library(rtl, unit.instruction.id, cache);
    return run_in_lock_step(options, {plan, rtl.stages, library, std::move(operands), own_stages},
                            unit, what, driven, shrink);
  };
  const auto shrink_steps = [&](const LockStepSubject& subject, const Divergence& seen) {
    return smallest_divergence(subject, sequence, 0, sequence.steps() - 1,
                               stimulus.step_vector(seen.operation), seen, options.seed,
                               stop_if_interrupted);
  };
  const auto shrink_late_c = [&](const LockStepSubject& subject, const Divergence& seen) {
    return smallest_divergence(subject, sequence, sequence.steps(), sequence.steps(),
                               stimulus.late_c_vector(seen.operation), seen, options.seed,
                               stop_if_interrupted);
  };
  RunOutcome outcome = simulate(
      sequence.plan(), top, "", [&](std::uint64_t id) { return stimulus.step(id); },
      [&](std::uint64_t operations) { return stimulus.steps_driven(operations); }, shrink_steps,
      sequence.stages());
  if (const Plan* const late_c = sequence.late_c_plan(); late_c && outcome.code == kGood) {
    const RunOutcome late = simulate(
        *late_c, late_c_top(top),
        "the late C: ", [&](std::uint64_t id) { return stimulus.late_c(id); },
        [&](std::uint64_t operations) { return stimulus.late_c_driven(operations); }, shrink_late_c,
        nullptr);
    outcome = {late.code, outcome.text + late.text};
  }
  fmt::print("{}", outcome.text);
  return outcome.code;
}
#else
int cosimulate_unit(const CosimOptions&) {
  throw EnvironmentError(
      "this mmasc was built without co-simulation; configure with MMASC_SYSTEMC=ON and "
      "MMASC_RTL=ON");
}
#endif

CommandRow cosim_command() {
  return make_command(
      "cosim", "run a unit's SystemC pipeline and its RTL in lock step",
      kUnitHelp +
          "Both units get one clock, the same vectors, the same random stalls, short and long,\n"
          "and the same resets: first the vectors that meet the unit's cover points, then\n"
          "vectors of every default class of mmasc gen in turn. Outputs and every register are\n"
          "compared in every cycle. The first difference ends the run with exit code 1, is shown\n"
          "with the smallest operands that have it, and leaves a VCD of the cycles around\n"
          "it. Verilator compiles the RTL.\n"
          "Example: mmasc cosim ada/mma.m16n8k8.f32.f16.f16.f32 --cycles 100000\n"
          "         mmasc cosim ada/mma.m16n8k8.f32.f16.f16.f32 --rtl my_rtl",
      cosimulate_unit, [](CosimOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add_count("--cycles", x.cycles, "clock cycles to run (default: 10000)");
        rows.add_count(
            "--stall", x.stall,
            "percent of cycles without a new operation, and of cycles in which no result "
            "is taken (default: 30)");
        rows.add_count("--seed", x.seed, "the seed of vectors, stalls and resets (default: 1)");
        rows.add("--rtl", &x.rtl, "the RTL of the unit in a folder of emit-rtl, changed or not",
                 "DIR");
        rows.add("--vcd", &x.vcd,
                 "write a VCD, or FILE.fst, of the first difference, and FILE.gtkw for GTKWave "
                 "(default: mmasc_cosim.vcd)",
                 "FILE.vcd");
      });
}
const RegisteredCommand kCosimCommand(cosim_command);

}  // namespace
}  // namespace mmasc
