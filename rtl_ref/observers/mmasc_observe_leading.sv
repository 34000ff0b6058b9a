// SPDX-License-Identifier: Apache-2.0
// The exponents of terms' leading bits, signed, of 32 bits, for coverage; of 0 that of its last bit.
// nothing_o: the significand is 0.
module mmasc_observe_leading #(
    parameter COUNT = 1,
    parameter EXPONENT_BITS = 10,
    parameter BITS = 22,
    parameter [31:0] FRACTION = 0
) (
    input  logic [         COUNT*BITS-1:0] significand_i,
    input  logic [COUNT*EXPONENT_BITS-1:0] exponent_i,
    output logic [           COUNT*32-1:0] leading_o,
    output logic [              COUNT-1:0] nothing_o
);
  generate
    genvar i;
    for (i = 0; i < COUNT; i = i + 1) begin : g_term
      wire [BITS-1:0] significand = significand_i[i*BITS+:BITS];
      wire [EXPONENT_BITS-1:0] own = exponent_i[i*EXPONENT_BITS+:EXPONENT_BITS];
      logic [31:0] place;
      always_comb begin : find
        integer bit_;
        place = 0;
        for (bit_ = 0; bit_ < BITS; bit_ = bit_ + 1) if (significand[bit_]) place = bit_;
      end
      assign nothing_o[i] = significand == 0;
      assign leading_o[i*32+:32] =
          {{(32 - EXPONENT_BITS) {own[EXPONENT_BITS-1]}}, own} - FRACTION + place;
    end
  endgenerate
endmodule
