// SPDX-License-Identifier: Apache-2.0
// The files that go with a unit's RTL into other tools: a file list, a clock constraint, a README.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// Written besides, where asked for.
struct FlowOptions {
  bool axi_stream = false;           // emit_axi_stream
  std::vector<RtlFile> onlookers{};  // sources that tools compile with the units'
};

// The RTL of the units (make_rtl_unit) and, where they add C last, of that addition, with what goes
// with them. Throws as make_rtl_unit; InputError where `top` is no identifier.
std::vector<RtlFile> emit_rtl_files(std::span<const Unit> units, const std::string& top,
                                    const FlowOptions& options = {});

}  // namespace mmasc
