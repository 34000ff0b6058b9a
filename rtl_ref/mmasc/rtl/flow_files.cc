// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/flow_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/rtl/axi_stream.h"
#include "mmasc/rtl/checker_file.h"
#include "mmasc/rtl/identifier.h"
#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The periods are the user's to choose: this one is for a first run.
RtlFile clock_constraint(const std::string& top, const Plan& plan) {
  std::string operands;
  for (const OperandRow& row : kInputs)
    if (port_bits(plan, row.operand) > 0) operands += " " + port_name(row) + "*";
  return {
      top + ".sdc",
      fmt::format("# One clock. Set the period (in ns) and the input and output delays to yours.\n"
                  "set period 10.0\n"
                  "create_clock -name clk -period $period [get_ports clk_i]\n"
                  "set_input_delay [expr 0.2 * $period] -clock clk \\\n"
                  "    [get_ports {{valid_i id_i* format_i*{} c_is_input_i ready_i}}]\n"
                  "set_output_delay [expr 0.2 * $period] -clock clk [all_outputs]\n"
                  "set_false_path -from [get_ports rst_ni]\n",
                  operands)};
}

RtlFile file_list(const std::string& top, const std::vector<RtlFile>& sources) {
  std::string text;
  for (const RtlFile& file : sources) text += file.name + "\n";
  return {top + ".f", text};
}

// Says how metadata selects the elements that meet a sparse A.
std::string describe_select(const MultiplierPlan& plan) {
  const auto& [keep, of, together] = plan.sparsity;
  const bool alone = together == 1;
  return fmt::format(
      "A is sparse: `metadata_i` has an index of {} bit{} for {}, which says which of {} {} of "
      "`b_i` {}.\n"
      "Every {} choose{} among {} elements, the lowest among the lowest. Indices "
      "may repeat and stand in any order.\n",
      plan.metadata.storage_bits(), plan.metadata.storage_bits() == 1 ? "" : "s",
      alone ? "each lane" : fmt::format("every {} neighbouring lanes", together), of,
      alone ? "elements" : fmt::format("groups of {} elements", together),
      alone ? "it takes" : "they take",
      keep * together == 1 ? "lane" : fmt::format("{} lanes", keep * together),
      keep * together == 1 ? "s" : "", of * together);
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
      ".\n`c_i` of the first is {}, with `c_is_input_i` high. `c_i` of each other "
      "one is the result of the operation before.\n",
      sequence.late_c ? "+0" : "the instruction's own c");
  if (sequence.late_c)
    text += fmt::format(
        "The module `{}` adds c last, in {} cycles: its `a_i` is the last result, `b_i` is 1 "
        "({:x}) and `c_i` is c.\n",
        late_c_top(top), sequence.late_c->latency(), sequence.one);
  for (const auto& [name, widening] :
       {std::pair{"a", &sequence.a}, {"b", &sequence.b}, {"c", &sequence.c}})
    if (*widening)
      text += fmt::format("The instruction's {} is {}; the unit takes it widened to {}.\n", name,
                          (*widening)->from.name, (*widening)->to.name);
  for (const ScalePlan& scale : sequence.step.multiplier.scales)
    text += fmt::format(
        "`{}` has one scale, of {}, {}\n", port_name(row_of(scale.operand)), scale.format.name,
        scale.is_common()
            ? "for all lanes: the same in every operation of an instruction."
            : fmt::format("for each {} lanes. The lowest bits hold that of the lowest lanes.",
                          scale.lanes));
  if (sequence.step.multiplier.is_sparse()) text += describe_select(sequence.step.multiplier);
  if (sequence.step.raises_flags)
    text +=
        "`flags_o` has the status flags of `d_o`: invalid, divide by zero, overflow, underflow and "
        "inexact, the last one lowest.\n";
  if (!sequence.step.random_bits.empty())
    text += fmt::format(
        "`random_i` has the random bits that stochastic roundings draw, the first element lowest: "
        "{} bits.\n",
        fmt::join(sequence.step.random_bits, ", "));
  return text;
}

// The module between two streams.
std::string describe_axi_stream(const RtlUnit& unit, const std::string& top) {
  std::string text = fmt::format(
      "\n## AXI-stream\n\n"
      "- `{0}` has the streams `s_axis` of operations and `m_axis` of results, with skid buffers "
      "between them and `{1}`.\n"
      "  It takes an operation in every clock, and no path leads from `m_axis_tready` to "
      "`s_axis_tready`.\n"
      "- A transfer is an operation, and its result {2} cycles later, if nothing stalls, has its "
      "`tid` and `tlast`.\n"
      "- `s_axis_tdata` has {3} bytes, element 0 of each operand lowest:",
      axi_stream_top(top), top, unit.plan.latency() + 2, stream_bytes(unit));
  for (const StreamField& field : stream_fields(unit))
    text += fmt::format("{} `{}` from byte {}, {} bits", field.first == 0 ? "" : ";", field.port,
                        field.first, field.bits);
  return text +
         ".\n- `s_axis_tuser` is `{format_i, c_is_input_i}`. `m_axis_tdata` is `d_o`, filled up "
         "with zeros to whole bytes" +
         (unit.plan.raises_flags ? ", and `m_axis_tuser` is `flags_o`.\n" : ".\n");
}

RtlFile readme(std::span<const Unit> units, const Plan& plan, const SequencePlan& sequence,
               const std::string& top, bool axi_stream) {
  std::string of;
  for (std::size_t i = 0; i < units.size(); ++i)
    of += fmt::format("| {} | `{}` | {} | {} |\n", i, units[i].instruction.id, units[i].a().name,
                      units[i].b().name);
  return {
      "README.md",
      fmt::format(
          "# {0}\n\n"
          "This folder holds a dot-product unit in SystemVerilog, written by `mmasc emit-rtl`. It "
          "is yours to change.\n"
          "The unit computes d = c + a dot product of {1} lanes, one step an operation. If nothing "
          "stalls, a result\ncomes {2} cycles after its operation was taken.\n\n"
          "Run in this folder:\n\n"
          "- Verilator: `verilator --lint-only -Wall -f {0}.f --top-module {0}`\n"
          "- Icarus: `iverilog -g2012 -Wall -t null -s {0} -f {0}.f`\n"
          "- Yosys: `yosys -p \"read_verilog -sv -defer $(tr '\\n' ' ' < {0}.f); hierarchy -check "
          "-top {0}; synth -flatten\"`\n\n"
          "## Files\n\n"
          "- `{0}.sv` is the unit: parameters, wires and instances alone.\n"
          "- `mmasc_*.sv` are the stages and the port checker, the same text for every unit.\n"
          "- `{0}_assertions.sv`, `{0}_coverage.sv`, `mmasc_assert_*.sv` and `mmasc_observe_*.sv` "
          "are\n  empty unless `MMASC_ASSERTIONS` or `MMASC_COVERAGE` is defined;\n  "
          "`MMASC_COVERGROUPS` beside the latter adds covergroups.\n"
          "- `{0}.f` lists the files; `{0}.sdc` is a clock constraint for a first run.\n"
          "- `{5}.sv` checks the unit's ports in simulation. Compile it behind the others, with "
          "`--assert` in Verilator.\n  It is bound to the unit; Icarus takes an instance of "
          "it.\n\n"
          "## Operations\n\n"
          "| `format_i` | instruction | a, as the unit takes it | b |\n|---|---|---|---|\n{3}\n"
          "{4}\n"
          "## Ports\n\n"
          "- A transfer happens on a rising edge of `clk_i` with valid and ready high. Results "
          "come out in order, with their ids.\n"
          "- `rst_ni` is asynchronous. Release it in step with the clock.\n"
          "- Lane 0 is the least significant slice of `a_i` and `b_i`. A narrower format uses the "
          "low bits of its slice.\n"
          "{6}",
          top, plan.lanes(), plan.latency(), of, describe_steps(units[0], sequence, top),
          checker_module(top), axi_stream ? describe_axi_stream(make_rtl_unit(units), top) : "")};
}

}  // namespace

std::vector<RtlFile> emit_rtl_files(std::span<const Unit> units, const std::string& top,
                                    const FlowOptions& options) {
  check_identifier(top);
  const RtlUnit unit = make_rtl_unit(units);
  const SequencePlan sequence = plan_sequence(units[0]);
  std::vector<std::pair<RtlUnit, std::string>> modules{{unit, top}};
  if (sequence.late_c) modules.emplace_back(*sequence.late_c, late_c_top(top));

  std::vector<RtlFile> files, checkers, beside = checker_sources();
  const auto add = [&](std::vector<RtlFile> more) {
    for (RtlFile& file : more)
      if (std::ranges::find(files, file.name, &RtlFile::name) == files.end())
        files.push_back(std::move(file));
  };
  for (const auto& [module, name] : modules) {
    add(emit_rtl(module, name).files);
    checkers.push_back(emit_checker(module, name));
  }
  beside.insert(beside.end(), options.onlookers.begin(), options.onlookers.end());
  for (const RtlFile& file : beside)
    if (std::ranges::find(files, file.name, &RtlFile::name) == files.end())
      files.insert(std::ranges::find(files, top + ".sv", &RtlFile::name), file);
  if (options.axi_stream) {
    add(axi_stream_sources());
    for (const auto& [module, name] : modules) add({emit_axi_stream(module, name)});
  }
  const RtlFile list = file_list(top, files);
  add(checkers);
  add({list, clock_constraint(top, unit.plan),
       readme(units, unit.plan, sequence, top, options.axi_stream)});
  return files;
}

}  // namespace mmasc
