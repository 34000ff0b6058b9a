// SPDX-License-Identifier: Apache-2.0
// A small unit whose cover points are easily worked by hand: two f16 products and c, 12 fraction
// bits.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/coverage/counter.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {

struct Change {
  std::string field, value;
};
using Changes = std::vector<Change>;

inline Catalog small_units() {
  Catalog units;
  units.add(R"(
[datapath."test.two"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 12, zero_exponent = -16 }]
result = { format = "f16" }

[datapath."test.vanish"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", { from = "c", vanishes_below = 5 }], fraction_bits = 12 }]
result = { format = "f16" }

[instruction."test/two"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "test.two"

[instruction."test/vanish"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "test.vanish"

[instruction."test/chain"]
shape    = { m = 16, n = 8, k = 4 }
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "test.two"

[instruction."test/late"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "test.two"
late_c   = { rounding = "nearest_even" }

[instruction."test/scaled"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "e5m2", b = "e5m2", c = "f16" }
scale    = { format = "ue4m3", block = 2 }
datapath = "test.two"

[datapath."test.integers"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "s8", overflow = "saturate" }

[instruction."test/integers"]
shape    = { m = 16, n = 8, k = 2 }
formats  = { a = "s4", b = "s4", c = "s8" }
datapath = "test.integers"
)",
            "test");
  return units;
}

inline Unit small_unit(const std::string& name, const Changes& changes = {}) {
  static const Catalog units = small_units();
  Unit unit = units.find("test/" + name);
  for (const Change& change : changes) unit = unit.with(change.field, change.value);
  return unit;
}

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
