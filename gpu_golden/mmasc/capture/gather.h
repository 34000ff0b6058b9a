// SPDX-License-Identifier: Apache-2.0
// An inverted operand map: for each word of a tile's image, the elements in it. So images are
// filled word by word, by as many threads as there are words.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/capture/operand_map.h"
#include "mmasc/capture/tile_shape.h"

namespace mmasc {

struct Piece {
  std::int32_t element = 0;
  std::int32_t shift = 0;  // to the left; negative: right, the element began in the word before
};

struct GatherView {
  const std::int32_t* first = nullptr;  // the first piece of word i; one entry more than words
  const Piece* pieces = nullptr;
  ElementCode code;
};

constexpr std::uint32_t gathered_word(const GatherView& gather, const std::uint64_t* elements,
                                      int word) {
  std::uint32_t bits = 0;
  for (int i = gather.first[word]; i < gather.first[word + 1]; ++i) {
    const Piece piece = gather.pieces[i];
    const std::uint64_t element = gather.code.written(elements[piece.element]);
    bits |= static_cast<std::uint32_t>(piece.shift < 0 ? element >> -piece.shift
                                                       : element << piece.shift);
  }
  return bits;
}

struct Gather {
  std::vector<std::int32_t> first;
  std::vector<Piece> pieces;
  ElementCode code;
  GatherView view() const { return {first.data(), pieces.data(), code}; }
};

// The coordinates of an element in the operand's map.
Coordinate coordinate_of(const TileDims& dims, Operand operand, int element);

Gather gather_of(const TileDims& dims, Operand operand, const OperandMap& map);

// For each dot product, the first bit of its d.
std::vector<std::int32_t> places_of_d(const TileDims& dims, const OperandMap& map);

}  // namespace mmasc
