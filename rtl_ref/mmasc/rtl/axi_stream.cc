// SPDX-License-Identifier: Apache-2.0
#include "mmasc/rtl/axi_stream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mmasc/rtl/unit_ports.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_axi_stream_files();

namespace {

constexpr int kByte = 8;
int bytes_of(int bits) { return (bits + kByte - 1) / kByte; }

std::string slice(const StreamField& field) {
  return fmt::format("data[{}:{}]", kByte * field.first + field.bits - 1, kByte * field.first);
}

// Of data, the bits that no operand has.
std::string padding(const std::vector<StreamField>& fields) {
  std::vector<std::string> pieces;
  for (const StreamField& field : fields) {
    const int end = kByte * field.first + field.bits;
    const int next = kByte * (field.first + bytes_of(field.bits));
    if (end < next) pieces.push_back(fmt::format("data[{}:{}]", next - 1, end));
  }
  if (pieces.empty()) return "";
  return fmt::format("  wire unused = &{{1'b0, {}}};  // up to the next byte\n",
                     fmt::join(pieces, ", "));
}

}  // namespace

std::vector<StreamField> stream_fields(const RtlUnit& unit) {
  std::vector<StreamField> fields;
  int first = 0;
  for (const Operand operand : operands_with_ports(unit)) {
    const int bits = port_bits(unit, operand);
    fields.push_back({port_name(row_of(operand)), first, bits});
    first += bytes_of(bits);
  }
  return fields;
}

int stream_bytes(const RtlUnit& unit) {
  const StreamField last = stream_fields(unit).back();
  return last.first + bytes_of(last.bits);
}

std::vector<RtlFile> axi_stream_sources() {
  std::vector<RtlFile> sources;
  for (const EmbeddedFile& file : rtl_axi_stream_files())
    sources.push_back({std::string(file.name), std::string(file.text)});
  return sources;
}

RtlFile emit_axi_stream(const RtlUnit& unit, const std::string& top) {
  const std::vector<StreamField> fields = stream_fields(unit);
  const int in_bits = kByte * stream_bytes(unit), selects = select_bits(unit);
  const int d_bits = port_bits(unit, Operand::d), out_bits = kByte * bytes_of(d_bits);
  const int flag_bits = unit.plan.raises_flags ? kStatusFlagBits : 0;
  std::string layout, operands;
  for (const StreamField& field : fields) {
    layout += fmt::format("//   {}: bytes {} to {}, {} bits\n", field.port, field.first,
                          field.first + bytes_of(field.bits) - 1, field.bits);
    operands += fmt::format("      .{}({}),\n", field.port, slice(field));
  }
  const auto of_flags = [&](const std::string& text) { return flag_bits == 0 ? "" : text; };
  const std::string padded = out_bits == d_bits ? "d" : fmt::format("{}'d0, d", out_bits - d_bits);
  return {
      axi_stream_top(top) + ".sv",
      fmt::format(
          "// SPDX-License-Identifier: Apache-2.0\n"
          "// {top} between two AXI-streams, written by mmasc emit-rtl. A transfer is an "
          "operation; "
          "its result comes\n"
          "// {latency} cycles later, if nothing stalls, with its tid and tlast. In s_axis_tdata, "
          "element 0 lowest:\n{layout}"
          "// s_axis_tuser is {{format_i, c_is_input_i}}. m_axis_tdata is d.\n"
          "module {module} #(\n"
          "    parameter TID_BITS = 8\n"
          ") (\n"
          "    input  logic aclk,\n"
          "    input  logic aresetn /* asynchronous, active low */,\n"
          "    input  logic s_axis_tvalid,\n"
          "    output logic s_axis_tready /* a register */,\n"
          "    input  logic [{in_high}:0] s_axis_tdata,\n"
          "    input  logic [{user_high}:0] s_axis_tuser,\n"
          "    input  logic [TID_BITS-1:0] s_axis_tid,\n"
          "    input  logic s_axis_tlast,\n"
          "    output logic m_axis_tvalid,\n"
          "    input  logic m_axis_tready,\n"
          "    output logic [{out_high}:0] m_axis_tdata,\n"
          "{flags_port}"
          "    output logic [TID_BITS-1:0] m_axis_tid,\n"
          "    output logic m_axis_tlast\n"
          ");\n"
          "  wire valid, ready, c_is_input, last;\n"
          "  wire [{in_high}:0] data;\n"
          "  wire [{format_high}:0] selected;\n"
          "  wire [TID_BITS-1:0] id;\n"
          "{unused}"
          "  mmasc_skid_buffer #(\n"
          "      .WIDTH({in_beside_id} + TID_BITS)\n"
          "  ) u_operations (\n"
          "      .clk_i(aclk),\n"
          "      .rst_ni(aresetn),\n"
          "      .valid_i(s_axis_tvalid),\n"
          "      .ready_o(s_axis_tready),\n"
          "      .data_i({{s_axis_tlast, s_axis_tid, s_axis_tuser, s_axis_tdata}}),\n"
          "      .valid_o(valid),\n"
          "      .ready_i(ready),\n"
          "      .data_o({{last, id, selected, c_is_input, data}})\n"
          "  );\n\n"
          "  wire result_valid, result_ready, result_last;\n"
          "  wire [TID_BITS-1:0] result_id;\n"
          "  wire [{d_high}:0] d;\n"
          "{flags_wire}"
          "  {top} #(\n"
          "      .ID_BITS(TID_BITS + 1)\n"
          "  ) u_unit (\n"
          "      .clk_i(aclk),\n"
          "      .rst_ni(aresetn),\n"
          "      .valid_i(valid),\n"
          "      .ready_o(ready),\n"
          "      .id_i({{last, id}}),\n"
          "      .format_i(selected),\n"
          "{operands}"
          "      .c_is_input_i(c_is_input),\n"
          "      .valid_o(result_valid),\n"
          "      .ready_i(result_ready),\n"
          "      .id_o({{result_last, result_id}}),\n"
          "{flags_of_unit}"
          "      .d_o(d)\n"
          "  );\n\n"
          "  mmasc_skid_buffer #(\n"
          "      .WIDTH({out_beside_id} + TID_BITS)\n"
          "  ) u_results (\n"
          "      .clk_i(aclk),\n"
          "      .rst_ni(aresetn),\n"
          "      .valid_i(result_valid),\n"
          "      .ready_o(result_ready),\n"
          "      .data_i({{result_last, result_id, {flags}{padded}}}),\n"
          "      .valid_o(m_axis_tvalid),\n"
          "      .ready_i(m_axis_tready),\n"
          "      .data_o({{m_axis_tlast, m_axis_tid, {flags_out}m_axis_tdata}})\n"
          "  );\n"
          "endmodule\n",
          fmt::arg("top", top), fmt::arg("module", axi_stream_top(top)),
          fmt::arg("latency", unit.plan.latency() + 2), fmt::arg("layout", layout),
          fmt::arg("in_high", in_bits - 1), fmt::arg("user_high", selects),
          fmt::arg("out_high", out_bits - 1), fmt::arg("format_high", selects - 1),
          fmt::arg("d_high", d_bits - 1), fmt::arg("unused", padding(fields)),
          fmt::arg("operands", operands), fmt::arg("padded", padded),
          fmt::arg("in_beside_id", 1 + 1 + selects + in_bits),
          fmt::arg("out_beside_id", 1 + flag_bits + out_bits),
          fmt::arg("flags_port", of_flags(fmt::format("    output logic [{}:0] m_axis_tuser "
                                                      "/* NV, DZ, OF, UF, NX */,\n",
                                                      flag_bits - 1))),
          fmt::arg("flags_wire", of_flags(fmt::format("  wire [{}:0] flags;\n", flag_bits - 1))),
          fmt::arg("flags_of_unit", of_flags(fmt::format("      .{}(flags),\n", kFlagsPort))),
          fmt::arg("flags", of_flags("flags, ")),
          fmt::arg("flags_out", of_flags("m_axis_tuser, ")))};
}

}  // namespace mmasc
