// SPDX-License-Identifier: Apache-2.0
// Opens +unit=UNIT with the widths +a=N, +b=N, +c=N, +d=N and +others=N, as a bench's class does.
module width_bench;
  string unit;
  int a, b, c, d, others;
  initial begin
    void'($value$plusargs("unit=%s", unit));
    void'($value$plusargs("a=%d", a));
    void'($value$plusargs("b=%d", b));
    void'($value$plusargs("c=%d", c));
    void'($value$plusargs("d=%d", d));
    void'($value$plusargs("others=%d", others));
    $display("opened: %0d", mmasc_dpi_pkg::mmasc_open(unit, a, b, c, d, others));
    $finish;
  end
endmodule
