// SPDX-License-Identifier: Apache-2.0
// The time that a solver may take for each question, as options give it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "mmasc/unit/error.h"

namespace mmasc {

// Throws InputError where `seconds`, of CPU time, lies outside the range.
inline void check_solver_seconds(std::string_view option, std::uint64_t seconds,
                                 std::uint64_t least) {
  constexpr std::uint64_t kMost = 100'000;
  if (seconds < least || seconds > kMost)
    throw InputError(fmt::format("{}: {}; give {} to {}", option, seconds, least, kMost));
}

}  // namespace mmasc
