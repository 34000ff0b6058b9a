// SPDX-License-Identifier: Apache-2.0
// The elements that a unit with a sparse a takes of its operands.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/arith/batch_view.h"
#include "mmasc/arith/matrix.h"
#include "mmasc/arith/sparsity.h"

namespace mmasc::batch {

// Writes to `kept` the elements that the unit keeps of `count` elements of a row of A, and to
// `places` their places in the row. The elements are whole groups, of which no more are nonzero
// than the unit keeps. Both outputs have room for one more group of neighbours.
template <class Word>
void compress_row(const Instruction& instruction, const Word* elements, std::int64_t count,
                  Word* kept, std::uint16_t* places) {
  const SparsityRow& sparsity = *instruction.sparsity;
  const auto nonzero = static_cast<Word>(nonzero_bits(*instruction.a));
  visit_groups(sparsity, nonzero, elements, count,
               [&](std::int64_t place, int together, bool is_kept) {
                 // Without a branch: which are kept nobody can foretell.
                 for (int j = 0; j < together; ++j) {
                   kept[j] = elements[place + j];
                   places[j] = static_cast<std::uint16_t>(place + j);
                 }
                 const int step = is_kept ? together : 0;
                 kept += step;
                 places += step;
               });
}

// The places among b's elements of `count` elements that metadata, from its place `group` of a row
// on, selects.
inline void places_of(const SparsityRow& sparsity, const MatrixView& metadata, std::int64_t row,
                      std::int64_t group, std::int64_t count, std::uint16_t* places) {
  for (std::int64_t i = 0; i < count / sparsity.together; ++i) {
    const std::int64_t at = group + i;
    const auto chosen =
        static_cast<std::int64_t>(at < metadata.columns ? load_element(metadata, row, at) : 0);
    const std::int64_t place =
        (i / sparsity.keep * sparsity.of + (chosen & (sparsity.of - 1))) * sparsity.together;
    for (int j = 0; j < sparsity.together; ++j) *places++ = static_cast<std::uint16_t>(place + j);
  }
}

// The elements of b that metadata selects, of each operation as many as of a.
inline std::vector<std::uint64_t> selected_b(const SparsityRow& sparsity, const DotBatch& batch) {
  std::vector<std::uint64_t> selected;
  selected.reserve(batch[Operand::a].size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const DotOperands in = operation(batch, i);
    for (std::size_t k = 0; k < in[Operand::a].size(); ++k)
      selected.push_back(in[Operand::b][selected_place(sparsity, in[Operand::metadata], k)]);
  }
  return selected;
}

}  // namespace mmasc::batch
