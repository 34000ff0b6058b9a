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

std::string text_of(double cycles) { return cycles > 0 ? fmt::format("{:.2f}", cycles) : ""; }

// Widened elements and a late c: the compiler makes conversions and several products of it, and
// takes them out of a loop that only adds.
bool is_several(const Instruction& row) { return row.widen != nullptr && row.late_c.has_value(); }

void print_head() { fmt::print("instruction,interval,latency_accumulator,latency_done\n"); }

void print(const Instruction& row, const Cycles& cycles) {
  fmt::print("{},{},{},{}\n", row.id, text_of(cycles.interval), text_of(cycles.latency_accumulator),
             text_of(cycles.latency_done));
  std::fflush(stdout);
}

}  // namespace

void cycles_command(const Arguments& arguments, const OpenDevice& open_device) {
  if (!arguments.all) {
    const Unit& unit = arguments.one_unit();
    if (is_several(unit.instruction))
      throw InputError(fmt::format(
          "--cycles: {} runs as several instructions, whose products the compiler makes once for "
          "all sums",
          unit.instruction.id));
    const auto gpu = open_device();
    check_device(unit, *gpu);
    const Cycles cycles = gpu->cycles(unit.instruction);
    print_head();
    return print(unit.instruction, cycles);
  }
  const auto gpu = open_device();
  const auto architecture = architecture_of(gpu->info());
  print_head();
  for (const Unit& unit : catalog().units()) {
    const Instruction& row = unit.instruction;
    if (architecture_of(row) != architecture || !gpu->has_kernel(row)) continue;
    try {
      if (!is_several(row)) print(row, gpu->cycles(row));
    } catch (const InputError&) {  // kernels that are not measured leave no line
    }
  }
}

}  // namespace mmasc
