// SPDX-License-Identifier: Apache-2.0
// Which integer products a unit adds up without an error, derived from its plan.
//
// A slice of b bits holds integers of magnitude at most 2^(b-1), each times one power of two,
// 2^unit. A chain of k products of two slices is exact where no alignment can cut a bit of a term
// and every rounding can hold every partial sum: at each place of the plan every term is a multiple
// of 2^(unit_a + unit_b) and at most (its number of products) * 2^(2b-2) of them. docs/ozaki.md has
// the proof.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

// Slices of one width on a unit: how they are stored, and how many products it adds up exactly.
struct ExactSlices {
  int bits = 0;
  int unit_a = 0, unit_b = 0;  // an integer is stored times 2^unit
  std::int64_t chain = 0;      // products that the unit chains exactly
  std::int64_t call = 0;  // products that one GEMM adds exactly: with sums promoted to f32 after
                          // each `chain`, where the chain is the shorter; else `chain`
};

// Every width of slices for which at least one instruction is exact, ascending; none: the unit
// cannot carry them at all. No count is above kLongestChain. Throws RowError where the unit has no
// plan.
inline constexpr std::int64_t kLongestChain = std::int64_t{1} << 40;
std::vector<ExactSlices> exact_slices(const Unit& unit);

// Why a chain of k products of slices of `bits` bits may not be exact: one line that names the
// place in the plan; nullopt where it is exact.
std::optional<std::string> why_inexact(const Unit& unit, int bits, std::int64_t k);

// The bits that hold an integer of at most 2^(bits - 1) in magnitude, times 2^unit, in a format
// that has it.
std::uint64_t encode_integer(const Format& format, std::int64_t integer, int unit);

}  // namespace mmasc
