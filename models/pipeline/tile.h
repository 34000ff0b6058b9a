// SPDX-License-Identifier: Apache-2.0
// A whole matrix operation: `blocks` independent D = A * B + C of m x n x k.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "arith/sequence.h"

namespace mmasc {

// m, n and blocks are positive, and blocks * m * n * the steps of a chain below 2^31 (asserted by
// the MMA unit). Elements as raw bits, blocks outermost. A by rows and B by columns, so that the
// elements of one dot product lie next to each other; C and D by rows; scales like A and B, one for
// each scale block of k; a sparse A's metadata like A; the random elements of stochastic roundings
// like D's elements, all of an element's next to each other.
struct Tile {
  int m = 0, n = 0, blocks = 1;
  std::vector<std::uint64_t> a, b, c, sa, sb, random, metadata;

  int size() const { return blocks * m * n; }  // of C and D

  // Operands of element e of D, e = (block * m + row) * n + column.
  DotOperands element(const Unit& unit, int e) const {
    const int row = e / n, column = e % n, block = row / m;  // row: of all blocks
    const auto slice = [](const std::vector<std::uint64_t>& from, int index, int count) {
      return std::span(from).subspan(static_cast<std::size_t>(index * count),
                                     static_cast<std::size_t>(count));
    };
    const int k = unit.instruction.shape.k, scales = unit.scales();
    const int drawn = random.empty() ? 0 : static_cast<int>(random.size()) / size();
    return {slice(a, row, unit.products()),        slice(b, block * n + column, k),
            c[static_cast<std::size_t>(e)],        slice(sa, row, scales),
            slice(sb, block * n + column, scales), slice(random, e, drawn),
            slice(metadata, row, unit.metadata())};
  }
};

using TileData = std::shared_ptr<const Tile>;
using TileResult = std::shared_ptr<const std::vector<std::uint64_t>>;  // D

}  // namespace mmasc
