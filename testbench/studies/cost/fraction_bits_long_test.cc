// SPDX-License-Identifier: Apache-2.0
// Area over fraction bits: no bit more costs over 1 % less.
#include <gtest/gtest.h>

#include "cost/tools_here.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/synthesis.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

TEST(FractionBits, CostArea) {
  if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
    GTEST_SKIP() << missing;
  const testing::Folder cache;
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  std::vector<Unit> units;
  for (int bits = 13; bits <= 27; ++bits)
    units.push_back(volta.with("dot.fraction_bits", std::to_string(bits)));
  const std::vector<UnitCost> costs = synthesise(units, {.cache = cache.path()}).costs;
  for (std::size_t i = 1; i < costs.size(); ++i)
    EXPECT_GT(costs[i].all.area, 0.99 * costs[i - 1].all.area) << i;
  EXPECT_GT(costs.back().all.area, 1.1 * costs.front().all.area);
}

}  // namespace
}  // namespace mmasc
