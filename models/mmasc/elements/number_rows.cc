// SPDX-License-Identifier: Apache-2.0
#include "mmasc/elements/number_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mmasc/arith/check_matrix.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

const NumberFormat* find_number_format(std::string_view name) {
  const auto* const found = std::ranges::find(kNumberFormats, name, &NumberFormat::name);
  return found == kNumberFormats.end() ? nullptr : found;
}

std::string number_formats_text() {
  std::string text;
  for (const NumberFormat& format : kNumberFormats) {
    const bool is_last = &format == &kNumberFormats.back();
    text += fmt::format("{}{}", text.empty() ? "" : is_last ? " or " : ", ", format.name);
  }
  return text;
}

void check_number_format(const char* name, const Format& format) {
  if (find_number_format(format.name) == nullptr)
    throw InputError(
        fmt::format("{} has elements of {}; give {}", name, format.name, number_formats_text()));
}

void check_numbers(const char* name, const MatrixView& numbers, const Format& format) {
  check_number_format(name, format);
  if (numbers.rows < 0 || numbers.columns < 0)
    throw InputError(fmt::format("{} is {} x {}", name, numbers.rows, numbers.columns));
  if (numbers.element_bits != format.storage_bits())
    throw InputError(fmt::format("{} has elements of {} bits; {} has {}", name,
                                 numbers.element_bits, format.name, format.storage_bits()));
  if (numbers.data == nullptr && numbers.rows > 0 && numbers.columns > 0)
    throw InputError(fmt::format("{} has no data", name));
  check_matrix(name, numbers, numbers.rows, numbers.columns, format);
}

NumberRows::NumberRows(const MatrixView& numbers, const Format& format)
    : numbers_(numbers), kernels_(quantise_kernels().front()), widen_(nullptr) {
  if (const auto widen = find_number_format(format.name)->widen) widen_ = kernels_.*widen;
  const auto is_aligned = [](std::int64_t bits, std::int64_t to) { return bits % to == 0; };
  const std::int64_t bits = numbers.element_bits;
  is_dense_ = numbers.column_stride == bits && is_aligned(numbers.row_stride, bits) &&
              is_aligned(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(numbers.data)),
                         bits / 8);
}

const float* NumberRows::row(std::int64_t row, std::vector<float>& space) const {
  const std::byte* data = numbers_.data + numbers_.row_stride / 8 * row;
  const std::int64_t columns = numbers_.columns;
  if (widen_ == nullptr && is_dense_) return reinterpret_cast<const float*>(data);
  if (widen_ == nullptr) {
    for (std::int64_t i = 0; i < columns; ++i) {
      const auto bits = static_cast<std::uint32_t>(load_element(numbers_, row, i));
      std::memcpy(&space[static_cast<std::size_t>(i)], &bits, sizeof bits);
    }
    return space.data();
  }
  if (is_dense_) {
    widen_(reinterpret_cast<const std::uint16_t*>(data), columns, space.data());
    return space.data();
  }
  for (std::int64_t i = 0; i < columns; ++i) {
    const auto bits = static_cast<std::uint16_t>(load_element(numbers_, row, i));
    widen_(&bits, 1, &space[static_cast<std::size_t>(i)]);
  }
  return space.data();
}

void NumberRows::refuse_special(const char* name, bool is_transposed) const {
  std::vector<float> space(static_cast<std::size_t>(numbers_.columns));
  for (std::int64_t i = 0; i < numbers_.rows; ++i) {
    const float* x = row(i, space);
    for (std::int64_t j = 0; j < numbers_.columns; ++j)
      if (!std::isfinite(x[j]))
        throw InputError(fmt::format("{}[{}, {}] is {}; quantise finite numbers", name,
                                     is_transposed ? j : i, is_transposed ? i : j,
                                     std::isnan(x[j]) ? "NaN" : "infinite"));
  }
  throw InputError(fmt::format("{} has a number that is not finite", name));
}

}  // namespace mmasc
