// SPDX-License-Identifier: Apache-2.0
// The rules of the port contract: the bits of mmasc_port_checker's rule_o, and their names.
// models/mmasc/pipeline/port_monitor.h has the same names in the same order.
package mmasc_port_rule_pkg;
  // verilator lint_off UNUSEDPARAM
  localparam IN_WITHDRAWN = 0;  // valid falls before the operation is taken
  localparam IN_CHANGED = 1;  // id or payload changes before it is taken
  localparam OUT_WITHDRAWN = 2;  // valid falls before the result is taken
  localparam OUT_CHANGED = 3;  // id or payload changes before it is taken
  localparam OUT_OF_ORDER = 4;  // a result after that of a later operation
  localparam LOST = 5;  // no result
  localparam DOUBLED = 6;  // a second result
  localparam INVENTED = 7;  // a result without an operation
  localparam TOO_EARLY = 8;  // in less than LATENCY cycles
  localparam TOO_LATE = 9;  // in more than LATENCY cycles, stalls apart
  localparam VALID_IN_RESET = 10;  // a result is offered in reset
  localparam UNKNOWN_HANDSHAKE = 11;  // X or Z on valid or ready, out of reset
  localparam UNKNOWN_PAYLOAD = 12;  // X or Z in a valid id or payload
  localparam BEYOND_WIDTH = 13;  // 1 in a valid payload where there is always 0
  localparam RULES = 14;
  // verilator lint_on UNUSEDPARAM

  function [8*17-1:0] name(input integer rule);
    case (rule)
      IN_WITHDRAWN: name = "in_withdrawn";
      IN_CHANGED: name = "in_changed";
      OUT_WITHDRAWN: name = "out_withdrawn";
      OUT_CHANGED: name = "out_changed";
      OUT_OF_ORDER: name = "out_of_order";
      LOST: name = "lost";
      DOUBLED: name = "doubled";
      INVENTED: name = "invented";
      TOO_EARLY: name = "too_early";
      TOO_LATE: name = "too_late";
      VALID_IN_RESET: name = "valid_in_reset";
      UNKNOWN_HANDSHAKE: name = "unknown_handshake";
      UNKNOWN_PAYLOAD: name = "unknown_payload";
      default: name = "beyond_width";
    endcase
  endfunction
endpackage
