// SPDX-License-Identifier: Apache-2.0
// Decodes one stored element of the format that format_i selects among FORMATS.
module mmasc_unpack_selected #(
    parameter COUNT = 1,
    parameter [COUNT*mmasc_pkg::FORMAT_BITS-1:0] FORMATS = 0,
    parameter SELECT_BITS = 1,
    parameter STORED_BITS = 16,
    parameter SIGNIFICAND_BITS = 11,  // of the widest
    parameter EXPONENT_BITS = 8,
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH
) (
    input  logic [     SELECT_BITS-1:0] format_i,  // 0 from COUNT on
    input  logic [     STORED_BITS-1:0] stored_i,
    output logic [SIGNIFICAND_BITS-1:0] significand_o,
    output logic [   EXPONENT_BITS-1:0] exponent_o,
    output logic                        negative_o,
    output logic                        zero_o,
    output logic                        nan_o,
    output logic                        infinite_o
);
  localparam TERM_BITS = SIGNIFICAND_BITS + EXPONENT_BITS + 4;
  generate
    genvar f;
    for (f = 0; f < COUNT; f = f + 1) begin : g_format
      wire [SIGNIFICAND_BITS-1:0] significand;
      wire [EXPONENT_BITS-1:0] exponent;
      wire negative, zero, nan, infinite;
      mmasc_unpack #(
          .FORMAT(FORMATS[f*mmasc_pkg::FORMAT_BITS+:mmasc_pkg::FORMAT_BITS]),
          .STORED_BITS(STORED_BITS),
          .SIGNIFICAND_BITS(SIGNIFICAND_BITS),
          .EXPONENT_BITS(EXPONENT_BITS),
          .FLUSH(FLUSH)
      ) u_unpack (
          .stored_i(stored_i),
          .flush_i(1'b1),
          .significand_o(significand),
          .exponent_o(exponent),
          .negative_o(negative),
          .zero_o(zero),
          .nan_o(nan),
          .infinite_o(infinite)
      );
      wire [TERM_BITS-1:0] term = {significand, exponent, negative, zero, nan, infinite};
      wire [TERM_BITS-1:0] chosen;  // among the formats so far
      if (f == 0) begin : g_first
        assign chosen = term;
      end else begin : g_later
        assign chosen = format_i == SELECT_BITS'(f) ? term : g_format[f-1].chosen;
      end
    end
  endgenerate
  assign {significand_o, exponent_o, negative_o, zero_o, nan_o, infinite_o} =
      g_format[COUNT-1].chosen;
  wire unused = &{1'b0, format_i};
endmodule
