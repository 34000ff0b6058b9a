// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/array.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mmasc {

int ElementType::bits() const {
  return is_packed ? format_named(format).storage_bits() : 8 * bytes;
}

std::uint64_t ArrayHeader::bytes() const {
  const std::uint64_t elements = bytes_of(shape, 1).value();
  return (elements * static_cast<std::uint64_t>(type.bits()) + 7) / 8;
}

std::optional<std::uint64_t> bytes_of(const ArrayShape& shape, int element_bytes) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 56;
  const auto too_large = [](std::int64_t size) { return size < 0 || size > kMaxDimension; };
  if (std::ranges::any_of(shape, too_large)) return std::nullopt;
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  auto bytes = static_cast<std::uint64_t>(element_bytes);
  for (const std::int64_t size : shape) {
    if (bytes > kMost / static_cast<std::uint64_t>(size)) return std::nullopt;
    bytes *= static_cast<std::uint64_t>(size);
  }
  return bytes;
}

std::string to_text(const ArrayShape& shape) {
  return shape.empty() ? "a single element" : fmt::format("{}", fmt::join(shape, " x "));
}

}  // namespace mmasc
