// SPDX-License-Identifier: Apache-2.0
// A whole matrix operation: `blocks` independent D = A * B + C of m x n x k.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "mmasc/arith/sequence.h"

namespace mmasc {

// m, n and blocks are positive, and blocks * m * n * the steps of a chain below 2^31 (asserted by
// the MMA unit). Elements as raw bits, blocks outermost: of each row or column of a block, or of
// each element of D, or of a whole block (`along` of the operand's row), those of one dot product
// next to each other.
class Tile : public PerInput<std::vector<std::uint64_t>> {
 public:
  int m = 0, n = 0, blocks = 1;

  int size() const { return blocks * m * n; }  // of C and D

  // Operands of element e of D, e = (block * m + row) * n + column.
  DotOperands element(int e) const {
    const int row = e / n, column = row / m * n + e % n;  // of all blocks
    DotOperands in;
    for (const OperandRow& input : kInputs) {
      const std::span<const std::uint64_t> all = (*this)[input.operand];
      const auto [count, index] = place_of(input.along, e, row, column);
      const std::size_t each = all.size() / static_cast<std::size_t>(count);
      in[input.operand] = all.subspan(static_cast<std::size_t>(index) * each, each);
    }
    return in;
  }

 private:
  struct Place {
    int count, index;  // of rows, columns, ...; and which
  };
  Place place_of(Along along, int e, int row, int column) const {
    switch (along) {
      case Along::row:
        return {blocks * m, row};
      case Along::column:
        return {blocks * n, column};
      case Along::whole:
        return {blocks, e / (m * n)};
      case Along::element:
      case Along::drawn:
        break;
    }
    return {size(), e};
  }
};

using TileData = std::shared_ptr<const Tile>;
// D; behind it, of a unit that raises flags, those of each element.
using TileResult = std::shared_ptr<const std::vector<std::uint64_t>>;

}  // namespace mmasc
