// SPDX-License-Identifier: Apache-2.0
// The condition that a fuzz target holds to be true whatever the input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mmasc::fuzz {

// libFuzzer takes the abort for a finding and keeps the input.
inline void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: not so: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace mmasc::fuzz
