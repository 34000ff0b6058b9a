// SPDX-License-Identifier: Apache-2.0
// What an mma.sync or wgmma opcode says of its operands, for kernels that are templates over it.
#pragma once

#include <string_view>

#include "spec/format.h"

namespace mmasc {

struct Opcode {
  int m = 0, n = 0, k = 0;
  int blocks = 1;
  int types = 0;  // named in the opcode, in the order d, a, b, c, scale
  const Format* type[5] = {};

  constexpr const Format& d_type() const { return *type[0]; }
  constexpr const Format& a_type() const { return *type[1]; }
  constexpr const Format& b_type() const { return *type[2]; }
  constexpr const Format& c_type() const { return *type[types > 3 ? 3 : 0]; }  // wgmma names none
  constexpr bool scaled() const { return types > 4; }
};

namespace opcode_parts {
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// The number behind `letter` in "m16n8k32"; 0 where there is none.
constexpr int number_after(std::string_view shape, char letter) {
  const auto at = shape.find(letter);
  int number = 0;
  for (auto i = at + 1; at != shape.npos && i < shape.size() && is_digit(shape[i]); ++i)
    number = 10 * number + (shape[i] - '0');
  return number;
}
}  // namespace opcode_parts

constexpr Opcode read_opcode(std::string_view text) {
  using namespace opcode_parts;
  Opcode opcode;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('.'));
    text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
    if (part.size() > 4 && part[0] == 'm' && is_digit(part[1])) {
      opcode.m = number_after(part, 'm');
      opcode.n = number_after(part, 'n');
      opcode.k = number_after(part, 'k');
    } else if (const Format* format = find_format(part); format && opcode.types < 5) {
      opcode.type[opcode.types++] = format;
    }
  }
  if (opcode.m == 8 && opcode.type[1] == find_format("f16")) opcode.blocks = 4;
  return opcode;
}

// Bits an element takes in a register: a power of two, and of the small formats a byte, but where
// k is 64 (mxf4nvf4), which packs e2m1 densely.
constexpr int container_bits(const Format& format, int k) {
  const int bits = format.storage_bits();
  if (bits < 8) return k == 64 ? 4 : 8;
  return bits;
}

// PTX ISA, "mma.sync": an e2m1 alone in its byte is in bits 2 to 5, e3m2 and e2m3 in bits 0 to 5.
constexpr int container_shift(const Format& format, int k) {
  return format.storage_bits() == 4 && container_bits(format, k) == 8 ? 2 : 0;
}

// Registers of an operand in each lane: of 64 bits for f64, else of 32.
constexpr int registers(int elements, const Format& format, int k, int lanes) {
  const int bits = container_bits(format, k);
  return elements * bits / lanes / (bits == 64 ? 64 : 32);
}

}  // namespace mmasc
