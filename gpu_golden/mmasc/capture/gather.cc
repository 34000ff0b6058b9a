// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/gather.h"

#include <algorithm>

namespace mmasc {

Coordinate coordinate_of(const TileDims& dims, Operand operand, int element) {
  const int length = dims.elements_of_vector(operand);
  const int vector = element / length, i = element % length;
  switch (dims.inputs[operand].along) {
    case Along::row:
      return {.row = vector % dims.m, .column = i, .block = vector / dims.m};
    case Along::column:
      return {.row = i, .column = vector % dims.n, .block = vector / dims.n};
    case Along::whole:
      return {};
    case Along::element:
    case Along::drawn:
      break;
  }
  const Dot dot = dims.dot(vector);
  return {.row = dot.row, .column = dot.column, .block = dot.block};
}

Gather gather_of(const TileDims& dims, Operand operand, const OperandMap& map) {
  std::vector<std::vector<Piece>> words(static_cast<std::size_t>(map.words()));
  for (int element = 0; element < dims.elements(operand); ++element) {
    const int first_bit = map.first_bit(coordinate_of(dims, operand, element));
    const int first = first_bit / 32, last = (first_bit + map.bits() - 1) / 32;
    for (int word = first; word <= last; ++word)
      words[static_cast<std::size_t>(word)].push_back({element, first_bit - 32 * word});
  }
  Gather gather;
  gather.code = map.code();
  for (const std::vector<Piece>& pieces : words) {
    gather.first.push_back(static_cast<std::int32_t>(gather.pieces.size()));
    gather.pieces.insert(gather.pieces.end(), pieces.begin(), pieces.end());
  }
  gather.first.push_back(static_cast<std::int32_t>(gather.pieces.size()));
  return gather;
}

std::vector<std::int32_t> places_of_d(const TileDims& dims, const OperandMap& map) {
  std::vector<std::int32_t> places;
  for (int dot = 0; dot < dims.dots(); ++dot)
    places.push_back(map.first_bit(coordinate_of(dims, Operand::c, dot)));
  return places;
}

}  // namespace mmasc
