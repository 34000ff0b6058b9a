// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/command/command.h"
#include "mmasc/command/engines.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/save_file.h"
#include "mmasc/command/tell.h"
#include "mmasc/command/wave_file.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/pipeline_occupancy.h"
#include "mmasc/presentation/table.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct TraceOptions {
  UnitArgument unit;
  OperandArguments operands;
  std::string vectors;  // a file, instead of operands
  std::string vcd;      // a file; empty: none
  std::string svg;
  bool any_size = false;
};

constexpr std::uint64_t kMostVcdBytes = std::uint64_t{256} << 20;

void check_size(const Unit& unit, std::size_t operations) {
  const std::uint64_t bytes = estimate_vcd(unit, operations);
  if (bytes > kMostVcdBytes)
    throw InputError(
        fmt::format("--vcd: the VCD of {} takes about {} MB, and may take minutes; trace fewer "
                    "vectors, leave out --vcd, or give --any-size",
                    counted(static_cast<long long>(operations), "operation"), bytes / 1'000'000));
}

TracedBatch trace_to_file(const Unit& unit, const DotBatch& batch, const std::string& output) {
  WaveFile file(output);
  try {
    const TracedBatch traced = trace_batch(unit, batch, file.stem());
    stop_if_interrupted();
    file.commit();
    return traced;
  } catch (const EnvironmentError& error) {
    const std::string_view what = error.what();  // of the stem, or of the simulation
    throw EnvironmentError(what.starts_with(output + ": ") ? std::string(what)
                                                           : fmt::format("{}: {}", output, what));
  }
}

std::vector<Case> read_cases(const Unit& unit, const TraceOptions& options) {
  if (options.vectors.empty()) return {read_operands(unit, options.operands, tell)};
  if (options.operands.given()) throw InputError("give operands or a vector file, not both");
  VectorFile file = read_vectors(options.vectors);
  check_header(file, unit);
  return std::move(file.cases);
}

int trace_unit(const TraceOptions& options) {
  engine_named("pipeline");
  const Unit unit = find_unit(options.unit);
  const std::vector<Case> cases = read_cases(unit, options);
  if (!options.vcd.empty() && !options.any_size) check_size(unit, cases.size());
  PackedCases packed(cases);
  stop_if_interrupted();
  const TracedBatch traced = options.vcd.empty() ? trace_batch(unit, packed.batch(), "")
                                                 : trace_to_file(unit, packed.batch(), options.vcd);
  stop_if_interrupted();
  if (!options.vcd.empty())
    write_save_file(options.vcd,
                    [&](const std::string& vcd) { return gtkwave_text(unit, vcd, traced.cycles); });
  if (!options.svg.empty())
    write_file(options.svg, occupancy_svg(unit, traced.occupancy, cases.size()));
  for (const std::string& line : traced.lines) fmt::print("{}\n", folded(line));
  tell(fmt::format("operations: {}, cycles: {} (structural){}", cases.size(), traced.cycles,
                   options.vcd.empty() ? "" : ", " + options.vcd));
  return kGood;
}

CommandRow trace_command() {
  return make_command(
      "trace", "simulate the SystemC pipeline: what each stage holds, cycle by cycle",
      kUnitHelp + kOperandHelp +
          "Example: mmasc trace ada/mma.m16n8k8.f32.f16.f16.f32 --a 1.0 --b 2.0 --vcd one.vcd",
      trace_unit, [](TraceOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("VECTORS", &x.vectors, "a vector file, instead of --a, --b and the others");
        rows.add_operands(x.operands, false);
        rows.add_random(x.operands);
        rows.add("--vcd", &x.vcd, "write a VCD, or FILE.fst, and FILE.gtkw for GTKWave",
                 "FILE.vcd");
        rows.add("--svg", &x.svg, "draw which operation each register holds", "FILE.svg");
        rows.add("--any-size", &x.any_size, "allow a VCD of more than 256 MiB").needs = "--vcd";
      });
}
const RegisteredCommand kTraceCommand(trace_command);

}  // namespace
}  // namespace mmasc
