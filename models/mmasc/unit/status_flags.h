// SPDX-License-Identifier: Apache-2.0
// The status flags that a unit raises beside d (result.flags): the exceptions of IEEE 754 in the
// places that RISC-V's fflags have.
//
//     flags   [ NV | DZ | OF | UF | NX ]
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mmasc {

enum class StatusFlag { inexact, underflow, overflow, divide_by_zero, invalid };  // by place

inline constexpr std::array<std::string_view, 5> kStatusFlagNames{"NX", "UF", "OF", "DZ", "NV"};
inline constexpr int kStatusFlagBits = kStatusFlagNames.size();

constexpr int place_of(StatusFlag flag) { return static_cast<int>(flag); }
constexpr std::uint64_t flag_bit(StatusFlag flag, bool is_raised = true) {
  return is_raised ? std::uint64_t{1} << place_of(flag) : 0;
}

// "OF NX"; "none".
inline std::string flags_text(std::uint64_t flags) {
  std::string text;
  for (int place = kStatusFlagBits - 1; place >= 0; --place)
    if ((flags >> place & 1) != 0)
      text += (text.empty() ? "" : " ") +
              std::string(kStatusFlagNames[static_cast<std::size_t>(place)]);
  return text.empty() ? "none" : text;
}

}  // namespace mmasc
