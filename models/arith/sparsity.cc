// SPDX-License-Identifier: Apache-2.0
#include "arith/sparsity.h"

#include <algorithm>

namespace mmasc {
namespace {

bool is_zero(const Format& format, std::uint64_t bits) {
  const std::uint64_t sign =
      format.has_minus_zero() ? std::uint64_t{1} << format.sign_low() : std::uint64_t{0};
  const std::uint64_t ignored = (std::uint64_t{1} << format.ignored_low_bits) - 1;
  return format.has_zero() && (bits & format.storage_mask() & ~sign & ~ignored) == 0;
}

}  // namespace

std::optional<std::size_t> compress(const SparsityRow& sparsity, const Format& format,
                                    std::span<const std::uint64_t> dense,
                                    std::vector<std::uint64_t>& kept,
                                    std::vector<std::uint64_t>& metadata) {
  const auto keep = static_cast<std::size_t>(sparsity.keep),
             of = static_cast<std::size_t>(sparsity.of),
             together = static_cast<std::size_t>(sparsity.together);
  for (std::size_t first = 0; first < dense.size(); first += of * together) {
    const auto group = [&](std::size_t i) { return dense.subspan(first + i * together, together); };
    const auto is_empty = [&](std::size_t i) {
      return std::ranges::all_of(group(i), [&](std::uint64_t x) { return is_zero(format, x); });
    };
    std::size_t empty = 0;
    for (std::size_t i = 0; i < of; ++i) empty += is_empty(i);
    if (of - empty > keep) return first;
    std::size_t filling = keep - (of - empty);  // with zeros
    for (std::size_t i = 0; i < of; ++i) {
      if (is_empty(i) && filling == 0) continue;
      if (is_empty(i)) --filling;
      kept.insert(kept.end(), group(i).begin(), group(i).end());
      metadata.push_back(i);
    }
  }
  return std::nullopt;
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
