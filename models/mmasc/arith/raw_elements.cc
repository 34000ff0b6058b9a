// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/raw_elements.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace mmasc {
namespace {

template <class Element>
using Four [[gnu::vector_size(4 * sizeof(Element))]] = Element;

template <class Element>
Element load(const std::byte* from) {
  Element value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Element, class Word>
void load_line(const std::byte* __restrict from, std::int64_t stride, std::int64_t count, Word mask,
               Word* __restrict raw) {
  const auto load_all = [&](std::int64_t step) {
    for (std::int64_t i = 0; i < count; ++i) raw[i] = load<Element>(from + i * step) & mask;
  };
  if (stride == sizeof(Element))
    load_all(sizeof(Element));  // known to the compiler: vectors
  else
    load_all(stride);
}

// Four elements of each of four lines that lie next to each other in memory: a 4 x 4 transposition.
template <class Element>
void load_across(const std::byte* from, std::int64_t stride, std::uint32_t mask, std::int64_t pitch,
                 std::uint32_t* raw) {
  using Words = Four<std::uint32_t>;
  const auto load_four = [&](std::int64_t i) {
    return __builtin_convertvector(load<Four<Element>>(from + i * stride), Words) & mask;
  };
  const Words e0 = load_four(0), e1 = load_four(1), e2 = load_four(2), e3 = load_four(3);
  const Words low01 = __builtin_shufflevector(e0, e1, 0, 4, 1, 5);
  const Words low23 = __builtin_shufflevector(e2, e3, 0, 4, 1, 5);
  const Words high01 = __builtin_shufflevector(e0, e1, 2, 6, 3, 7);
  const Words high23 = __builtin_shufflevector(e2, e3, 2, 6, 3, 7);
  const Words lines[] = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
                         __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
                         __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
                         __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
  for (int line = 0; line < 4; ++line) std::memcpy(raw + line * pitch, &lines[line], sizeof(Words));
}

// Lines whose elements each begin at a byte, in an Element of their own.
template <class Element, class Word>
void load_lines(const MatrixView& matrix, const Rectangle& part, std::int64_t pitch, Word* raw) {
  const std::int64_t across = matrix.row_stride / 8, along = matrix.column_stride / 8;
  const auto mask = static_cast<Word>(~std::uint64_t{0} >> (64 - matrix.element_bits));
  const std::byte* from = matrix.data + part.first_line * across + part.first * along;
  std::int64_t line = 0;
  if constexpr (std::is_same_v<Word, std::uint32_t>)
    for (; across == sizeof(Element) && line + 4 <= part.lines; line += 4) {
      const std::byte* const lines = from + line * across;
      std::int64_t i = 0;
      for (; i + 4 <= part.length; i += 4)
        load_across<Element>(lines + i * along, along, mask, pitch, raw + line * pitch + i);
      for (int j = 0; j < 4; ++j)
        load_line<Element>(lines + j * across + i * along, along, part.length - i, mask,
                           raw + (line + j) * pitch + i);
    }
  for (; line < part.lines; ++line)
    load_line<Element>(from + line * across, along, part.length, mask, raw + line * pitch);
}

template <class Element, class Word>
void store_line(std::byte* to, std::int64_t stride, std::int64_t count, const Word* raw) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<Element>(raw[i]);
    std::memcpy(to + i * stride, &value, sizeof value);
  }
}

// Whether elements lie in bytes of their own: 0, or of how many bits.
int bits_of_words(const MatrixView& matrix) {
  if (matrix.row_stride % 8 != 0 || matrix.column_stride % 8 != 0) return 0;
  if (matrix.element_bits <= 8) return 8;
  return std::has_single_bit(static_cast<unsigned>(matrix.element_bits)) ? matrix.element_bits : 0;
}

}  // namespace

template <class Word>
void load_raw(const MatrixView& matrix, const Rectangle& part, std::int64_t pitch, Word* raw) {
  Rectangle stored = part;
  stored.lines = std::clamp<std::int64_t>(matrix.rows - part.first_line, 0, part.lines);
  stored.length = std::clamp<std::int64_t>(matrix.columns - part.first, 0, part.length);
  if (stored.length == 0) stored.lines = 0;
  for (std::int64_t line = 0; line < stored.lines; ++line)
    std::fill(raw + line * pitch + stored.length, raw + (line + 1) * pitch, 0);
  std::fill(raw + stored.lines * pitch, raw + part.lines * pitch, 0);
  switch (bits_of_words(matrix)) {
    case 8:
      return load_lines<std::uint8_t>(matrix, stored, pitch, raw);
    case 16:
      return load_lines<std::uint16_t>(matrix, stored, pitch, raw);
    case 32:
      return load_lines<std::uint32_t>(matrix, stored, pitch, raw);
    case 64:
      if constexpr (sizeof(Word) == 8) return load_lines<std::uint64_t>(matrix, stored, pitch, raw);
      break;
    default:
      break;
  }
  for (std::int64_t line = 0; line < stored.lines; ++line)
    for (std::int64_t i = 0; i < stored.length; ++i)
      raw[line * pitch + i] =
          static_cast<Word>(load_element(matrix, part.first_line + line, part.first + i));
}

template <class Word>
void store_raw(const MutableMatrix& matrix, const Rectangle& part, std::int64_t pitch,
               const Word* raw) {
  const std::int64_t stride = matrix.column_stride / 8;
  for (std::int64_t line = 0; line < part.lines; ++line, raw += pitch) {
    std::byte* to =
        matrix.data + (part.first_line + line) * (matrix.row_stride / 8) + part.first * stride;
    switch ((matrix.element_bits + 7) / 8) {
      case 1:
        store_line<std::uint8_t>(to, stride, part.length, raw);
        break;
      case 2:
        store_line<std::uint16_t>(to, stride, part.length, raw);
        break;
      case 4:
        store_line<std::uint32_t>(to, stride, part.length, raw);
        break;
      case 8:
        store_line<std::uint64_t>(to, stride, part.length, raw);
        break;
      default:  // the rest of the least word that holds it is not its own
        for (std::int64_t i = 0; i < part.length; ++i)
          store_element(matrix, part.first_line + line, part.first + i, raw[i]);
    }
  }
}

template void load_raw(const MatrixView&, const Rectangle&, std::int64_t, std::uint32_t*);
template void load_raw(const MatrixView&, const Rectangle&, std::int64_t, std::uint64_t*);
template void store_raw(const MutableMatrix&, const Rectangle&, std::int64_t, const std::uint32_t*);
template void store_raw(const MutableMatrix&, const Rectangle&, std::int64_t, const std::uint64_t*);

}  // namespace mmasc
