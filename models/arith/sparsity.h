// SPDX-License-Identifier: Apache-2.0
// Structured sparsity: elements of a sparse A with their metadata, out of a matrix that has zeros
// in their place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "spec/unit.h"

namespace mmasc {

// Appends what is kept of `dense`, whole groups of elements of `format` along k, and its metadata.
// A group of neighbours is kept where one of them is not zero; where fewer are, the first ones that
// are zero fill up. Metadata ascends. Returns the first place of neighbours of which too many are
// not zero, with nothing appended for them and those behind.
std::optional<std::size_t> compress(const SparsityRow& sparsity, const Format& format,
                                    std::span<const std::uint64_t> dense,
                                    std::vector<std::uint64_t>& kept,
                                    std::vector<std::uint64_t>& metadata);

// The unit that takes what is kept of A, and of B what metadata selects.
Unit dense_unit(const Unit& unit);

// The place in b of the element that meets element i of a.
std::size_t selected_place(const SparsityRow& sparsity, std::span<const std::uint64_t> metadata,
                           std::size_t i);

}  // namespace mmasc
