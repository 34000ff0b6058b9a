// SPDX-License-Identifier: Apache-2.0
// One dot-product-add as a picture: each term's bits in columns of one weight, against the window
// that its sum keeps; what each stage drops stands out.
#pragma once

#include <string>

#include "mmasc/arith/trace.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

// As SVG. Zero terms in a row are one line; of many steps the first and the last are drawn.
std::string waterfall_svg(const Unit& unit, const Trace& trace);

}  // namespace mmasc
