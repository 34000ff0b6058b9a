// SPDX-License-Identifier: Apache-2.0
// Datapaths of integers that nobody has built, and operands that make them work.
#pragma once

#include <cstdint>

#include "mmasc/unit/unit.h"
#include "random/random_operands.h"

namespace mmasc {

// The same unit for a seed on every platform: factors of 1 to 16 bits, an integer d of 2 to 40 bits
// that wraps or saturates, steps and sums of any shape; now and then a floating-point d, or
// products that are negated. Some of the sums of an integer d have fields that change none of its
// bits.
Unit integer_unit(std::uint64_t seed);

// Elements at the ends of their formats, and c such that the sum lies about an end of d.
Case integer_operands(const Unit& unit, std::uint64_t seed);

// The sum of the products, negated where they are, modulo 2^64, by the processor's own integers.
std::int64_t sum_of_products(const Unit& unit, const Case& x, std::size_t first, std::size_t count);
// An element as a number.
std::int64_t integer_value(const Format& format, std::uint64_t bits);

}  // namespace mmasc
