// SPDX-License-Identifier: Apache-2.0
// Exponents that take part in e_max as others than their terms' own, in words.
#pragma once

#include <cstdlib>
#include <string>

namespace mmasc {

// "raised by 3", "lowered by 3"
inline std::string raised_text(int by) {
  return (by < 0 ? "lowered by " : "raised by ") + std::to_string(std::abs(by));
}

}  // namespace mmasc
