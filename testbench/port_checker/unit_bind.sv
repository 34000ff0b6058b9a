// SPDX-License-Identifier: Apache-2.0
// A checker in the unit itself, for simulators that know bind.
bind unit mmasc_port_checker #(
    .ID_BITS(ID_BITS),
    .IN_BITS($bits(a_i) + $bits(b_i) + $bits(c_i) + 1),
    .OUT_BITS($bits(d_o))
) u_checker (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .in_valid_i(valid_i),
    .in_ready_i(ready_o),
    .in_id_i(id_i),
    .in_payload_i({a_i, b_i, c_i, c_is_input_i}),
    .out_valid_i(valid_o),
    .out_ready_i(ready_i),
    .out_id_i(id_o),
    .out_payload_i(d_o),
    .violation_o(),
    .rule_o()
);
