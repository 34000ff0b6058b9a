// SPDX-License-Identifier: Apache-2.0
// The parser recurses into dotted keys and nested values, so a text is bounded before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace mmasc {

inline constexpr std::size_t kMaxTomlText = 4 << 20;
inline constexpr std::size_t kMaxTomlLine = 4096;
inline constexpr int kMaxTomlDots = 32;   // of one key
inline constexpr int kMaxTomlDepth = 32;  // of brackets

// Throws ValueError for the first line beyond a limit.
void check_toml_limits(std::string_view text);

}  // namespace mmasc
