// SPDX-License-Identifier: Apache-2.0
// Elements of K as users count them, and instructions as a GEMM chains them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mmasc/arith/engine.h"

namespace mmasc {

// Throws InputError where `elements` of K are negative or no multiple of the unit's k. `option` is
// what gives them, as "promote_k".
void check_elements_of_k(const Unit& unit, std::string_view option, std::int64_t elements);

// Partial sums of `promote_k` elements of K are added in f32 outside the unit; 0: never. Throws
// InputError where the unit's k does not divide promote_k.
std::optional<Promotion> promotion_every(const Unit& unit, std::string_view option,
                                         std::int64_t promote_k, Rounding rounding);

}  // namespace mmasc
