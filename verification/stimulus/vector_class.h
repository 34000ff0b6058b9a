// SPDX-License-Identifier: Apache-2.0
// The classes of vectors: what each draws, and what it is for. One table.
#pragma once

#include <array>
#include <string_view>

namespace mmasc {

enum class VectorClass {
  random,
  corner,
  normal,
  wide,
  tiny,
  sparse,
  mixed,
  cancel,
  edge,
  zero,
  full
};

struct VectorClassInfo {
  VectorClass value;
  std::string_view name;
  std::string_view draws;
};

inline constexpr std::array kVectorClasses{
    VectorClassInfo{VectorClass::random, "random", "every bit alike, NaN and Inf among them"},
    VectorClassInfo{VectorClass::corner, "corner",
                    "near 1, but for a few zeros, ends of the subnormal and normal numbers, NaN "
                    "and Inf; or all huge"},
    VectorClassInfo{VectorClass::normal, "normal", "products that lie within a few powers of two"},
    VectorClassInfo{VectorClass::wide, "wide", "exponents across the whole format"},
    VectorClassInfo{VectorClass::tiny, "tiny",
                    "subnormal operands, and sums about the least number of d"},
    VectorClassInfo{VectorClass::sparse, "sparse", "one to three products that are not zero"},
    VectorClassInfo{VectorClass::mixed, "mixed", "each element of a class of its own"},
    VectorClassInfo{VectorClass::cancel, "cancel",
                    "products that cancel in pairs, c near minus the sum"},
    VectorClassInfo{
        VectorClass::edge, "edge",
        "terms as far below the largest as the plan's edges: the first bit dropped, the "
        "last one kept, half an ulp of d, where a term vanishes"},
    VectorClassInfo{VectorClass::zero, "zero",
                    "exact zeros of both signs beside terms about the exponents that a zero takes "
                    "part with"},
    VectorClassInfo{VectorClass::full, "full",
                    "terms of one sign about the greatest significand at one exponent, c among "
                    "them: sums that fill their adders"},
};

constexpr std::string_view name_of(VectorClass value) {
  return kVectorClasses[static_cast<std::size_t>(value)].name;
}

// Null where no class has the name.
constexpr const VectorClassInfo* find_vector_class(std::string_view name) {
  for (const VectorClassInfo& info : kVectorClasses)
    if (info.name == name) return &info;
  return nullptr;
}

}  // namespace mmasc
