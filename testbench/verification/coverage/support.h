// SPDX-License-Identifier: Apache-2.0
// Small units whose cover points are easily worked by hand, and what vectors meet of them.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "agreement/unit_lines.h"
#include "arith/operands.h"
#include "mmasc/coverage/counter.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {

// A row of rows.toml, "my/two", and its changes.
inline Unit small_unit(const std::string& line) { return unit_of_line("rows.toml:" + line); }

// Elements of a and b in turn, then c.
struct Vector {
  std::vector<std::uint64_t> pairs;
  std::uint64_t c = 0;
  std::uint64_t sa = 0x38, sb = 0x38;  // 1
};

// The names of the cover points a vector meets.
inline std::set<std::string> met(const Unit& unit, const Vector& vector) {
  const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
  std::vector<std::uint64_t> a(k), b(k);
  for (std::size_t i = 0; i < vector.pairs.size(); ++i)
    (i % 2 == 0 ? a : b).at(i / 2) = vector.pairs[i];
  const auto blocks = static_cast<std::size_t>(unit.scales());
  const std::vector<std::uint64_t> sa(blocks, vector.sa), sb(blocks, vector.sb);
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  Counter counter(sequence, points);
  std::set<std::string> names;
  for (const int point :
       counter.meet(view(case_of(a, b, vector.c, {{Operand::sa, sa}, {Operand::sb, sb}}))))
    names.insert(points.list[static_cast<std::size_t>(point)].name);
  return names;
}

// Null where the unit has no cover point of the name.
inline const CoverPoint* find_point(const CoverPoints& points, const std::string& name) {
  for (const CoverPoint& point : points.list)
    if (point.name == name) return &point;
  return nullptr;
}

}  // namespace mmasc
