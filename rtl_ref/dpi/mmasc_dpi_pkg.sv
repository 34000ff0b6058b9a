// SPDX-License-Identifier: Apache-2.0
// mmasc's results in a SystemVerilog bench, by DPI-C: a class, and in mmasc_dpi_unit.sv a module.
//
//     mmasc_predictor #(.A_BITS(64), .B_BITS(64), .C_BITS(32), .D_BITS(32)) predictor =
//         new("volta/mma.m8n8k4.f32.f16.f16.f32");
//     expected = predictor.predict(a, b, c);
//     if (d !== expected) $error("d is %h, not %h: %s", d, expected, predictor.replay(a, b, c));
//
// A unit is an id of `mmasc list`, a unique part of one, FILE.toml or FILE.toml:ROW. Lane 0 of an
// operand is its least significant slice. Widths are those of all lanes together. A width that does
// not fit the unit, like any other error, is a $fatal with mmasc's message. If a bit of an operand
// is x or z, d is x. A row that does not say which NaN it gives (`mmasc show UNIT`) gives one quiet
// NaN: compare only that d is a NaN.
//
// Operands other than a, b and c stand side by side in one vector of OTHER_BITS, in the order of the
// columns of vector files, the first in the least significant bits:
//
//     expected = predictor.predict(a, b, c, {sb, sa});  // block scales
//     expected = predictor.predict(a, b, c, {st, sb, sa});  // and a tensor-wide scale
//     expected = predictor.predict(a, b, c, metadata);  // a sparse A
//     expected = predictor.predict(a, b, c, random);  // stochastic roundings
//
// A unit that raises status flags (result.flags) gives them, too, as {NV, DZ, OF, UF, NX}; of any
// other unit predict_with_flags() is a $fatal:
//
//     expected = predictor.predict_with_flags(a, b, c, flags);
//
// Operands on which a design fails are made smaller by running it again and again, on those that
// mmasc asks about:
//
//     predictor.shrink(a, b, c);          // on which it failed; they are asked about first
//     do begin
//       ...                               // run the design on a, b and c alone
//       more = predictor.shrink_next(d !== predictor.predict(a, b, c), a, b, c, others);
//     end while (more);
//     $display("smallest: %s", predictor.replay(a, b, c));
//
// Compile it with mmasc_dpi.cc and link libmmasc.so. Without classes: +define+MMASC_NO_CLASSES.
package mmasc_dpi_pkg;
  // Returns the number of a new predictor, or -1: then see mmasc_dpi_error().
  import "DPI-C" function int mmasc_dpi_open(
    input string unit, input int a_bits, input int b_bits, input int c_bits, input int d_bits,
    input int other_bits);
  // Bits 64 * word to 64 * word + 63 of the operands {others, c, b, a}. Both return 0, or -1.
  import "DPI-C" function int mmasc_dpi_put(
    input int predictor, input int word, input longint bits);
  import "DPI-C" function int mmasc_dpi_dot(input int predictor, output longint d);
  // The same with the flags of d, of a unit that raises some: 1, 0 where it raises none, or -1.
  import "DPI-C" function int mmasc_dpi_raises_flags(input int predictor);
  import "DPI-C" function int mmasc_dpi_dot_with_flags(
    input int predictor, output longint d, output int flags);
  // Shrinking: it begins with the operands that were put. The answer to whether the design fails on
  // the operands of mmasc_dpi_get() puts the next ones: 1, or the smallest: 0; -1 is an error.
  import "DPI-C" function int mmasc_dpi_get(
    input int predictor, input int word, output longint bits);
  import "DPI-C" function int mmasc_dpi_shrink(input int predictor);
  import "DPI-C" function int mmasc_dpi_shrink_next(input int predictor, input int fails);
  // Returns the command that evaluates the operands that were put.
  import "DPI-C" function string mmasc_dpi_replay(input int predictor);
  import "DPI-C" function string mmasc_dpi_error();

  function automatic int mmasc_open(
      string unit, int a_bits, int b_bits, int c_bits, int d_bits, int other_bits);
    int predictor = mmasc_dpi_open(unit, a_bits, b_bits, c_bits, d_bits, other_bits);
    if (predictor < 0) $fatal(1, "mmasc: %s: %s", unit, mmasc_dpi_error());
    return predictor;
  endfunction

  function automatic void mmasc_put(int predictor, int word, longint bits);
    if (mmasc_dpi_put(predictor, word, bits) != 0) $fatal(1, "mmasc: %s", mmasc_dpi_error());
  endfunction

  function automatic longint mmasc_dot(int predictor);
    longint d;
    if (mmasc_dpi_dot(predictor, d) != 0) $fatal(1, "mmasc: %s", mmasc_dpi_error());
    return d;
  endfunction

  // The flags of the operands that were put; 0 of a unit that raises none.
  function automatic logic [4:0] mmasc_flags(int predictor);
    longint d;
    int flags;
    int raises_some = mmasc_dpi_raises_flags(predictor);
    if (raises_some == 0) return 0;
    if (raises_some < 0 || mmasc_dpi_dot_with_flags(predictor, d, flags) != 0)
      $fatal(1, "mmasc: %s", mmasc_dpi_error());
    return 5'(flags);
  endfunction

  function automatic longint mmasc_get(int predictor, int word);
    longint bits;
    if (mmasc_dpi_get(predictor, word, bits) != 0) $fatal(1, "mmasc: %s", mmasc_dpi_error());
    return bits;
  endfunction

  function automatic void mmasc_shrink(int predictor);
    if (mmasc_dpi_shrink(predictor) != 0) $fatal(1, "mmasc: %s", mmasc_dpi_error());
  endfunction

  function automatic bit mmasc_shrink_next(int predictor, bit fails);
    int asks = mmasc_dpi_shrink_next(predictor, int'(fails));
    if (asks < 0) $fatal(1, "mmasc: %s", mmasc_dpi_error());
    return asks != 0;
  endfunction

`ifndef MMASC_NO_CLASSES
  // verilator lint_off DECLFILENAME
  class mmasc_predictor #(
      int A_BITS = 1,
      int B_BITS = 1,
      int C_BITS = 1,
      int D_BITS = 1,
      int OTHER_BITS = 0  // of all other operands together; 0: the unit has none
  );
    localparam int WORDS = (A_BITS + B_BITS + C_BITS + OTHER_BITS + 63) / 64;
    typedef logic [A_BITS-1:0] a_t;
    typedef logic [B_BITS-1:0] b_t;
    typedef logic [C_BITS-1:0] c_t;
    typedef logic [D_BITS-1:0] d_t;
    typedef logic [(OTHER_BITS > 0 ? OTHER_BITS : 1)-1:0] others_t;
    typedef logic [64*WORDS-1:0] words_t;

    local int predictor;

    function new(string unit);
      predictor = mmasc_open(unit, A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS);
    endfunction

    // d = c + a * b
    function d_t predict(a_t a, b_t b, c_t c, others_t others = '0);
      if ($isunknown({others, c, b, a})) return 'x;
      put(a, b, c, others);
      return d_t'(mmasc_dot(predictor));
    endfunction

    // d = c + a * b, and its flags.
    function d_t predict_with_flags(a_t a, b_t b, c_t c, output logic [4:0] flags,
                                    input others_t others = '0);
      longint d;
      int raised;
      flags = 'x;
      if ($isunknown({others, c, b, a})) return 'x;
      put(a, b, c, others);
      if (mmasc_dpi_dot_with_flags(predictor, d, raised) != 0)
        $fatal(1, "mmasc: %s", mmasc_dpi_error());
      flags = 5'(raised);
      return d_t'(d);
    endfunction

    // Whether the unit raises flags beside d.
    function bit raises_flags();
      return mmasc_dpi_raises_flags(predictor) > 0;
    endfunction

    // The line `mmasc eval ...` that gives this d.
    function string replay(a_t a, b_t b, c_t c, others_t others = '0);
      put(a, b, c, others);
      return mmasc_dpi_replay(predictor);
    endfunction

    // Begins to make operands smaller, on which a design fails.
    function void shrink(a_t a, b_t b, c_t c, others_t others = '0);
      put(a, b, c, others);
      mmasc_shrink(predictor);
    endfunction

    // Whether the design failed on the operands that were asked about, at first those of shrink().
    // Gives the next ones and 1, or the smallest on which it fails and 0; others is 0 where the unit
    // has none.
    function bit shrink_next(bit fails, output a_t a, output b_t b, output c_t c,
                             output others_t others);
      words_t words;
      bit asks = mmasc_shrink_next(predictor, fails);
      for (int i = 0; i < WORDS; i++) words[64*i+:64] = mmasc_get(predictor, i);
      a = words[A_BITS-1:0];
      b = words[A_BITS+:B_BITS];
      c = words[A_BITS+B_BITS+:C_BITS];
      others = others_t'(words >> (A_BITS + B_BITS + C_BITS));
      return asks;
    endfunction

    local function void put(a_t a, b_t b, c_t c, others_t others);
      words_t words = words_t'({others, c, b, a});
      for (int i = 0; i < WORDS; i++) mmasc_put(predictor, i, words[64*i+:64]);
    endfunction
  endclass
  // verilator lint_on DECLFILENAME
`endif
endpackage
