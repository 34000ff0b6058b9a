// SPDX-License-Identifier: Apache-2.0
// What a row must satisfy beyond the range of each field, before a plan is made of it.
//
// All throw RowError with the path of the field: "sum.dot.terms[1]", "result.nan",
// "instruction.shape.k".
#pragma once

#include <cstddef>
#include <string_view>

#include "mmasc/unit/unit.h"

namespace mmasc {

// A sum's or a format's name is an identifier: a letter, then letters, digits and _, at most 31 in
// all.
inline constexpr std::size_t kMaxIdentifier = 31;
bool is_identifier(std::string_view name);

// Whether every value of `from` is a value of `to`: numbers, infinities, NaN, zero and -0.
bool holds(const Format& to, const Format& from);

// For k elements of b.
void validate(const SparsityRow& sparsity, int k);

// For a datapath on its own, with all its lanes.
void validate(const Datapath& datapath);

// For the instruction's own lanes, formats and scales too.
void validate(const Unit& unit);

}  // namespace mmasc
