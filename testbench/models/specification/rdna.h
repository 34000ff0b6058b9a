// SPDX-License-Identifier: Apache-2.0
// The dot products of AMD's RDNA3 and RDNA4 in exact integers, written from the published statement
// of their arithmetic and from no row: an oracle for the catalogue's rows.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/unit/format.h"

namespace mmasc::rdna {

// d = c + a0 * b0 + a1 * b1, a step of RDNA3. c and d have the format `d`: f32, or f16 or bf16,
// which are packed.
std::uint64_t rdna3_step(const Format& factor, const Format& d, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c);

// d = c + the products, in groups of so many neighbours, a step of RDNA4.
std::uint64_t rdna4_step(const Format& factor_a, const Format& factor_b, const Format& d,
                         std::size_t group, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace mmasc::rdna
