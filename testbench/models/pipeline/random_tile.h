// SPDX-License-Identifier: Apache-2.0
// Random tiles, and their D by the reference, element by element.
#pragma once

#include <memory>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/pipeline/tile.h"
#include "random/random_operands.h"

namespace mmasc {

struct TileCase {
  TileData tile;
  std::vector<std::uint64_t> d;
};

inline TileCase random_tile(const Unit& unit, int m, int n, int blocks, std::uint64_t seed) {
  const Sequence sequence(unit);
  std::uint64_t next = seed * 1'000'000;
  Tile tile;
  tile.m = m;
  tile.n = n;
  tile.blocks = blocks;
  const auto append = [&](Along along, const Case& from) {
    for (const OperandRow& input : kInputs)
      if (input.along == along)
        tile[input.operand].insert(tile[input.operand].end(), from[input.operand].begin(),
                                   from[input.operand].end());
  };
  TileCase made;
  for (int block = 0; block < blocks; ++block) {
    std::vector<Case> rows, columns;
    for (int row = 0; row < m; ++row) {
      rows.push_back(random_operands(unit, next++));
      append(Along::row, rows.back());
    }
    for (int column = 0; column < n; ++column) {
      // The same operands as a row's now and then, so that products cancel and exponents meet.
      columns.push_back(column < m && column % 2 == 0 ? rows[static_cast<std::size_t>(column)]
                                                      : random_operands(unit, next++));
      append(Along::column, columns.back());
    }
    append(Along::whole, rows.front());
    for (const Case& row : rows)
      for (const Case& column : columns) {
        Case both = crossed(row, column);
        for (const OperandRow& input : kInputs)
          if (input.along == Along::whole) both[input.operand] = rows.front()[input.operand];
        const Case drawn = random_operands(unit, next++);
        for (const OperandRow& input : kInputs)
          if (input.along == Along::element) both[input.operand] = drawn[input.operand];
        both[Operand::random].clear();
        append(Along::element, both);
        made.d.push_back(evaluate(sequence, view(both)));
      }
  }
  made.tile = std::make_shared<const Tile>(std::move(tile));
  return made;
}

}  // namespace mmasc
