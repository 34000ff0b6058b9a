// SPDX-License-Identifier: Apache-2.0
#include "rtl_ref/flow_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "arith/sequence_plan.h"
#include "rtl_ref/keywords.h"
#include "spec/error.h"

namespace mmasc {
namespace {

bool is_letter(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) != 0; }
bool is_of_identifier(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

void check_identifier(const std::string& top) {
  const bool good = !top.empty() && is_letter(top[0]) && std::ranges::all_of(top, is_of_identifier);
  if (!good || top.starts_with("mmasc_"))
    throw InputError(fmt::format(
        "\"{}\" is no name for a module: letters, digits and _, not beginning with mmasc_", top));
  if (kKeywords.find(" " + top + " ") != std::string_view::npos)
    throw InputError(fmt::format("\"{}\" is a word of SystemVerilog, no name for a module", top));
}

// The periods are the user's to choose: this one is for a first run.
RtlFile clock_constraint(const std::string& top) {
  return {top + ".sdc",
          "# One clock; the period, in ns, and the shares of inputs and outputs are yours to set.\n"
          "set period 10.0\n"
          "create_clock -name clk -period $period [get_ports clk_i]\n"
          "set_input_delay [expr 0.2 * $period] -clock clk \\\n"
          "    [remove_from_collection [all_inputs] [get_ports {clk_i rst_ni}]]\n"
          "set_output_delay [expr 0.2 * $period] -clock clk [all_outputs]\n"
          "set_false_path -from [get_ports rst_ni]\n"};
}

RtlFile file_list(const std::string& top, const std::vector<RtlFile>& sources) {
  std::string text;
  for (const RtlFile& file : sources) text += file.name + "\n";
  return {top + ".f", text};
}

RtlFile readme(std::span<const Unit> units, const Plan& plan, const std::string& top,
               bool has_late_c) {
  std::string of;
  for (std::size_t i = 0; i < units.size(); ++i)
    of += fmt::format("| {} | `{}` | {} | {} |\n", i, units[i].instruction.id, units[i].a().name,
                      units[i].b().name);
  const int steps = units[0].steps();
  return {
      "README.md",
      fmt::format(
          "# {0}\n\n"
          "d = c + a dot product of {1} lanes, one step an operation, {2} cycles later if nothing "
          "stalls. Written by `mmasc emit-rtl`;\nyours to change.\n\n"
          "| `format_i` | instruction | a | b |\n|---|---|---|---|\n{3}\n"
          "An instruction of k = {4} takes {5} step{6}: `c_i` of the first is the instruction's "
          "own, with `c_is_input_i` high,\nof the others the result before.{7}\n\n"
          "- `{0}.sv` has parameters, wires and instances alone; the stages are `mmasc_*.sv`, the "
          "same for every unit.\n"
          "- A transfer happens on a rising edge of `clk_i` with valid and ready high; `rst_ni` is "
          "asynchronous. Lane 0 is the least\n  significant slice of `a_i` and `b_i`; a narrower "
          "format has the low bits of its slice. Ids come out in order.\n"
          "- Verilator: `verilator --lint-only -Wall -f {0}.f --top-module {0}`\n"
          "- Icarus: `iverilog -g2012 -Wall -t null -s {0} -f {0}.f`\n"
          "- Yosys: `yosys -p \"read_verilog -sv -defer $(tr '\\n' ' ' < {0}.f); hierarchy -check "
          "-top {0}; synth -flatten\"`\n",
          top, plan.lanes(), plan.latency(), of, units[0].instruction.shape.k, steps,
          steps == 1 ? "" : "s",
          has_late_c ? fmt::format(" C is added last, by `{}_late_c`: d * 1 + C.", top) : "")};
}

}  // namespace

std::string identifier_of(const std::string& id) {
  std::string out = id;
  std::ranges::replace_if(
      out, [](char letter) { return !is_of_identifier(letter); }, '_');
  return is_letter(out[0]) ? out : "unit_" + out;
}

std::vector<RtlFile> emit_rtl_files(std::span<const Unit> units, const std::string& top) {
  check_identifier(top);
  const RtlUnit unit = make_rtl_unit(units);
  std::vector<RtlFile> files = emit_rtl(unit, top).files;
  const auto late_c = plan_sequence(units[0]).late_c;
  if (late_c) files.push_back(emit_rtl(*late_c, top + "_late_c").files.back());
  const RtlFile list = file_list(top, files);
  files.push_back(list);
  files.push_back(clock_constraint(top));
  files.push_back(readme(units, unit.plan, top, late_c.has_value()));
  return files;
}

}  // namespace mmasc
