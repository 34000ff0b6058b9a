// SPDX-License-Identifier: Apache-2.0
// A run under its roofs, as SVG: products a cycle over products a byte of memory traffic.
#pragma once

#include <string>

#include "mmasc/platform/analysis.h"

namespace mmasc::tlm {

// Readable on light and on dark paper. The subtitle says whether cycles are sourced or structural.
std::string roofline_svg(const Platform& platform, const Tiling& tiling, const Analysis& analysis);

}  // namespace mmasc::tlm
