// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace mmasc {

// How many plans this process has made, of steps and of late additions: planning takes longer than
// an operation, so tests count it.
std::uint64_t plans_made();

}  // namespace mmasc
