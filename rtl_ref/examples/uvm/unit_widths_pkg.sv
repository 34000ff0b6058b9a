// SPDX-License-Identifier: Apache-2.0
// The unit's widths, which the interface has, too. In a copy of these files they are your unit's.
package unit_widths_pkg;
  localparam int ID_BITS = 8;
  localparam int A_BITS = 64, B_BITS = 64, C_BITS = 32, D_BITS = 32;  // 4 x f16, f16; f32, f32
endpackage
