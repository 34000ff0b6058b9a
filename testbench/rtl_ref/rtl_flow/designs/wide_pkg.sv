// SPDX-License-Identifier: Apache-2.0
// What the designs of this folder share: one wide fixed-point register for a whole sum, where others
// shift terms to a common exponent. Bit i weighs 2^(i-149), so every f32 and every product fits.
package wide_pkg;
  localparam BITS = 320;

  // A magnitude of 32 bits, the lowest of which weighs 2^weight.
  function automatic [BITS-1:0] place(input [31:0] magnitude, input integer weight);
    place = {{(BITS - 32) {1'b0}}, magnitude} << (weight + 149);
  endfunction

  // The f32 of a sum: rounded to nearest even, or truncated.
  function automatic [31:0] to_f32(input [BITS-1:0] sum, input rounds);
    reg [BITS-1:0] magnitude, lost;
    reg [23:0] kept;
    reg [32:0] bits;  // rounding may carry into the exponent
    integer i, low;
    begin
      magnitude = sum[BITS-1] ? -sum : sum;
      low = 0;
      for (i = 24; i < BITS; i = i + 1) if (magnitude[i]) low = i - 23;
      kept = 24'(magnitude >> low);
      lost = magnitude << (BITS - low);  // its first bit weighs half a unit of the last place
      bits = {9'd0, kept} + (33'(low) << 23);
      if (rounds && low > 0 && lost[BITS-1] && (kept[0] || lost[BITS-2:0] != 0)) bits = bits + 1;
      if (bits > 33'h7f800000) bits = 33'h7f800000;
      to_f32 = {sum[BITS-1], bits[30:0]};
    end
  endfunction
endpackage
