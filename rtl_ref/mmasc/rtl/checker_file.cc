// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/checker_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_checker_files();

namespace {

// Of the unit's declaration "output logic [31:0] d_o".
std::string as_input(std::string declaration) {
  constexpr std::string_view kOutput = "output";
  if (const auto at = declaration.find(kOutput); at != std::string::npos)
    declaration.replace(at, kOutput.size(), "input ");
  return declaration;
}

std::vector<std::string> ports_named(const RtlUnit& unit) {
  std::vector<std::string> names{"clk_i", "rst_ni", "valid_i", "ready_o", "id_i", "format_i"};
  for (const Operand operand : operands_with_ports(unit))
    names.push_back(port_name(row_of(operand)));
  for (const char* name : {"c_is_input_i", "valid_o", "ready_i", "id_o"}) names.push_back(name);
  names.push_back(port_name(row_of(Operand::d)));
  if (unit.plan.raises_flags) names.push_back(kFlagsPort);
  return names;
}

std::vector<std::string> connections(const RtlUnit& unit) {
  std::vector<std::string> lines;
  for (const std::string& name : ports_named(unit))
    lines.push_back(fmt::format("    .{0}({0})", name));
  lines.push_back("    .violation_o()");
  lines.push_back("    .rule_o()");
  return lines;
}

}  // namespace

// Yosys 0.23 does not read the messages of assertions.
std::vector<RtlFile> checker_sources() {
  std::vector<RtlFile> sources;
  for (const EmbeddedFile& file : rtl_checker_files())
    sources.push_back(
        {std::string(file.name), "`ifndef YOSYS\n" + std::string(file.text) + "`endif\n"});
  return sources;
}

CheckedPorts checked_ports(const RtlUnit& unit) {
  std::vector<std::string> operands{"format_i", "c_is_input_i"};
  std::vector<std::string> results{port_name(row_of(Operand::d))};
  CheckedPorts ports;
  ports.operand_bits = select_bits(unit) + 1;
  ports.result_bits = port_bits(unit, Operand::d);
  for (const Operand operand : operands_with_ports(unit)) {
    operands.push_back(port_name(row_of(operand)));
    ports.operand_bits += port_bits(unit, operand);
  }
  if (unit.plan.raises_flags) {
    results.push_back(kFlagsPort);
    ports.result_bits += kStatusFlagBits;
  }
  ports.operands = fmt::format("{}", fmt::join(operands, ", "));
  ports.results = fmt::format("{}", fmt::join(results, ", "));
  ports.latency = unit.plan.latency();
  ports.depth = std::max(2, 2 * ports.latency);
  return ports;
}

RtlFile emit_checker(const RtlUnit& unit, const std::string& top) {
  const CheckedPorts checked = checked_ports(unit);
  std::vector<std::string> ports;
  for (const std::string& declaration : port_declarations(unit))
    ports.push_back(as_input(declaration));
  ports.push_back("    output logic violation_o /* a rule was broken, ever */");
  ports.push_back("    output logic [mmasc_port_rule_pkg::RULES-1:0] rule_o /* which */");
  return {
      checker_module(top) + ".sv",
      fmt::format("// SPDX-License-Identifier: Apache-2.0\n"
                  "// The port checker of {0}, written by mmasc emit-rtl: it reports each rule of "
                  "the handshake that is\n"
                  "// broken. Compile it after the files of {0}.f.\n"
                  "module {1} #(\n"
                  "    parameter ID_BITS = 8,  // at least {2} operations have ids that differ\n"
                  "    parameter LATENCY = {3}  // cycles; 0: not checked\n"
                  ") (\n{4}\n);\n"
                  "  mmasc_port_checker #(\n"
                  "      .ID_BITS(ID_BITS),\n"
                  "      .IN_BITS({5}),\n"
                  "      .OUT_BITS({6}),\n"
                  "      .LATENCY(LATENCY),\n"
                  "      .DEPTH({2})\n"
                  "  ) u_rules (\n"
                  "      .clk_i(clk_i),\n"
                  "      .rst_ni(rst_ni),\n"
                  "      .in_valid_i(valid_i),\n"
                  "      .in_ready_i(ready_o),\n"
                  "      .in_id_i(id_i),\n"
                  "      .in_payload_i({{{7}}}),\n"
                  "      .out_valid_i(valid_o),\n"
                  "      .out_ready_i(ready_i),\n"
                  "      .out_id_i(id_o),\n"
                  "      .out_payload_i({{{8}}}),\n"
                  "      .violation_o(violation_o),\n"
                  "      .rule_o(rule_o)\n"
                  "  );\n"
                  "endmodule\n\n"
                  "// Icarus Verilog 11 does not know bind: there an instance stands beside the "
                  "unit.\n"
                  "`ifndef __ICARUS__\n"
                  "// verilator lint_off PINCONNECTEMPTY\n"
                  "bind {0} {1} #(\n"
                  "    .ID_BITS(ID_BITS)\n"
                  ") u_port_checker (\n{9}\n);\n"
                  "// verilator lint_on PINCONNECTEMPTY\n"
                  "`endif\n",
                  top, checker_module(top), checked.depth, checked.latency, fmt::join(ports, ",\n"),
                  checked.operand_bits, checked.result_bits, checked.operands, checked.results,
                  fmt::join(connections(unit), ",\n"))};
}

}  // namespace mmasc
