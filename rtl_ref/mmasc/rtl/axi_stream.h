// SPDX-License-Identifier: Apache-2.0
// A unit's module between two AXI-streams.
#pragma once

#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/rtl_unit.h"

namespace mmasc {

// The module with the two streams of `top`.
inline std::string axi_stream_top(const std::string& top) { return top + "_axis"; }

// Where an operand, or d, lies in the data of its stream: at byte `first`, its element 0 lowest.
struct StreamField {
  std::string port;  // of the unit
  int first = 0;     // byte
  int bits = 0;      // those up to the next byte are 0 in what comes out, and ignored going in
};
std::vector<StreamField> stream_fields(const RtlUnit& unit);

// The bytes of s_axis_tdata.
int stream_bytes(const RtlUnit& unit);

// The module `top`_axis: `top` between skid buffers, so that no path leads from m_axis_tready to
// s_axis_tready. An operation is a transfer, and takes two cycles more than in `top`.
RtlFile emit_axi_stream(const RtlUnit& unit, const std::string& top);

// The files that it needs besides those of the unit.
std::vector<RtlFile> axi_stream_sources();

}  // namespace mmasc
