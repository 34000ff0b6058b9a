// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/cycles_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "mmasc/capture/capture.h"
#include "mmasc/capture/chips.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// Widened elements and a late c: the compiler makes conversions and several products of it, and
// takes them out of a loop that only adds.
bool is_several(const Instruction& row) { return row.widen != nullptr && row.late_c.has_value(); }

// Empty where it is not measured.
std::string text_of(const Instruction& row, double cycles) {
  if (cycles < 0)
    throw EnvironmentError(fmt::format("--cycles: the device did not run {}", row.id));
  return cycles > 0 ? fmt::format("{:.2f}", cycles) : "";
}

void print_head() { fmt::print("instruction,interval,latency_accumulator,latency_done\n"); }

void print(const Instruction& row, const Cycles& cycles) {
  fmt::print("{},{},{},{}\n", row.id, text_of(row, cycles.interval),
             text_of(row, cycles.latency_accumulator), text_of(row, cycles.latency_done));
  std::fflush(stdout);
}

void print_one(const Instruction& row, Device& gpu) {
  if (is_several(row))
    throw InputError(fmt::format(
        "--cycles: {} runs as several instructions, whose products the compiler makes once for "
        "all sums",
        row.id));
  const std::optional<Cycles> cycles = gpu.cycles(row);
  if (!cycles)
    throw InputError(fmt::format("--cycles: no kernel measures {}; see docs/capture.md", row.id));
  print_head();
  print(row, *cycles);
}

void print_all(Device& gpu) {
  const auto architecture = architecture_of(gpu.info());
  bool is_first = true;
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    if (architecture_of(row) != architecture || !gpu.has_kernel(row) || is_several(row)) continue;
    const std::optional<Cycles> cycles = gpu.cycles(row);
    if (!cycles) continue;
    if (is_first) print_head();
    is_first = false;
    print(row, *cycles);
  }
  if (is_first)
    throw InputError(
        fmt::format("--cycles: no kernel measures an instruction of {}; see "
                    "docs/capture.md",
                    architecture));
}

}  // namespace

void cycles_command(const Arguments& arguments, const OpenDevice& open_device) {
  if (arguments.all) {
    print_all(*open_device());
    return;
  }
  const Unit& unit = arguments.one_unit();
  const auto gpu = open_device();
  check_device(unit, *gpu);
  print_one(unit.instruction, *gpu);
}

}  // namespace mmasc
