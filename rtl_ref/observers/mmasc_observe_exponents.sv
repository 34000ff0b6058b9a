// SPDX-License-Identifier: Apache-2.0
// Says of the terms of one sum how their exponents lie about the largest, for coverage. Exponents
// are signed, of 32 bits.
module mmasc_observe_exponents #(
    parameter TERMS = 2,
    parameter [31:0] LEAST = 0,  // of e_max: the floor, or below every exponent
    parameter HAS_FLOOR = 0,
    parameter [31:0] GRID_STEP = 1,
    parameter [31:0] GRID_FIRST = 0
) (
    input  logic [TERMS*32-1:0] exponent_i,  // as each takes part
    input  logic [   TERMS-1:0] zero_i,
    input  logic [   TERMS-1:0] nan_i,
    input  logic [   TERMS-1:0] infinite_i,
    output logic [        31:0] e_max_o,
    output logic                finite_o,
    output logic                raised_o,  // e_max, to the grid
    // Of finite sums alone:
    output logic                all_zero_o,
    output logic [   TERMS-1:0] zero_leads_o,
    output logic [   TERMS-1:0] zero_below_o,  // by one
    output logic [   TERMS-1:0] zero_level_o,
    output logic [   TERMS-1:0] zero_above_o,
    output logic                floor_leads_o,
    output logic                floor_below_o,
    output logic                floor_level_o,
    output logic                floor_above_o
);
  function automatic [31:0] on_grid(input [31:0] exponent);
    on_grid = exponent + (GRID_STEP - 1) - ((exponent - GRID_FIRST - 1) & (GRID_STEP - 1));
  endfunction

  logic [31:0] leading, largest;  // of all, and of those that are not zero
  logic has_number;
  always_comb begin : find
    integer t;
    leading = LEAST;
    largest = 0;
    has_number = 1'b0;
    for (t = 0; t < TERMS; t = t + 1) begin
      if ($signed(exponent_i[t*32+:32]) > $signed(leading)) leading = exponent_i[t*32+:32];
      if (!zero_i[t]) begin
        if (!has_number || $signed(exponent_i[t*32+:32]) > $signed(largest))
          largest = exponent_i[t*32+:32];
        has_number = 1'b1;
      end
    end
  end
  wire nothing = HAS_FLOOR == 0 && leading == LEAST;
  assign e_max_o = nothing ? leading : on_grid(leading);
  assign finite_o = !(|nan_i) && !(|infinite_i);
  assign raised_o = finite_o && e_max_o != leading;
  assign all_zero_o = finite_o && !has_number;

  wire counts = finite_o && has_number;
  generate
    genvar t;
    for (t = 0; t < TERMS; t = t + 1) begin : g_term
      wire [31:0] exponent = exponent_i[t*32+:32];
      wire [31:0] above = exponent - largest;
      wire under_floor = HAS_FLOOR != 0 && $signed(exponent) < $signed(LEAST);
      wire zero = counts && zero_i[t];
      assign zero_leads_o[t] =
          zero && $signed(above) > 0 && !under_floor && on_grid(exponent) == e_max_o;
      assign zero_below_o[t] = zero && above == 32'hffffffff;
      assign zero_level_o[t] = zero && above == 32'd0;
      assign zero_above_o[t] = zero && above == 32'd1;
    end
  endgenerate
  wire [31:0] floor_above = LEAST - largest;
  wire floor = counts && HAS_FLOOR != 0;
  assign floor_leads_o = floor && $signed(floor_above) > 0 && e_max_o == on_grid(LEAST);
  assign floor_below_o = floor && floor_above == 32'hffffffff;
  assign floor_level_o = floor && floor_above == 32'd0;
  assign floor_above_o = floor && floor_above == 32'd1;
endmodule
