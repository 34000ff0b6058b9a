// SPDX-License-Identifier: Apache-2.0
// Random bit patterns of one format.
#pragma once

#include <cstdint>
#include <optional>

#include "mmasc/stimulus/random.h"
#include "mmasc/unit/format.h"

namespace mmasc {

// A finite number of about this exponent, subnormal below the format's least; the bits that a
// format ignores are random too.
std::uint64_t number_bits(Random& random, const Format& format, int exponent);

// 2^exponent of either sign, or the format's nearest power of two.
std::uint64_t power_bits(Random& random, const Format& format, int exponent);

// The greatest number of this exponent, positive; at times some of its last bits are not set.
std::uint64_t full_bits(Random& random, const Format& format, int exponent);

// Any finite number, every pattern alike.
std::uint64_t uniform_bits(Random& random, const Format& format);

// +0, or -0 where the format has it. Not for formats without zero.
std::uint64_t zero_bits(Random& random, const Format& format);

// Zeros, the ends of the subnormal and normal numbers, and 1.
std::uint64_t corner_bits(Random& random, const Format& format);

// NaN or an infinity, where the format has them.
std::uint64_t special_bits(Random& random, const Format& format);

// The number a few units up or down in magnitude, where that is finite.
std::uint64_t neighbour_bits(Random& random, const Format& format, std::uint64_t bits);

// The number of `to` nearest to an element of `from`; of an infinity `to`'s, where it has one. None
// where there is nothing like it.
std::optional<std::uint64_t> nearest_bits(const Format& from, const Format& to, std::uint64_t bits);

std::uint64_t negated(const Format& format, std::uint64_t bits);

}  // namespace mmasc
