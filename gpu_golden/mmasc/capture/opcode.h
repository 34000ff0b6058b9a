// SPDX-License-Identifier: Apache-2.0
// The operands that an mma.sync or wgmma opcode states, for kernels that are templates over it.
#pragma once

#include <string_view>

namespace mmasc {

// An element type as the PTX ISA spells it.
struct OpcodeType {
  std::string_view name;
  int bits = 0;  // of an element; 0: the name is no type's
  bool is_integer = false;
};

struct Opcode {
  int m = 0, n = 0, k = 0;
  int blocks = 1;
  bool sparse = false;  // half of the elements of A are stored
  int types = 0;        // named in the opcode, in the order d, a, b, c, scale
  OpcodeType type[5] = {};

  constexpr const OpcodeType& d_type() const { return type[0]; }
  constexpr const OpcodeType& a_type() const { return type[1]; }
  constexpr const OpcodeType& b_type() const { return type[2]; }
  constexpr const OpcodeType& c_type() const {
    return type[types > 3 ? 3 : 0];
  }  // wgmma names none
  constexpr bool scaled() const { return types > 4; }
  constexpr int stored_k() const { return sparse ? k / 2 : k; }  // of A
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

// f16, bf16 and tf32 end in their bits; those of e4m3 are its parts and the sign; a scale (ue8m0)
// takes a byte. Integers (s8, u4) end in their bits.
constexpr OpcodeType type_of(std::string_view name) {
  const auto first = name.find_first_of("0123456789");
  const std::string_view letters = name.substr(0, first);
  if (first == name.npos) return {};
  if (letters == "f" || letters == "bf" || letters == "tf")
    return {name, number_after(name, letters.back())};
  if (letters == "s" || letters == "u") return {name, number_after(name, letters.back()), true};
  if (letters == "e") return {name, 1 + number_after(name, 'e') + number_after(name, 'm')};
  if (letters == "ue") return {name, 8};
  return {};
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
    } else if (part == "sp" || part == "sp::ordered_metadata") {
      opcode.sparse = true;
    } else if (const OpcodeType type = type_of(part); type.bits > 0 && opcode.types < 5) {
      opcode.type[opcode.types++] = type;
    }
  }
  if (opcode.m == 8 && opcode.a_type().name == "f16") opcode.blocks = 4;
  return opcode;
}

// Bits a floating-point element of `bits` takes in a register: a power of two, and of the small
// formats a byte, but where k is 64 (mxf4nvf4), which packs e2m1 densely.
constexpr int container_bits(int bits, int k) {
  if (bits < 8) return k == 64 ? 4 : 8;
  return bits;
}

// PTX ISA, "mma.sync": an e2m1 alone in its byte is in bits 2 to 5, e3m2 and e2m3 in bits 0 to 5.
constexpr int container_shift(int bits, int k) {
  return bits == 4 && container_bits(bits, k) == 8 ? 2 : 0;
}

// Registers of an operand in each lane: of 64 bits for f64, else of 32. Integers are dense.
constexpr int registers(int elements, const OpcodeType& type, int k, int lanes) {
  const int contained = type.is_integer ? type.bits : container_bits(type.bits, k);
  return elements * contained / lanes / (contained == 64 ? 64 : 32);
}

}  // namespace mmasc
