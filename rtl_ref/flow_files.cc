// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/flow_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "arith/sequence_plan.h"
#include "rtl_ref/identifier.h"
#include "rtl_ref/unit_ports.h"
#include "spec/error.h"

namespace mmasc {
namespace {

// The periods are the user's to choose: this one is for a first run.
RtlFile clock_constraint(const std::string& top, const Plan& plan) {
  const std::string scales = scale_count(plan) > 0 ? " sa_i* sb_i*" : "";
  return {top + ".sdc",
          fmt::format(
              "# One clock; the period, in ns, and the shares of inputs and outputs are yours to "
              "set.\n"
              "set period 10.0\n"
              "create_clock -name clk -period $period [get_ports clk_i]\n"
              "set_input_delay [expr 0.2 * $period] -clock clk \\\n"
              "    [get_ports {{valid_i id_i* format_i* a_i* b_i* c_i*{} c_is_input_i ready_i}}]\n"
              "set_output_delay [expr 0.2 * $period] -clock clk [all_outputs]\n"
              "set_false_path -from [get_ports rst_ni]\n",
              scales)};
}

RtlFile file_list(const std::string& top, const std::vector<RtlFile>& sources) {
  std::string text;
  for (const RtlFile& file : sources) text += file.name + "\n";
  return {top + ".f", text};
}

// How an instruction is made of operations of the unit.
std::string describe_steps(const Unit& unit, const SequencePlan& sequence, const std::string& top) {
  const int k = unit.instruction.shape.k, steps = sequence.steps;
  std::string text =
      fmt::format("An instruction of k = {} takes {} operation{}", k, steps, steps == 1 ? "" : "s");
  if (!std::ranges::is_sorted(sequence.order))
    text += fmt::format(", which take the elements of k in this order: {}",
                        fmt::join(sequence.order, " "));
  text += fmt::format(
      ".\n`c_i` of the first is {}, with `c_is_input_i` high; of the others the result before.\n",
      sequence.late_c ? "+0" : "the instruction's own");
  if (sequence.late_c)
    text += fmt::format(
        "C is added last, by `{}`, {} cycles: `a_i` is the last result, `b_i` is 1 ({:x}), "
        "`c_i` is C.\n",
        late_c_top(top), sequence.late_c->latency(), sequence.one);
  for (const auto& [name, widening] :
       {std::pair{"a", &sequence.a}, {"b", &sequence.b}, {"c", &sequence.c}})
    if (*widening)
      text += fmt::format("The instruction's {} is {}; the unit takes it widened to {}.\n", name,
                          (*widening)->from.name, (*widening)->to.name);
  const int scale_lanes = sequence.step.multiplier.scale_lanes;
  if (scale_lanes > 0)
    text += fmt::format(
        "`sa_i` and `sb_i` have a scale for each {} lanes, that of the lowest lanes in the lowest "
        "bits.\n",
        scale_lanes);
  return text;
}

RtlFile readme(std::span<const Unit> units, const Plan& plan, const SequencePlan& sequence,
               const std::string& top) {
  std::string of;
  for (std::size_t i = 0; i < units.size(); ++i)
    of += fmt::format("| {} | `{}` | {} | {} |\n", i, units[i].instruction.id, units[i].a().name,
                      units[i].b().name);
  return {
      "README.md",
      fmt::format(
          "# {0}\n\n"
          "d = c + a dot product of {1} lanes, one step an operation, {2} cycles later if nothing "
          "stalls. Written by `mmasc emit-rtl`;\nyours to change.\n\n"
          "| `format_i` | instruction | a, as the unit takes it | b |\n|---|---|---|---|\n{3}\n"
          "{4}\n"
          "- `{0}.sv` has parameters, wires and instances alone; the stages are `mmasc_*.sv`, the "
          "same for every unit.\n"
          "- A transfer happens on a rising edge of `clk_i` with valid and ready high. `rst_ni` is "
          "asynchronous; release it in step with\n  the clock. Lane 0 is the least significant "
          "slice of `a_i` and `b_i`; a narrower format has the low bits of its slice. Ids\n  come "
          "out in order.\n"
          "- In this folder, Verilator: `verilator --lint-only -Wall -f {0}.f --top-module {0}`\n"
          "- Icarus: `iverilog -g2012 -Wall -t null -s {0} -f {0}.f`\n"
          "- Yosys: `yosys -p \"read_verilog -sv -defer $(tr '\\n' ' ' < {0}.f); hierarchy -check "
          "-top {0}; synth -flatten\"`\n",
          top, plan.lanes(), plan.latency(), of, describe_steps(units[0], sequence, top))};
}

}  // namespace

std::vector<RtlFile> emit_rtl_files(std::span<const Unit> units, const std::string& top) {
  check_identifier(top);
  const RtlUnit unit = make_rtl_unit(units);
  std::vector<RtlFile> files = emit_rtl(unit, top).files;
  const SequencePlan sequence = plan_sequence(units[0]);
  if (sequence.late_c) files.push_back(emit_rtl(*sequence.late_c, late_c_top(top)).files.back());
  const RtlFile list = file_list(top, files);
  files.push_back(list);
  files.push_back(clock_constraint(top, unit.plan));
  files.push_back(readme(units, unit.plan, sequence, top));
  return files;
}

}  // namespace mmasc
