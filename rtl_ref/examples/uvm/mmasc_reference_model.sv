// SPDX-License-Identifier: Apache-2.0
// mmasc as the reference model of a UVM environment, as unit_env_pkg.sv has one.
//
// Operations that a monitor saw go in by `operations`, each comes out of `expected` with its d:
//
//     monitor.accepted.connect(model.operations);
//     model.expected.connect(scoreboard.expected_export);
//
// A sequence can make operands smaller on which the design fails: it runs those that the model asks
// about, one operation at a time. shrinking_sequence of unit_env_pkg.sv is one.
`include "uvm_macros.svh"

package mmasc_uvm_pkg;
  import uvm_pkg::*;
  import mmasc_dpi_pkg::*;

  // One dot-product-add d = c + a * b, lane 0 least significant.
  class mmasc_operation #(
      int A_BITS = 64, int B_BITS = 64, int C_BITS = 32, int D_BITS = 32, int OTHER_BITS = 0
  ) extends uvm_sequence_item;
    `uvm_object_param_utils(mmasc_operation#(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS))

    rand bit [A_BITS-1:0] a;
    rand bit [B_BITS-1:0] b;
    rand bit [C_BITS-1:0] c;
    rand bit [(OTHER_BITS > 0 ? OTHER_BITS : 1)-1:0] others;  // as {sb, sa}
    bit [D_BITS-1:0] d;
    bit [4:0] flags;  // {NV, DZ, OF, UF, NX}, of a unit that raises some; else 0
    string replay;  // the command that gives d

    function new(string name = "mmasc_operation");
      super.new(name);
    endfunction

    virtual function void do_copy(uvm_object rhs);
      mmasc_operation #(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS) other;
      super.do_copy(rhs);
      if (!$cast(other, rhs)) `uvm_fatal("MMASC", "another type of operation")
      a = other.a;
      b = other.b;
      c = other.c;
      others = other.others;
      d = other.d;
      flags = other.flags;
      replay = other.replay;
    endfunction

    virtual function bit do_compare(uvm_object rhs, uvm_comparer comparer);
      mmasc_operation #(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS) other;
      return $cast(other, rhs) && super.do_compare(rhs, comparer) && d === other.d &&
             flags === other.flags;
    endfunction

    virtual function string convert2string();
      return $sformatf("a=%h b=%h c=%h others=%h d=%h flags=%h  %s", a, b, c, others, d, flags,
                       replay);
    endfunction
  endclass

  // The unit is the string "unit" of the configuration database.
  class mmasc_reference_model #(
      int A_BITS = 64, int B_BITS = 64, int C_BITS = 32, int D_BITS = 32, int OTHER_BITS = 0
  ) extends uvm_component;
    typedef mmasc_operation #(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS) operation_t;
    typedef mmasc_reference_model #(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS) this_t;
    `uvm_component_param_utils(this_t)

    uvm_analysis_imp #(operation_t, this_t) operations;
    uvm_analysis_port #(operation_t) expected;

    local mmasc_predictor #(A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS) predictor;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      string unit;
      super.build_phase(phase);
      operations = new("operations", this);
      expected = new("expected", this);
      if (!uvm_config_db#(string)::get(this, "", "unit", unit))
        `uvm_fatal("MMASC", {"set \"unit\" for ", get_full_name(), " to an id of mmasc list"})
      predictor = new(unit);
    endfunction

    // Begins to make operands smaller of which the design gave another d.
    virtual function void shrink(operation_t wrong);
      predictor.shrink(wrong.a, wrong.b, wrong.c, wrong.others);
    endfunction

    // Whether the design failed on the operands that were asked about, at first those of shrink().
    // Gives `next` the next ones and returns 1, or the smallest on which it fails and 0.
    virtual function bit shrink_next(bit fails, operation_t next);
      bit asks = predictor.shrink_next(fails, next.a, next.b, next.c, next.others);
      next.replay = predictor.replay(next.a, next.b, next.c, next.others);
      return asks;
    endfunction

    virtual function void write(operation_t seen);
      operation_t result;
      if (!$cast(result, seen.clone())) `uvm_fatal("MMASC", "an operation that cannot be cloned")
      result.flags = 0;
      if (predictor.raises_flags())
        result.d = predictor.predict_with_flags(seen.a, seen.b, seen.c, result.flags, seen.others);
      else
        result.d = predictor.predict(seen.a, seen.b, seen.c, seen.others);
      result.replay = predictor.replay(seen.a, seen.b, seen.c, seen.others);
      expected.write(result);
    endfunction
  endclass
endpackage
