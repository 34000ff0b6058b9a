// SPDX-License-Identifier: Apache-2.0
// Delay over registers: ten units at five depths each, against their RTL synthesised flat.
#include <gtest/gtest.h>

#include "cost/flat_unit.h"
#include "cost/tools_here.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr const char* kUnits[][2] = {
    {"volta/mma.m8n8k4.f32.f16.f16.f32", "4"},     {"volta/mma.m8n8k4.f32.f16.f16.f32", "2"},
    {"volta/mma.m8n8k4.f16.f16.f16.f16", "4"},     {"ampere/mma.m16n8k8.f32.bf16.bf16.f32", "4"},
    {"ampere/mma.m16n8k8.f32.tf32.tf32.f32", "4"}, {"ada/mma.m16n8k32.f32.e5m2.e5m2.f32", "8"},
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "4"},  {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "4"},
    {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "8"},  {"hopper/wgmma.m64nNk32.f32.e5m2.e5m2", "4"},
};

// The fields of registers that are 0.
const std::vector<const char*> kDepths[] = {
    {},
    {"aligner.registers"},
    {"adder_tree.registers_per_level"},
    {"aligner.registers", "adder_tree.registers_per_level"},
    {"multiplier.registers", "aligner.registers", "adder_tree.registers_per_level"},
};

TEST(Registers, LeaveDelaysAsTheFlatUnitHasThem) {
  if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
    GTEST_SKIP() << missing;
  const testing::Folder cache;
  for (const auto& [id, lanes] : kUnits)
    for (const auto& depth : kDepths) {
      Unit unit = catalog().find(id).with("lanes", lanes);
      for (const char* field : depth) unit = unit.with(std::string("structure.") + field, "0");
      const UnitCost cost = synthesise({unit}, {.cache = cache.path()}).costs[0];
      const testing::FlatUnit flat = testing::flat_unit(unit);
      EXPECT_EQ(cost.all.delay, flat.delay) << id << ' ' << lanes << ' ' << depth.size();
      EXPECT_NEAR(cost.all.area / flat.area, 1, 0.05) << id << ' ' << lanes << ' ' << depth.size();
    }
}

}  // namespace
}  // namespace mmasc
