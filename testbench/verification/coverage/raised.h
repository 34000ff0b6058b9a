// SPDX-License-Identifier: Apache-2.0
// A row whose c takes part in e_max with another exponent than its own.
#pragma once

#include <string>

#include "mmasc/unit/catalog.h"

namespace mmasc {

inline Unit with_c_raised_by(int offset) {
  return catalog()
      .find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
      .with("dot.terms",
            "[\"products\", { from = \"c\", exponent_offset = " + std::to_string(offset) + " }]");
}

}  // namespace mmasc
