// SPDX-License-Identifier: Apache-2.0
// Structured sparsity: elements of a sparse A with their metadata, out of a matrix that has zeros
// in their place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The bits of an element that are 0 in zeros, of either sign, alone. The format has zeros.
constexpr std::uint64_t nonzero_bits(const Format& format) {
  const std::uint64_t sign =
      format.has_minus_zero() ? std::uint64_t{1} << format.sign_low() : std::uint64_t{0};
  const std::uint64_t ignored = (std::uint64_t{1} << format.ignored_low_bits) - 1;
  return format.storage_mask() & ~sign & ~ignored;
}

// Calls visit(place, together, is_kept) for each group of `together` neighbours among `count`
// elements, in ascending order: of `of` groups those are kept that have a bit of `nonzero`, and
// where these are fewer than `keep` the first others. Returns the first place of `of` groups of
// which more have one, and visits no others; else `count`.
template <class Word, class Visit>
std::int64_t visit_groups(const SparsityRow& sparsity, Word nonzero, const Word* elements,
                          std::int64_t count, const Visit& visit) {
  const auto visit_all = [&](const SparsityRow row) __attribute__((always_inline)) {
    for (std::int64_t first = 0; first < count; first += row.of * row.together) {
      const auto is_full = [&](int i) {
        Word bits = 0;
        for (int j = 0; j < row.together; ++j) bits |= elements[first + i * row.together + j];
        return (bits & nonzero) != 0;
      };
      int filling = row.keep;
      for (int i = 0; i < row.of; ++i) filling -= is_full(i);
      if (filling < 0) return first;
#pragma GCC unroll 4
      for (int i = 0; i < row.of; ++i) {
        // Without a branch: which are kept nobody can foretell.
        const int full = is_full(i), fills = ~full & (filling > 0);
        filling -= fills;
        visit(first + i * row.together, row.together, (full | fills) != 0);
      }
    }
    return count;
  };
  constexpr SparsityRow kOfGpus{2, 4};  // unrolled
  return sparsity == kOfGpus ? visit_all(kOfGpus) : visit_all(sparsity);
}

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
