// SPDX-License-Identifier: Apache-2.0
// Nothing that is drawn leaves its range, whatever the unit: the ranges are asserted.
#include <gtest/gtest.h>

#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

TEST(Generator, DrawsFromEveryRow) {
  std::size_t drawn = 0;
  for (const Unit& unit : catalog().units()) {
    const Generator generator(unit, 2);
    for (const VectorClassInfo& info : kVectorClasses)
      for (std::uint64_t i = 0; i < 6; ++i)
        drawn += generator.make(info.value, i)[Operand::a].size() ==
                 static_cast<std::size_t>(unit.products());
  }
  EXPECT_EQ(drawn, catalog().units().size() * kVectorClasses.size() * 6);
}

TEST(Generator, DrawsForRandomUnits) {
  std::size_t units = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      const Generator generator(unit, seed);
      for (const VectorClassInfo& info : kVectorClasses)
        for (std::uint64_t i = 0; i < 10; ++i)
          EXPECT_EQ(generator.make(info.value, i)[Operand::b].size(),
                    static_cast<std::size_t>(unit.instruction.shape.k));
      ++units;
    } catch (const RowError&) {
      continue;  // an exact window wider than any plan
    }
  }
  EXPECT_GT(units, 290u);
}

}  // namespace
}  // namespace mmasc
