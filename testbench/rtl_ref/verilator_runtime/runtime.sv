// SPDX-License-Identifier: Apache-2.0
// A bench that needs all of Verilator's runtime: it waits, and calls C.
module runtime;
  import "DPI-C" function int abs(input int number);
  initial begin
    #1;
    if (abs(-1) != 1) $fatal;
    $finish;
  end
endmodule
