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
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  std::uint64_t next = seed * 1'000'000;
  Tile tile;
  tile.m = m;
  tile.n = n;
  tile.blocks = blocks;
  TileCase made;
  for (int block = 0; block < blocks; ++block) {
    std::vector<OperandBits> rows, columns;
    for (int row = 0; row < m; ++row) {
      rows.push_back(random_operands(unit, next++));
      append(tile[Operand::a], rows.back().a);
      append(tile[Operand::sa], rows.back().sa);
      append(tile[Operand::metadata], rows.back().metadata);
    }
    for (int column = 0; column < n; ++column) {
      // The same operands as a row's now and then, so that products cancel and exponents meet.
      columns.push_back(column < m && column % 2 == 0 ? rows[static_cast<std::size_t>(column)]
                                                      : random_operands(unit, next++));
      append(tile[Operand::b], columns.back().b);
      append(tile[Operand::sb], columns.back().sb);
    }
    for (const OperandBits& row : rows)
      for (const OperandBits& column : columns) {
        OperandBits both = row;
        both.b = column.b;
        both.sb = column.sb;
        both.random.clear();
        both.c = random_operands(unit, next++).c;
        tile[Operand::c].push_back(both.c);
        made.d.push_back(evaluate(sequence, view(both)));
      }
  }
  made.tile = std::make_shared<const Tile>(std::move(tile));
  return made;
}

}  // namespace mmasc
