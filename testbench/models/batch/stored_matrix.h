// SPDX-License-Identifier: Apache-2.0
// Matrices of hostile elements in memory of exactly their size, what lies between the elements
// included.
#pragma once

#include <cassert>
#include <functional>
#include <vector>

#include "mmasc/arith/matrix.h"
#include "mmasc/stimulus/element_bits.h"

namespace mmasc {

enum class Order { rows, columns, packed_rows, packed_columns };

struct Layout {
  Order order = Order::rows;
  int gap = 0;  // elements between one line and the next; none where packed
};

class StoredMatrix {
 public:
  StoredMatrix(const Format& format, std::int64_t rows, std::int64_t columns, Layout layout)
      : format_(format), rows_(rows), columns_(columns), layout_(layout) {
    const bool by_columns = layout.order == Order::columns || layout.order == Order::packed_columns;
    const std::int64_t lines = by_columns ? columns : rows, length = by_columns ? rows : columns;
    if (is_packed())
      line_bytes_ = (length * format.storage_bits() + 7) / 8;
    else
      line_bytes_ = (length + layout.gap) * element_bytes(format);
    bytes_.assign(static_cast<std::size_t>(lines * line_bytes_), kGap);
  }

  MutableMatrix matrix() {
    const std::int64_t leading =
        line_bytes_ / (is_packed() ? 1 : element_bytes(format_));  // not used where packed
    switch (layout_.order) {
      case Order::rows:
        return row_major(format_, bytes_.data(), rows_, columns_, leading);
      case Order::columns:
        return column_major(format_, bytes_.data(), rows_, columns_, leading);
      case Order::packed_rows:
        return packed_rows(format_, bytes_.data(), rows_, columns_);
      case Order::packed_columns:
        break;
    }
    return packed_rows(format_, bytes_.data(), columns_, rows_).transposed();
  }

  // Element by element; elements of a packed matrix may begin within a byte.
  void fill(const std::function<std::uint64_t(std::int64_t row, std::int64_t column)>& element) {
    const MutableMatrix all = matrix();
    for (std::int64_t row = 0; row < rows_; ++row)
      for (std::int64_t column = 0; column < columns_; ++column) {
        const std::int64_t first = row * all.row_stride + column * all.column_stride;
        const std::uint64_t bits = element(row, column);
        for (int i = 0; i < format_.storage_bits(); ++i) set_bit(first + i, bits >> i & 1);
      }
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }

  // Whether the bytes between the elements are as they were.
  bool gaps_are_whole() const {
    if (is_packed()) return true;
    const std::int64_t used = line_bytes_ - std::int64_t{layout_.gap} * element_bytes(format_);
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (static_cast<std::int64_t>(i) % line_bytes_ >= used && bytes_[i] != kGap) return false;
    return true;
  }

 private:
  static constexpr std::byte kGap{0x7e};  // of no use as an element: often infinite or NaN

  bool is_packed() const {
    return layout_.order == Order::packed_rows || layout_.order == Order::packed_columns;
  }

  void set_bit(std::int64_t place, bool value) {
    std::byte& byte = bytes_[static_cast<std::size_t>(place / 8)];
    const auto mask = static_cast<std::byte>(1 << place % 8);
    byte = value ? byte | mask : byte & ~mask;
  }

  const Format format_;
  const std::int64_t rows_, columns_;
  const Layout layout_;
  std::int64_t line_bytes_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace mmasc
