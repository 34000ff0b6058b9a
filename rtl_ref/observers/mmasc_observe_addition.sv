// SPDX-License-Identifier: Apache-2.0
// Says how many bits the addends of one sum, and their total, have, for coverage.
module mmasc_observe_addition #(
    parameter COUNT = 2,
    parameter BITS = 8  // of an addend and of the total, signed
) (
    input  logic [COUNT*BITS-1:0] addend_i,
    output logic [          31:0] largest_o,  // bits of the largest magnitude; 0: all are 0
    output logic [          31:0] total_o,    // bits of the total's
    output logic [      BITS-1:0] sum_o
);
  function automatic [31:0] bits_of(input [BITS-1:0] x);
    reg [BITS-1:0] magnitude;
    integer i;
    begin
      magnitude = x[BITS-1] ? {BITS{1'b0}} - x : x;
      bits_of = 0;
      for (i = 0; i < BITS; i = i + 1) if (magnitude[i]) bits_of = i + 1;
    end
  endfunction

  logic [31:0] largest, own;
  logic [BITS-1:0] sum;
  always_comb begin : add
    integer i;
    largest = 0;
    sum = {BITS{1'b0}};
    for (i = 0; i < COUNT; i = i + 1) begin
      sum = sum + addend_i[i*BITS+:BITS];
      own = bits_of(addend_i[i*BITS+:BITS]);
      if (own > largest) largest = own;
    end
  end
  assign largest_o = largest;
  assign total_o = bits_of(sum);
  assign sum_o = sum;
endmodule
