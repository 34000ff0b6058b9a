// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/sparsity.h"

namespace mmasc {

std::optional<std::size_t> compress(const SparsityRow& sparsity, const Format& format,
                                    std::span<const std::uint64_t> dense,
                                    std::vector<std::uint64_t>& kept,
                                    std::vector<std::uint64_t>& metadata) {
  if (!format.has_zero() && !dense.empty()) return 0;
  const auto count = static_cast<std::int64_t>(dense.size());
  const std::int64_t end =
      visit_groups(sparsity, nonzero_bits(format), dense.data(), count,
                   [&](std::int64_t place, int together, bool is_kept) {
                     if (!is_kept) return;
                     const std::uint64_t* const group = dense.data() + place;
                     kept.insert(kept.end(), group, group + together);
                     metadata.push_back(static_cast<std::uint64_t>(place / together % sparsity.of));
                   });
  if (end == count) return std::nullopt;
  return static_cast<std::size_t>(end);
}

Unit dense_unit(const Unit& unit) {
  Unit dense = unit;
  dense.instruction.shape.k = unit.products();
  dense.instruction.sparsity.reset();
  return dense;
}

std::size_t selected_place(const SparsityRow& sparsity, std::span<const std::uint64_t> metadata,
                           std::size_t i) {
  const auto keep = static_cast<std::size_t>(sparsity.keep),
             of = static_cast<std::size_t>(sparsity.of),
             together = static_cast<std::size_t>(sparsity.together);
  const std::size_t group = i / together;
  return (group / keep * of + (metadata[group] & (of - 1))) * together + i % together;
}

}  // namespace mmasc
