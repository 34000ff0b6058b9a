// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/spread.h"

#include <algorithm>
#include <numeric>

#include "mmasc/arith/sparsity.h"

namespace mmasc {

void spread(const Unit& unit, Random& random, Case& row) {
  if (!unit.instruction.sparsity) return;
  const SparsityRow& sparsity = *unit.instruction.sparsity;
  std::vector<std::uint64_t> groups(static_cast<std::size_t>(sparsity.of));
  std::iota(groups.begin(), groups.end(), std::uint64_t{0});
  row[Operand::metadata].clear();
  while (row[Operand::metadata].size() < static_cast<std::size_t>(unit.metadata())) {
    random.shuffle(groups);
    const auto end = groups.begin() + sparsity.keep;
    if (random.chance(75)) std::sort(groups.begin(), end);
    row[Operand::metadata].insert(row[Operand::metadata].end(), groups.begin(), end);
  }
  std::vector<std::uint64_t> b(static_cast<std::size_t>(unit.instruction.shape.k));
  for (auto& element : b) element = random.next() & unit.instruction.b->storage_mask();
  for (std::size_t i = 0; i < row[Operand::b].size(); ++i)
    b[selected_place(sparsity, row[Operand::metadata], i)] = row[Operand::b][i];
  row[Operand::b] = std::move(b);
}

}  // namespace mmasc
