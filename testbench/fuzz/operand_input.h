// SPDX-License-Identifier: Apache-2.0
// How the operands' fuzz input is laid out: a byte that chooses the format, a byte that chooses the
// count, then the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"

namespace mmasc::fuzz {

struct OperandInput {
  const Format* format = nullptr;
  int count = 0;  // 1..kMaxK
  std::string_view text;
};

constexpr std::size_t kOperandHeader = 2;

// `data` holds the header at least.
inline OperandInput operand_input(std::span<const std::uint8_t> data) {
  static_assert(kMaxK == 256, "a byte chooses any count");
  const auto text = data.subspan(kOperandHeader);
  return {&shipped_formats()[data[0] % shipped_formats().size()],
          data[1] + 1,
          {reinterpret_cast<const char*>(text.data()), text.size()}};
}

inline std::string operand_bytes(std::size_t format, int count, std::string_view text) {
  std::string bytes{static_cast<char>(format), static_cast<char>(count - 1)};
  return bytes.append(text);
}

}  // namespace mmasc::fuzz
