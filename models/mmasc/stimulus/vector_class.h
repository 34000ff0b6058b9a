// SPDX-License-Identifier: Apache-2.0
// The classes of vectors: what each draws, what it is for, and who draws it. One table.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace mmasc {

class Draft;

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
  full,
  crowd,
  stairs,
  tie,
  beneath,
  huge,
  negzero,
  heap,
  few
};

// Each fills a draft (draft.h). classes.cc has the first eleven, last_bit.cc the next eight.
void draw_random(Draft& draft);
void draw_corner(Draft& draft);
void draw_normal(Draft& draft);
void draw_wide(Draft& draft);
void draw_tiny(Draft& draft);
void draw_sparse(Draft& draft);
void draw_mixed(Draft& draft);
void draw_cancel(Draft& draft);
void draw_edge(Draft& draft);
void draw_zero(Draft& draft);
void draw_full(Draft& draft);
void draw_crowd(Draft& draft);
void draw_stairs(Draft& draft);
void draw_tie(Draft& draft);
void draw_beneath(Draft& draft);
void draw_huge(Draft& draft);
void draw_negzero(Draft& draft);
void draw_heap(Draft& draft);
void draw_few(Draft& draft);
void draw_integer_sum(Draft& draft);  // integer_sum.h

struct VectorClassInfo {
  using Draw = void (*)(Draft& draft);

  VectorClass value;
  std::string_view name;
  std::string_view draws;
  Draw draw;
  Draw draw_integers = draw;  // where d is an integer
  bool is_default = true;     // drawn where no class is named
  int searched = 1;           // vectors that the audit's search draws in each of its turns
};

inline constexpr std::array kVectorClasses{
    VectorClassInfo{.value = VectorClass::random,
                    .name = "random",
                    .draws = "every bit alike, NaN and Inf among them",
                    .draw = draw_random},
    VectorClassInfo{.value = VectorClass::corner,
                    .name = "corner",
                    .draws = "near 1, but for a few zeros, ends of the subnormal and normal "
                             "numbers, NaN and Inf; or all huge",
                    .draw = draw_corner},
    VectorClassInfo{.value = VectorClass::normal,
                    .name = "normal",
                    .draws = "products that lie within a few powers of two",
                    .draw = draw_normal},
    VectorClassInfo{.value = VectorClass::wide,
                    .name = "wide",
                    .draws = "exponents across the whole format",
                    .draw = draw_wide},
    VectorClassInfo{.value = VectorClass::tiny,
                    .name = "tiny",
                    .draws = "subnormal operands, and sums about the least number of d",
                    .draw = draw_tiny},
    VectorClassInfo{.value = VectorClass::sparse,
                    .name = "sparse",
                    .draws = "one to three products that are not zero",
                    .draw = draw_sparse},
    VectorClassInfo{.value = VectorClass::mixed,
                    .name = "mixed",
                    .draws = "each element of a class of its own",
                    .draw = draw_mixed},
    VectorClassInfo{.value = VectorClass::cancel,
                    .name = "cancel",
                    .draws = "products that cancel in pairs, c near minus the sum",
                    .draw = draw_cancel},
    VectorClassInfo{.value = VectorClass::edge,
                    .name = "edge",
                    .draws = "terms as far below the largest as the plan's edges: the first bit "
                             "dropped, the last one kept, half an ulp of d, where a term vanishes",
                    .draw = draw_edge,
                    .draw_integers = draw_integer_sum},
    VectorClassInfo{.value = VectorClass::zero,
                    .name = "zero",
                    .draws = "exact zeros of both signs beside terms about the exponents that a "
                             "zero takes part with",
                    .draw = draw_zero},
    VectorClassInfo{.value = VectorClass::full,
                    .name = "full",
                    .draws = "terms of one sign about the greatest significand at one exponent, c "
                             "among them: sums that fill their adders",
                    .draw = draw_full,
                    .draw_integers = draw_integer_sum},
    VectorClassInfo{.value = VectorClass::crowd,
                    .name = "crowd",
                    .draws = "every product within a few powers of two of what an edge cuts off, "
                             "perhaps of one sign",
                    .draw = draw_crowd,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 15},
    VectorClassInfo{.value = VectorClass::stairs,
                    .name = "stairs",
                    .draws = "two to four products of a single bit, each at an edge below the one "
                             "that leads",
                    .draw = draw_stairs,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 15},
    VectorClassInfo{.value = VectorClass::tie,
                    .name = "tie",
                    .draws = "half a last bit of d below what leads, with or without the bit "
                             "above, and what breaks the tie",
                    .draw = draw_tie,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 15},
    VectorClassInfo{.value = VectorClass::beneath,
                    .name = "beneath",
                    .draws = "products about the last bit that is kept where an exact zero or a "
                             "floor leads them",
                    .draw = draw_beneath,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 7},
    VectorClassInfo{.value = VectorClass::huge,
                    .name = "huge",
                    .draws = "products of one sign about the greatest sum there is",
                    .draw = draw_huge,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 5},
    VectorClassInfo{.value = VectorClass::negzero,
                    .name = "negzero",
                    .draws = "products that are -0, c -0 or tiny, and perhaps a product that "
                             "underflows",
                    .draw = draw_negzero,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 3},
    VectorClassInfo{.value = VectorClass::heap,
                    .name = "heap",
                    .draws = "equal products whose sum c cancels, and a few products far below",
                    .draw = draw_heap,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 10},
    VectorClassInfo{.value = VectorClass::few,
                    .name = "few",
                    .draws = "at most four products that are not zero, at edges below the first or "
                             "minus it",
                    .draw = draw_few,
                    .draw_integers = draw_integer_sum,
                    .is_default = false,
                    .searched = 30},
};

// The classes that are drawn where no class is named, in the table's order.
inline constexpr auto kDefaultClasses = [] {
  constexpr auto count = std::ranges::count_if(kVectorClasses, &VectorClassInfo::is_default);
  std::array<VectorClass, static_cast<std::size_t>(count)> classes{};
  std::size_t i = 0;
  for (const VectorClassInfo& info : kVectorClasses)
    if (info.is_default) classes[i++] = info.value;
  return classes;
}();

constexpr const VectorClassInfo& info_of(VectorClass value) {
  return kVectorClasses[static_cast<std::size_t>(value)];
}

// Null where no class has the name.
constexpr const VectorClassInfo* find_vector_class(std::string_view name) {
  for (const VectorClassInfo& info : kVectorClasses)
    if (info.name == name) return &info;
  return nullptr;
}

}  // namespace mmasc
