// SPDX-License-Identifier: Apache-2.0
// A rounding in words.
#pragma once

#include <string>

#include "mmasc/unit/rounding.h"

namespace mmasc {

// "nearest_even", "stochastic (8 random bits)"
inline std::string rounding_text(Rounding rounding) {
  std::string text(name_of(rounding));
  if (rounding.is_stochastic())
    text += " (" + std::to_string(rounding.random_bits) + " random bits)";
  return text;
}

}  // namespace mmasc
