// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

#include "failure.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::capi {
namespace {

template <class T>
std::span<T> checked(T* data, std::size_t size, std::string_view name) {
  if (size == 0) return {};
  const std::string who(name);
  if (data == nullptr)
    throw InputError(who + ".data is null, and " + who + ".size " + std::to_string(size));
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) != 0)
    throw InputError(who + ".data is not aligned as a uint64_t is");
  if (size > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T))
    throw InputError(who + ".size is " + std::to_string(size) + ", more than all memory holds");
  return {data, size};
}

}  // namespace

std::span<const std::uint64_t> elements(const mmasc_bits& bits, std::string_view name) {
  return checked(bits.data, bits.size, name);
}

std::span<std::uint64_t> elements(const mmasc_mutable_bits& bits, std::string_view name) {
  return checked(bits.data, bits.size, name);
}

PerInput<std::optional<MatrixView>> matrices(const mmasc_matrix (&operands)[MMASC_INPUTS]) {
  using Given = std::optional<MatrixView>;
  return inputs<Given>(operands, [](const mmasc_matrix& matrix, std::string_view) {
    return matrix.element_bits == 0 ? Given() : view(matrix);
  });
}

MatrixView view(const mmasc_matrix& matrix) {
  return {.data = static_cast<const std::byte*>(matrix.data),
          .rows = matrix.rows,
          .columns = matrix.columns,
          .row_stride = matrix.row_stride,
          .column_stride = matrix.column_stride,
          .element_bits = matrix.element_bits};
}

std::optional<MatrixView> view(const mmasc_matrix* matrix) {
  if (matrix == nullptr) return std::nullopt;
  return view(*matrix);
}

MutableMatrix view(const mmasc_mutable_matrix& matrix) {
  return {.data = static_cast<std::byte*>(matrix.data),
          .rows = matrix.rows,
          .columns = matrix.columns,
          .row_stride = matrix.row_stride,
          .column_stride = matrix.column_stride,
          .element_bits = matrix.element_bits};
}

const Format& format_named(std::string_view argument, const char* name) {
  if (const Format* format = find_format(&given(name, argument))) return *format;
  if (split_name(name)) return find_format_argument(name);
  throw InputError(std::string(argument) + " is \"" + name + "\", which is no format");
}

Rounding rounding_named(std::string_view argument, const char* name) {
  if (const auto rounding = find_rounding(&given(name, argument))) return *rounding;
  std::string names;
  for (const auto& row : kRoundings) (names += names.empty() ? "" : ", ") += row.name;
  throw InputError(std::string(argument) + " is \"" + name + "\"; one of " + names);
}

Progress progress_of(mmasc_progress progress, void* context) {
  if (progress == nullptr) return {};
  return [=](std::int64_t done, std::int64_t all) {
    if (progress(context, done, std::max<std::int64_t>(all, 1)) != 0) throw Stopped{};
  };
}

char* copy_text(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) throw std::bad_alloc();
  *std::copy(text.begin(), text.end(), copy) = '\0';
  return copy;
}

}  // namespace mmasc::capi
