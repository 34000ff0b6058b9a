// SPDX-License-Identifier: Apache-2.0
// A second checker, in the faulty unit itself, for simulators that know bind.
bind faulty_unit mmasc_port_checker #(
    .ID_BITS(ID_BITS),
    .IN_BITS(BITS),
    .OUT_BITS(BITS),
    .LATENCY(3),
    .DEPTH(16),
    .LOST_AFTER(20),
    .IN_UNUSED(16'hf000),
    .OUT_UNUSED(16'hf000)
) u_checker (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .in_valid_i(valid_i),
    .in_ready_i(ready_o),
    .in_id_i(id_i),
    .in_payload_i(payload_i),
    .out_valid_i(valid_o),
    .out_ready_i(ready_i),
    .out_id_i(id_o),
    .out_payload_i(payload_o),
    .violation_o(),
    .rule_o()
);
