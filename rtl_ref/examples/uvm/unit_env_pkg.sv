// SPDX-License-Identifier: Apache-2.0
// A UVM environment of a unit with valid and ready on both sides: operations at random go in, results
// are taken at random times, and a scoreboard compares each with mmasc's. The operands of the first
// wrong result are made smaller, as long as the unit fails on them.
`include "uvm_macros.svh"

package unit_env_pkg;
  import uvm_pkg::*;
  import mmasc_uvm_pkg::*;
  import unit_widths_pkg::*;

  typedef mmasc_operation #(A_BITS, B_BITS, C_BITS, D_BITS) dot_operation;
  typedef mmasc_reference_model #(A_BITS, B_BITS, C_BITS, D_BITS) dot_model;

  // An operation with its id. Half of its elements have exponents near that of 1, so that terms meet.
  class unit_operation extends dot_operation;
    `uvm_object_utils(unit_operation)
    rand bit [ID_BITS-1:0] id;

    function new(string name = "unit_operation");
      super.new(name);
    endfunction

    virtual function void do_copy(uvm_object rhs);
      unit_operation other;
      super.do_copy(rhs);
      if (!$cast(other, rhs)) `uvm_fatal("UNIT", "another type of operation")
      id = other.id;
    endfunction

    virtual function void shape();
      for (int lane = 0; lane < A_BITS / 16; lane++) begin
        if ($urandom_range(1) != 0) a[16*lane+10+:5] = 5'(13 + $urandom_range(3));
        if ($urandom_range(1) != 0) b[16*lane+10+:5] = 5'(13 + $urandom_range(3));
      end
      if ($urandom_range(1) != 0) c[30:23] = 8'(110 + $urandom_range(35));
    endfunction
  endclass

  class unit_sequence extends uvm_sequence #(unit_operation);
    `uvm_object_utils(unit_sequence)
    int count = 2000;

    function new(string name = "unit_sequence");
      super.new(name);
    endfunction

    virtual task body();
      for (int i = 0; i < count; i++) begin
        req = unit_operation::type_id::create("req");
        start_item(req);
        if (!req.randomize()) `uvm_fatal("UNIT", "no operands")
        req.id = ID_BITS'(i);  // the port checker tells the operations in flight apart by it
        req.shape();
        finish_item(req);
      end
    endtask
  endclass

  // Offers operations, after a pause in 30 % of the cases.
  class unit_driver extends uvm_driver #(unit_operation);
    `uvm_component_utils(unit_driver)
    virtual unit_if vif;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual task run_phase(uvm_phase phase);
      while (!vif.rst_n) @(posedge vif.clk);
      forever begin
        seq_item_port.get_next_item(req);
        while ($urandom_range(9) < 3) @(posedge vif.clk);
        vif.in_valid <= 1;
        vif.in_id <= req.id;
        vif.a <= req.a;
        vif.b <= req.b;
        vif.c <= req.c;
        vif.c_is_input <= 1;
        do @(posedge vif.clk); while (!vif.in_ready);
        vif.in_valid <= 0;
        seq_item_port.item_done();
      end
    endtask
  endclass

  // Takes results in 70 % of the clocks.
  class unit_taker extends uvm_component;
    `uvm_component_utils(unit_taker)
    virtual unit_if vif;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual task run_phase(uvm_phase phase);
      forever begin
        @(posedge vif.clk);
        vif.out_ready <= $urandom_range(9) < 7;
      end
    endtask
  endclass

  // Sees what goes in and what comes out.
  class unit_monitor extends uvm_monitor;
    `uvm_component_utils(unit_monitor)
    virtual unit_if vif;
    uvm_analysis_port #(dot_operation) accepted;
    uvm_analysis_port #(unit_operation) results;  // with id and d alone

    function new(string name, uvm_component parent);
      super.new(name, parent);
      accepted = new("accepted", this);
      results = new("results", this);
    endfunction

    virtual task run_phase(uvm_phase phase);
      unit_operation seen;
      forever begin
        @(posedge vif.clk);
        if (vif.rst_n && vif.in_valid && vif.in_ready) begin
          seen = unit_operation::type_id::create("operation");
          seen.id = vif.in_id;
          seen.a = vif.a;
          seen.b = vif.b;
          seen.c = vif.c;
          accepted.write(seen);
        end
        if (vif.rst_n && vif.out_valid && vif.out_ready) begin
          seen = unit_operation::type_id::create("result");
          seen.id = vif.out_id;
          seen.d = vif.d;
          results.write(seen);
        end
      end
    endtask
  endclass

  // Results come in the order of their operations, each under its operation's id.
  `uvm_analysis_imp_decl(_expected)
  `uvm_analysis_imp_decl(_result)
  class unit_scoreboard extends uvm_scoreboard;
    `uvm_component_utils(unit_scoreboard)
    uvm_analysis_imp_expected #(dot_operation, unit_scoreboard) expected;
    uvm_analysis_imp_result #(unit_operation, unit_scoreboard) results;
    int checked = 0, mismatches = 0;
    unit_operation first_wrong;  // the operation, of the first mismatch
    local unit_operation awaited[$];

    function new(string name, uvm_component parent);
      super.new(name, parent);
      expected = new("expected", this);
      results = new("results", this);
    endfunction

    virtual function void write_expected(dot_operation operation);
      unit_operation next;
      if (!$cast(next, operation)) `uvm_fatal("SCOREBOARD", "an operation without an id")
      awaited.push_back(next);
    endfunction

    virtual function void write_result(unit_operation result);
      unit_operation right;
      if (awaited.size() == 0) begin
        `uvm_error("SCOREBOARD", "a result that nobody asked for")
        return;
      end
      right = awaited.pop_front();
      checked++;
      if (result.id === right.id && result.d === right.d) return;
      mismatches++;
      if (mismatches != 1) return;
      first_wrong = right;
      `uvm_error("SCOREBOARD", $sformatf("d is %h of id %h, expected %h of id %h\n  %s", result.d,
                                         result.id, right.d, right.id, right.replay))
    endfunction

    virtual function bit is_idle();
      return awaited.size() == 0;
    endfunction

    virtual function void check_phase(uvm_phase phase);
      if (checked == 0) `uvm_error("SCOREBOARD", "no result was checked")
      if (awaited.size() != 0)
        `uvm_error("SCOREBOARD", $sformatf("%0d results are missing", awaited.size()))
    endfunction

    virtual function void tell();
      `uvm_info("SCOREBOARD", $sformatf("%0d operations, %0d mismatches", checked, mismatches),
                UVM_NONE)
    endfunction
  endclass

  class unit_env extends uvm_env;
    `uvm_component_utils(unit_env)
    localparam int DRAIN = 1000;  // clocks after an operation in which all results have come
    uvm_sequencer #(unit_operation) sequencer;
    unit_driver driver;
    unit_taker taker;
    unit_monitor monitor;
    dot_model model;
    unit_scoreboard scoreboard;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      sequencer = new("sequencer", this);
      driver = unit_driver::type_id::create("driver", this);
      taker = unit_taker::type_id::create("taker", this);
      monitor = unit_monitor::type_id::create("monitor", this);
      model = dot_model::type_id::create("model", this);
      scoreboard = unit_scoreboard::type_id::create("scoreboard", this);
    endfunction

    virtual function void connect_phase(uvm_phase phase);
      virtual unit_if vif;
      if (!uvm_config_db#(virtual unit_if)::get(this, "", "vif", vif))
        `uvm_fatal("UNIT", "set \"vif\" to the unit's interface")
      driver.vif = vif;
      taker.vif = vif;
      monitor.vif = vif;
      driver.seq_item_port.connect(sequencer.seq_item_export);
      monitor.accepted.connect(model.operations);
      model.expected.connect(scoreboard.expected);
      monitor.results.connect(scoreboard.results);
    endfunction

    // Returns when each operation that was accepted has its result, or DRAIN clocks later.
    virtual task wait_for_results();
      @(posedge monitor.vif.clk);
      for (int clocks = 1; clocks < DRAIN && !scoreboard.is_idle(); clocks++)
        @(posedge monitor.vif.clk);
    endtask
  endclass

  // Makes the operands of the scoreboard's first mismatch smaller: asks the unit about others, one
  // operation at a time. Where it does not fail on those operands alone, they stay.
  class shrinking_sequence extends uvm_sequence #(unit_operation);
    `uvm_object_utils(shrinking_sequence)
    unit_env env;
    unit_operation smallest;

    function new(string name = "shrinking_sequence");
      super.new(name);
    endfunction

    virtual task body();
      int mismatches;
      bit asks;
      if (!$cast(smallest, env.scoreboard.first_wrong.clone()))
        `uvm_fatal("SHRINK", "an operation that cannot be cloned")
      env.model.shrink(smallest);
      do begin
        mismatches = env.scoreboard.mismatches;
        req = unit_operation::type_id::create("req");
        start_item(req);
        req.copy(smallest);
        finish_item(req);
        env.wait_for_results();
        asks = env.model.shrink_next(env.scoreboard.mismatches != mismatches, smallest);
      end while (asks && env.scoreboard.is_idle());
    endtask
  endclass

  // +count=N operations (2000)
  class unit_test extends uvm_test;
    `uvm_component_utils(unit_test)
    unit_env env;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    virtual function void build_phase(uvm_phase phase);
      super.build_phase(phase);
      env = unit_env::type_id::create("env", this);
    endfunction

    virtual task run_phase(uvm_phase phase);
      unit_sequence operations = unit_sequence::type_id::create("operations");
      shrinking_sequence shrinking = shrinking_sequence::type_id::create("shrinking");
      void'($value$plusargs("count=%d", operations.count));
      phase.raise_objection(this);
      operations.start(env.sequencer);
      env.wait_for_results();
      env.scoreboard.tell();
      if (env.scoreboard.mismatches != 0 && env.scoreboard.is_idle()) begin
        shrinking.env = env;
        shrinking.start(env.sequencer);
        `uvm_info("SHRINK", {"smallest: ", shrinking.smallest.replay}, UVM_NONE)
      end
      phase.drop_objection(this);
    endtask

    // An exit status for scripts; UVM itself ends with $finish.
    virtual function void final_phase(uvm_phase phase);
      uvm_report_server server = uvm_report_server::get_server();
      if (server.get_severity_count(UVM_ERROR) + server.get_severity_count(UVM_FATAL) != 0)
        $fatal(1, "FAIL");
      else $display("PASS");
    endfunction
  endclass
endpackage
