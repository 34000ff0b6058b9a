// SPDX-License-Identifier: Apache-2.0
// Says of stored elements what they are, for coverage. zero_o is what the multiplier takes for a
// zero, behind FLUSH; the others are as stored.
module mmasc_observe_operand #(
    parameter COUNT = 1,
    parameter [mmasc_pkg::FORMAT_BITS-1:0] FORMAT = 0,
    parameter STORED_BITS = 16,  // of an element
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH
) (
    input  logic [COUNT*STORED_BITS-1:0] stored_i,
    output logic [            COUNT-1:0] nan_o,
    output logic [            COUNT-1:0] infinite_o,
    output logic [            COUNT-1:0] subnormal_o,
    output logic [            COUNT-1:0] zero_o,
    output logic [            COUNT-1:0] minus_zero_o,
    output logic [            COUNT-1:0] plain_zero_o  // without FLUSH
);
  localparam [31:0] FRACTION = FORMAT[mmasc_pkg::FORMAT_FRACTION_BITS+:32];
  localparam [31:0] INTEGER = FORMAT[mmasc_pkg::FORMAT_INTEGER_BITS+:32];
  localparam BITS = INTEGER != 0 ? INTEGER + 1 : FRACTION + 1;
  generate
    genvar i;
    for (i = 0; i < COUNT; i = i + 1) begin : g_element
      wire [BITS-1:0] significand, flushed_significand;
      wire [31:0] exponent, flushed_exponent;
      wire negative, zero, nan, infinite;
      wire flushed_negative, flushed_nan, flushed_infinite;
      mmasc_unpack #(
          .FORMAT(FORMAT),
          .STORED_BITS(STORED_BITS),
          .SIGNIFICAND_BITS(BITS),
          .EXPONENT_BITS(32)
      ) u_plain (
          .stored_i(stored_i[i*STORED_BITS+:STORED_BITS]),
          .flush_i(1'b0),
          .significand_o(significand),
          .exponent_o(exponent),
          .negative_o(negative),
          .zero_o(zero),
          .nan_o(nan),
          .infinite_o(infinite)
      );
      mmasc_unpack #(
          .FORMAT(FORMAT),
          .STORED_BITS(STORED_BITS),
          .SIGNIFICAND_BITS(BITS),
          .EXPONENT_BITS(32),
          .FLUSH(FLUSH)
      ) u_flushed (
          .stored_i(stored_i[i*STORED_BITS+:STORED_BITS]),
          .flush_i(1'b1),
          .significand_o(flushed_significand),
          .exponent_o(flushed_exponent),
          .negative_o(flushed_negative),
          .zero_o(zero_o[i]),
          .nan_o(flushed_nan),
          .infinite_o(flushed_infinite)
      );
      wire number = !nan && !infinite && !zero;
      assign nan_o[i] = nan;
      assign infinite_o[i] = infinite;
      assign plain_zero_o[i] = zero && !nan;  // a NaN may be like -0
      assign minus_zero_o[i] = plain_zero_o[i] && negative;
      assign subnormal_o[i] = INTEGER == 0 && number && !significand[BITS-1];
      wire unused = &{1'b0, significand, exponent, flushed_significand, flushed_exponent,
                      flushed_negative, flushed_nan, flushed_infinite};
    end
  endgenerate
endmodule
