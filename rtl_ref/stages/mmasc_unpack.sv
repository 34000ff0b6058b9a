// SPDX-License-Identifier: Apache-2.0
// Decodes one stored element. Subnormals and zero keep the format's least exponent and are not
// normalized.
//
//     [ s | e e e | f f f f | ignored ]  ->  negative = s, exponent = max(e, 1) - bias,
//                                            significand = (e > 0).f f f f 0 ...
//     [ s i i i i i i i ]  (an integer)  ->  negative = s, exponent = 0,
//                                            significand = |s i i i i i i i|
module mmasc_unpack #(
    parameter [mmasc_pkg::FORMAT_BITS-1:0] FORMAT = 0,
    parameter STORED_BITS = 16,      // of the port, which may be wider than the format
    parameter SIGNIFICAND_BITS = 11,
    parameter EXPONENT_BITS = 8,     // signed
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH
) (
    input  logic [     STORED_BITS-1:0] stored_i,
    input  logic                        flush_i,  // whether FLUSH applies
    output logic [SIGNIFICAND_BITS-1:0] significand_o,
    output logic [   EXPONENT_BITS-1:0] exponent_o,
    output logic                        negative_o,
    output logic                        zero_o,
    output logic                        nan_o,
    output logic                        infinite_o
);
  localparam [31:0] EXPONENT = FORMAT[mmasc_pkg::FORMAT_EXPONENT_BITS+:32];
  localparam [31:0] FRACTION = FORMAT[mmasc_pkg::FORMAT_FRACTION_BITS+:32];
  localparam [31:0] BIAS = FORMAT[mmasc_pkg::FORMAT_BIAS+:32];
  localparam [31:0] SPECIALS = FORMAT[mmasc_pkg::FORMAT_SPECIALS+:32];
  localparam [31:0] HAS_SUBNORMALS = FORMAT[mmasc_pkg::FORMAT_HAS_SUBNORMALS+:32];
  localparam [31:0] IS_SIGNED = FORMAT[mmasc_pkg::FORMAT_IS_SIGNED+:32];
  localparam [31:0] LOW = FORMAT[mmasc_pkg::FORMAT_IGNORED_LOW_BITS+:32];
  localparam [31:0] SIGN = LOW + FRACTION + EXPONENT;
  localparam [31:0] INTEGER = FORMAT[mmasc_pkg::FORMAT_INTEGER_BITS+:32];

  generate
    if (INTEGER != 0) begin : g_integer
      localparam BITS = INTEGER + (IS_SIGNED != 0 ? 1 : 0);
      wire [BITS-1:0] stored = stored_i[BITS-1:0];
      assign negative_o = IS_SIGNED != 0 && stored[BITS-1];
      wire [BITS-1:0] magnitude = negative_o ? {BITS{1'b0}} - stored : stored;
      assign significand_o = SIGNIFICAND_BITS'(magnitude);
      assign exponent_o = {EXPONENT_BITS{1'b0}};
      assign zero_o = stored == 0;
      assign nan_o = 1'b0;
      assign infinite_o = 1'b0;
      wire unused = &{1'b0, stored_i, flush_i};
    end else begin : g_float
      wire [EXPONENT-1:0] field = stored_i[LOW+FRACTION+:EXPONENT];
      wire subnormal = HAS_SUBNORMALS != 0 && field == 0;
      wire fraction_is_zero, fraction_is_ones;
      wire [SIGNIFICAND_BITS-1:0] significand;
      if (FRACTION == 0) begin : g_no_fraction
        assign significand = SIGNIFICAND_BITS'(!subnormal) << (SIGNIFICAND_BITS - 1);
        assign fraction_is_zero = 1'b1;
        assign fraction_is_ones = 1'b1;
      end else begin : g_fraction
        wire [FRACTION-1:0] fraction = stored_i[LOW+:FRACTION];
        assign significand =
            SIGNIFICAND_BITS'({!subnormal, fraction}) << (SIGNIFICAND_BITS - FRACTION - 1);
        assign fraction_is_zero = fraction == 0;
        assign fraction_is_ones = &fraction;
      end
      wire is_nothing = subnormal && fraction_is_zero;  // but for the sign
      wire negative;
      if (IS_SIGNED != 0) begin : g_signed
        assign negative = stored_i[SIGN];
      end else begin : g_unsigned
        assign negative = 1'b0;
      end

      assign exponent_o =
          EXPONENT_BITS'(field) + EXPONENT_BITS'(subnormal) - EXPONENT_BITS'(BIAS);
      wire top = &field;
      assign infinite_o = SPECIALS == mmasc_pkg::IEEE && top && fraction_is_zero;
      assign nan_o = SPECIALS == mmasc_pkg::IEEE         ? top && !fraction_is_zero :
                     SPECIALS == mmasc_pkg::NAN_ALL_ONES ? top && fraction_is_ones :
                     SPECIALS == mmasc_pkg::NAN_MINUS_ZERO ? is_nothing && negative :
                     SPECIALS != mmasc_pkg::NO_SPECIALS;

      wire is_nan_below = SPECIALS == mmasc_pkg::NAN_MINUS_ZERO && nan_o;
      wire is_zero = is_nothing && !is_nan_below;
      localparam LOSES_SIGN = FLUSH != mmasc_pkg::FLUSH_KEEP_SIGN || IS_SIGNED == 0 ||
                              SPECIALS == mmasc_pkg::NAN_MINUS_ZERO;
      localparam ZERO_LOSES_SIGN = FLUSH == mmasc_pkg::FLUSH_ALL_TO_PLUS_ZERO;
      wire flushed = FLUSH != mmasc_pkg::NO_FLUSH && flush_i && subnormal && !is_nan_below;
      assign significand_o = flushed ? {SIGNIFICAND_BITS{1'b0}} : significand;
      assign zero_o = is_zero || flushed;
      assign negative_o = negative && !(LOSES_SIGN && flushed && (ZERO_LOSES_SIGN || !is_zero));

      wire unused = &{1'b0, stored_i, flush_i, fraction_is_ones};
    end
  endgenerate
endmodule
