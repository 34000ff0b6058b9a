// SPDX-License-Identifier: Apache-2.0
// Stage 1, multiplier: unpacks the operands and multiplies significands exactly. Operands -> terms:
// the products, lane 0 in the least significant slice, then c.
module mmasc_multiplier #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter LANES = 16,
    parameter FORMATS = 1,  // pairs of a's and b's, chosen by format_i
    parameter SELECT_BITS = 1,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] A_FORMATS = 0,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] B_FORMATS = 0,
    parameter [mmasc_pkg::FORMAT_BITS-1:0] C_FORMAT = 0,
    parameter SCALES = 0,  // operands by which products are multiplied
    parameter [(SCALES > 0 ? SCALES : 1)*mmasc_pkg::SCALE_BITS-1:0] SCALE_OPERANDS = 0,
    parameter SCALE_BLOCKS = 1,  // of lanes that share all their scales
    parameter SCALE_SIGNIFICAND_BITS = 1,  // of all scales of a lane together
    parameter SCALE_PORT_BITS = 1,
    parameter A_BITS = 16,  // stored
    parameter B_BITS = 16,
    parameter C_BITS = 32,
    parameter A_SIGNIFICAND_BITS = 11,
    parameter B_SIGNIFICAND_BITS = 11,
    parameter C_SIGNIFICAND_BITS = 24,
    parameter KEEP = 1,  // groups of TOGETHER neighbours that a has of OF; 1 of 1: all
    parameter OF = 1,
    parameter TOGETHER = 1,
    parameter METADATA_BITS = 1,
    parameter EXPONENT_BITS = 10,  // signed
    parameter PRODUCT_BITS = 22,   // of a product's significand
    parameter [31:0] INTEGER_BITS = 2,
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH,
    parameter IS_FIXED_POINT = 0,
    parameter FIXED_POINT_SHIFT = 0,
    parameter [31:0] LEAST_EXPONENT = 0,
    parameter HAS_OVERFLOW = 0,
    parameter [31:0] INFINITY_AT = 0,
    parameter INFINITY_YIELDS = 0,  // an overflow counts only without infinite operands
    parameter MOVES_ZERO_FACTORS = 0,
    parameter [31:0] ZERO_FACTOR_EXPONENT = 0,
    parameter [31:0] GRID_STEP = 1,
    parameter [31:0] GRID_FIRST = 0
) (
    input  logic                                             clk_i,
    input  logic                                             rst_ni,
    input  logic                                             valid_i,
    output logic                                             ready_o,
    input  logic [                              ID_BITS-1:0] id_i,
    input  logic [                          SELECT_BITS-1:0] format_i,
    input  logic [                         LANES*A_BITS-1:0] a_i,
    input  logic [                 LANES/KEEP*OF*B_BITS-1:0] b_i,
    input  logic [                        METADATA_BITS-1:0] metadata_i,
    input  logic [                               C_BITS-1:0] c_i,
    input  logic [                      SCALE_PORT_BITS-1:0] scale_i,  // operand by operand
    input  logic                                             c_is_input_i,  // the instruction's own
    output logic                                             valid_o,
    input  logic                                             ready_i,
    output logic [                              ID_BITS-1:0] id_o,
    output logic [LANES*PRODUCT_BITS+C_SIGNIFICAND_BITS-1:0] significand_o,
    output logic [              (LANES+1)*EXPONENT_BITS-1:0] exponent_o,
    output logic [                                  LANES:0] negative_o,
    output logic [                                  LANES:0] zero_o,
    output logic [                                  LANES:0] nan_o,
    output logic [                                  LANES:0] infinite_o
);
  localparam SCALED_ALIKE = LANES / SCALE_BLOCKS;
  wire [SCALE_BLOCKS*SCALE_SIGNIFICAND_BITS-1:0] scale_significand;
  wire [SCALE_BLOCKS*EXPONENT_BITS-1:0] scale_exponent;
  wire [SCALE_BLOCKS-1:0] scale_negative, scale_zero, scale_nan, scale_infinite;
  generate
    if (SCALES > 0) begin : g_scaled
      genvar s;
      for (s = 0; s < SCALE_BLOCKS; s = s + 1) begin : g_block
        mmasc_scale #(
            .SCALES(SCALES),
            .OPERANDS(SCALE_OPERANDS),
            .PORT_BITS(SCALE_PORT_BITS),
            .BLOCK(s),
            .BLOCKS(SCALE_BLOCKS),
            .SIGNIFICAND_BITS(SCALE_SIGNIFICAND_BITS),
            .EXPONENT_BITS(EXPONENT_BITS)
        ) u_scale (
            .scale_i(scale_i),
            .significand_o(
                scale_significand[s*SCALE_SIGNIFICAND_BITS+:SCALE_SIGNIFICAND_BITS]),
            .exponent_o(scale_exponent[s*EXPONENT_BITS+:EXPONENT_BITS]),
            .negative_o(scale_negative[s]),
            .zero_o(scale_zero[s]),
            .nan_o(scale_nan[s]),
            .infinite_o(scale_infinite[s])
        );
      end
    end else begin : g_unscaled
      assign scale_significand = 0;
      assign scale_exponent = 0;
      assign scale_negative = 0;
      assign scale_zero = 0;
      assign scale_nan = 0;
      assign scale_infinite = 0;
      wire unused = &{1'b0, scale_i};
    end
  endgenerate

  wire [LANES*B_BITS-1:0] b;  // an element a lane
  generate
    if (OF > 1) begin : g_sparse
      mmasc_select #(
          .LANES(LANES),
          .KEEP(KEEP),
          .OF(OF),
          .TOGETHER(TOGETHER),
          .BITS(B_BITS)
      ) u_select (
          .b_i(b_i),
          .metadata_i(metadata_i),
          .b_o(b)
      );
    end else begin : g_dense
      assign b = b_i;
      wire unused = &{1'b0, metadata_i};
    end
  endgenerate

  localparam SIGNIFICANDS = LANES * PRODUCT_BITS + C_SIGNIFICAND_BITS;
  localparam TERMS = LANES + 1;
  wire [SIGNIFICANDS-1:0] significand;
  wire [TERMS*EXPONENT_BITS-1:0] exponent;
  wire [TERMS-1:0] negative, zero, nan, infinite;
  wire [LANES-1:0] of_infinity;
  wire yields = INFINITY_YIELDS != 0 && (|of_infinity || infinite[LANES]);
  generate
    genvar k;
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      localparam SCALE = k / SCALED_ALIKE;
      mmasc_product #(
          .FORMATS(FORMATS),
          .SELECT_BITS(SELECT_BITS),
          .A_FORMATS(A_FORMATS),
          .B_FORMATS(B_FORMATS),
          .A_BITS(A_BITS),
          .B_BITS(B_BITS),
          .A_SIGNIFICAND_BITS(A_SIGNIFICAND_BITS),
          .B_SIGNIFICAND_BITS(B_SIGNIFICAND_BITS),
          .SCALE_SIGNIFICAND_BITS(SCALES > 0 ? SCALE_SIGNIFICAND_BITS : 0),
          .SCALE_PORT_BITS(SCALE_SIGNIFICAND_BITS),
          .EXPONENT_BITS(EXPONENT_BITS),
          .PRODUCT_BITS(PRODUCT_BITS),
          .FLUSH(FLUSH),
          .IS_FIXED_POINT(IS_FIXED_POINT),
          .FIXED_POINT_SHIFT(FIXED_POINT_SHIFT),
          .LEAST_EXPONENT(LEAST_EXPONENT),
          .HAS_OVERFLOW(HAS_OVERFLOW),
          .INFINITY_AT(INFINITY_AT),
          .MOVES_ZERO_FACTORS(MOVES_ZERO_FACTORS),
          .ZERO_FACTOR_EXPONENT(ZERO_FACTOR_EXPONENT),
          .GRID_STEP(GRID_STEP),
          .GRID_FIRST(GRID_FIRST),
          .INTEGER_BITS(INTEGER_BITS)
      ) u_product (
          .format_i(format_i),
          .a_i(a_i[k*A_BITS+:A_BITS]),
          .b_i(b[k*B_BITS+:B_BITS]),
          .scale_significand_i(
              scale_significand[SCALE*SCALE_SIGNIFICAND_BITS+:SCALE_SIGNIFICAND_BITS]),
          .scale_exponent_i(scale_exponent[SCALE*EXPONENT_BITS+:EXPONENT_BITS]),
          .scale_negative_i(scale_negative[SCALE]),
          .scale_zero_i(scale_zero[SCALE]),
          .scale_nan_i(scale_nan[SCALE]),
          .scale_infinite_i(scale_infinite[SCALE]),
          .yields_i(yields),
          .significand_o(significand[k*PRODUCT_BITS+:PRODUCT_BITS]),
          .exponent_o(exponent[k*EXPONENT_BITS+:EXPONENT_BITS]),
          .negative_o(negative[k]),
          .zero_o(zero[k]),
          .nan_o(nan[k]),
          .infinite_o(infinite[k]),
          .of_infinity_o(of_infinity[k])
      );
    end
  endgenerate

  mmasc_unpack #(
      .FORMAT(C_FORMAT),
      .STORED_BITS(C_BITS),
      .SIGNIFICAND_BITS(C_SIGNIFICAND_BITS),
      .EXPONENT_BITS(EXPONENT_BITS),
      .FLUSH(FLUSH)
  ) u_c (
      .stored_i(c_i),
      .flush_i(c_is_input_i),
      .significand_o(significand[SIGNIFICANDS-1-:C_SIGNIFICAND_BITS]),
      .exponent_o(exponent[LANES*EXPONENT_BITS+:EXPONENT_BITS]),
      .negative_o(negative[LANES]),
      .zero_o(zero[LANES]),
      .nan_o(nan[LANES]),
      .infinite_o(infinite[LANES])
  );

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + SIGNIFICANDS + TERMS * EXPONENT_BITS + 4 * TERMS)
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, significand, exponent, negative, zero, nan, infinite}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, significand_o, exponent_o, negative_o, zero_o, nan_o, infinite_o})
  );
endmodule
