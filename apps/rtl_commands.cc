// SPDX-License-Identifier: Apache-2.0
// emit-rtl, cosim.
#include "command_rows.h"

namespace mmasc {
namespace {

CommandRow emit_command() {
  return make_command(
      "emit-rtl", "a unit as SystemVerilog, yours to change",
      kUnitHelp +
          "A new folder gets the stages, the unit's module (parameters, wires and instances "
          "alone), a "
          "file\n"
          "list, a clock constraint and a README. The port format_i selects among the UNIT and "
          "those of\n"
          "--also, which may differ in the formats of a and b alone.\n"
          "Example: mmasc emit-rtl hopper/wgmma.m64nNk32.f32.e4m3.e4m3 -o rtl "
          "--also hopper/wgmma.m64nNk32.f32.e5m2.e5m2",
      emit_unit, [](EmitOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("-o,--output", &x.output, "a new folder", "DIR").is_required = true;
        rows.add("--also", &x.also, "a further unit, format_i = 1, 2, ...", "UNIT").is_one_a_flag =
            true;
        rows.add("--top", &x.top, "the module's name; by default the id's", "NAME");
      });
}

CommandRow cosim_command() {
  return make_command(
      "cosim", "a unit's SystemC pipeline and its RTL in lock step",
      kUnitHelp +
          "Both have one clock, the same vectors of every class and the same random stalls. "
          "Outputs "
          "and\n"
          "every register are compared in every cycle; where they part, exit code 1, and a VCD of "
          "the\n"
          "cycles around. Verilator compiles the RTL.\n"
          "Example: mmasc cosim ada/mma.m16n8k8.f32.f16.f16.f32 --cycles 100000\n"
          "         mmasc cosim ada/mma.m16n8k8.f32.f16.f16.f32 --rtl my_rtl",
      cosimulate_unit, [](CosimOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add_count("--cycles", x.cycles, "clock cycles (10000)");
        rows.add_count("--stall", x.stall,
                       "percent of the cycles without a new operation, and of those in which no "
                       "result is taken (30)");
        rows.add_count("--seed", x.seed, "of vectors and stalls (1)");
        rows.add("--rtl", &x.rtl, "the RTL of this unit in a folder of emit-rtl, changed or not",
                 "DIR");
        rows.add("--vcd", &x.vcd, "where to leave the VCD (mmasc_cosim.vcd)", "FILE.vcd");
      });
}

}  // namespace

std::vector<CommandRow> rtl_commands() { return {emit_command(), cosim_command()}; }

}  // namespace mmasc
