// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "mmasc/batch/on_lines.h"
#include "mmasc/elements/float_rounding.h"
#include "mmasc/elements/number_rows.h"
#include "mmasc/unit/hex.h"

namespace mmasc {
namespace {

constexpr std::int64_t kBetweenTicks = 4096;  // elements

// From an integer's highest bit that is set to its lowest.
int significant_bits(const Format& format, std::uint64_t bits) {
  const auto magnitude = static_cast<std::uint64_t>(decode(format, bits).significand);
  return magnitude == 0 ? 0
                        : static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude);
}

// The format whose bits all count where some of this one are ignored: f32 of tf32, e4m3 of ue4m3.
Format with_ignored_bits(Format format) {
  format.fraction_bits += std::exchange(format.ignored_low_bits, 0);
  if (format.sign == Sign::ignored) format.sign = Sign::leading;
  return format;
}

std::string bytes_text(int bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

}  // namespace

Matrix Loader::load() const {
  Matrix matrix = !source_.packed.empty() ? load_packed()
                  : is_taken_as_it_is()   ? load_elements(format_)
                                          : load_converted();
  if (source_.transposed) matrix.view = matrix.view.transposed();
  return matrix;
}

InputError Loader::error(std::string_view what_and_mend) const {
  return InputError(fmt::format("{}: {}: {}", source_.name, file_.name(), what_and_mend));
}

bool Loader::is_taken_as_it_is() const {
  const Format* stored = header_.format();
  if (stored == nullptr) return header_.type.bytes == element_bytes(format_);
  if (*stored == format_) return true;
  // Fraction bits that the format ignores are rounded off where elements are to be rounded.
  const bool is_rounded = format_.ignored_low_bits > 0 && options_.convert;
  return *stored == with_ignored_bits(format_) && !is_rounded;
}

Matrix Loader::load_elements(const Format& format) const {
  if (header_.shape.size() != 2)
    throw error(fmt::format("a matrix has two dimensions, and this has {}: {}; reshape it",
                            header_.shape.size(), to_text(header_.shape)));
  const auto data = bytes();
  const std::int64_t rows = header_.shape[0], columns = header_.shape[1];
  if (header_.type.is_packed) {
    const int bits = header_.type.bits();
    return {{.data = data.get(),
             .rows = rows,
             .columns = columns,
             .row_stride = bits * columns,
             .column_stride = bits,
             .element_bits = bits},
            data};
  }
  const MatrixView view = header_.column_major ? column_major(format, data.get(), rows, columns)
                                               : row_major(format, data.get(), rows, columns);
  if (format.storage_bits() < 8) check_unused_bits(view);
  if (options_.are_finite && format.has_nan()) check_finite(view, format);
  return {view, data};
}

void Loader::check_finite(const MatrixView& matrix, const Format& format) const {
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      if (column % kBetweenTicks == 0) tick();
      const auto term = decode(format, load_element(matrix, row, column));
      if (term.nan || term.infinite)
        throw error(fmt::format("element ({}, {}) is {}; give finite numbers", row, column,
                                term.nan ? "NaN" : "infinite"));
    }
}

// Packed rows taken for elements would have some.
void Loader::check_unused_bits(const MatrixView& matrix) const {
  MatrixView whole = matrix;
  whole.element_bits = 8;
  for (std::int64_t row = 0; row < whole.rows; ++row)
    for (std::int64_t column = 0; column < whole.columns; ++column) {
      if (column % kBetweenTicks == 0) tick();
      if (const auto byte = load_element(whole, row, column); byte > format_.storage_mask())
        throw error(fmt::format(
            "element ({}, {}) is 0x{:02x}, and {} has {} bits{}", row, column, byte, format_.name,
            format_.storage_bits(),
            source_.are_indices ? "" : "; packed rows need their shape, as --shape-a 128x64"));
    }
}

Matrix Loader::load_converted() const {
  const Format* stored = header_.format();
  if (stored == nullptr)
    throw error(fmt::format("elements are raw bits of {} ({}); {} takes {}",
                            bytes_text(header_.type.bytes), header_.type.name, format_.name,
                            bytes_text(element_bytes(format_))));
  if (source_.are_indices)
    throw error(fmt::format("elements are {} ({}), and are never rounded to {}; save them as uint8",
                            stored->name, header_.type.name, format_.name));
  if (!options_.convert)
    throw error(fmt::format("elements are {} ({}), not {}; {}", stored->name, header_.type.name,
                            format_.name, source_.mend));
  const Matrix from = load_elements(*stored);
  const std::int64_t rows = from.view.rows, columns = from.view.columns;
  auto to = std::make_shared<std::vector<std::byte>>(
      allocate(bytes_of({rows, columns}, element_bytes(format_)).value(), source_.name));
  const bool by_columns = header_.column_major;
  if (round_all(*stored, by_columns ? from.view.transposed() : from.view, to->data()))
    return {by_columns ? column_major(format_, to->data(), rows, columns)
                       : row_major(format_, to->data(), rows, columns),
            to};
  const auto elements = row_major(format_, to->data(), rows, columns);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = 0; column < columns; ++column) {
      if (column % kBetweenTicks == 0) tick();
      store_element(elements, row, column,
                    converted(*stored, load_element(from.view, row, column), row, column));
    }
  return {elements, to};
}

bool Loader::round_all(const Format& stored, const MatrixView& from, std::byte* to) const {
  constexpr std::int64_t kAtOnce = 1 << 16;
  if (find_number_format(stored.name) == nullptr ||
      !FloatRounding::fits(format_, *options_.convert))
    return false;
  const FloatRounding rounding(format_, *options_.convert);
  bool are_all = true;
  std::vector<float> space(static_cast<std::size_t>(std::min(from.columns, kAtOnce)));
  for (std::int64_t first = 0; first < from.columns; first += kAtOnce) {
    MatrixView part = from;
    part.data += first * from.column_stride / 8;
    part.columns = std::min(kAtOnce, from.columns - first);
    const NumberRows numbers(part, stored);
    for (std::int64_t row = 0; row < from.rows && are_all; ++row) {
      tick();
      std::byte* const codes = to + (row * from.columns + first) * element_bytes(format_);
      in_default_mode(
          [&] { are_all = rounding.round(numbers.row(row, space), part.columns, codes); });
    }
  }
  return are_all;
}

std::uint64_t Loader::converted(const Format& stored, std::uint64_t bits, std::int64_t row,
                                std::int64_t column) const {
  if (options_.is_exact && stored.is_integer() &&
      significant_bits(stored, bits) > format_.significand_bits())
    throw error(fmt::format("element ({}, {}) is 0x{}, and {} has no such number", row, column,
                            to_hex(bits, stored), format_.name));
  if (const auto rounded = convert(stored, format_, bits, *options_.convert)) return *rounded;
  throw error(fmt::format("element ({}, {}) cannot be converted: {} has no {}", row, column,
                          format_.name, what_is_lacking(stored, format_, bits)));
}

}  // namespace mmasc
