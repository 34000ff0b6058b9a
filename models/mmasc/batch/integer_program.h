// SPDX-License-Identifier: Apache-2.0
// A unit that adds integers, in int32 lanes: where sums wrap all is modulo 2^32, and where they
// saturate the sum of a step's products is exact and the addition of c is clamped.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "mmasc/unit/unit.h"

namespace mmasc::batch {

struct IntegerProgram {
  Unit unit;
  int k = 0;       // elements of a in an instruction
  int step = 0;    // elements of a after which sums are clamped; k where they wrap
  int b_step = 0;  // elements of b in such a step: more where a is sparse
  // Metadata of A may name an element several times; their sum is then still an int16.
  bool takes_metadata = false;
  bool wraps = true;
  std::int32_t least = 0, greatest = 0;  // d, where sums are clamped
};

// The program, or the reason why the lanes cannot run the unit.
std::variant<IntegerProgram, std::string> make_integer_program(const Unit& unit);

// An element as a number, modulo 2^32.
constexpr std::int32_t integer_of(const Format& format, std::uint32_t bits) {
  const int unused = 32 - format.storage_bits();
  const std::uint32_t top = bits << unused;
  return format.is_signed() ? static_cast<std::int32_t>(top) >> unused
                            : static_cast<std::int32_t>(top >> unused);
}

}  // namespace mmasc::batch
