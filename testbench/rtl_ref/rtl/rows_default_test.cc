// SPDX-License-Identifier: Apache-2.0
// Verilated rows: one of each family, of few lanes, and one at random as it is.
#include <algorithm>
#include <deque>
#include <random>

#include "mmasc/arith/sequence.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/unit_model.h"
#include "printed_name.h"
#include "rtl/agreement.h"
#include "rtl/families.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

constexpr int kOperations = 500;

std::vector<std::string> chosen_rows() {
  std::vector<std::string> ids(std::begin(kFamilies), std::end(kFamilies));
  std::mt19937 random(5);
  const auto& units = catalog().units();
  while (ids.size() < std::size(kFamilies) + 1)
    if (const std::string& id = units[random() % units.size()].instruction.id;
        std::ranges::find(ids, id) == ids.end())
      ids.push_back(id);
  return ids;
}

class VerilatedRows : public testing::WithVerilator,
                      public ::testing::WithParamInterface<std::string> {};

class VerilatedFormats : public testing::WithVerilator {};

TEST_P(VerilatedRows, AgreeWithTheReference) {
  const std::string& id = GetParam();
  const bool is_of_family = std::ranges::find(kFamilies, id) != std::end(kFamilies);
  expect_rtl_agrees(is_of_family ? of_few_lanes(id.c_str()) : catalog().find(id), 1, kOperations);
}

// One RTL for several pairs of formats, another for each operation.
void expect_selection(const std::vector<Unit>& units) {
  const RtlUnit rtl = make_rtl_unit(units);
  const UnitLibrary library(emit_rtl(rtl, kUnitTop), "several pairs",
                            Cache(default_cache_folder()));
  UnitModel model(library, rtl);
  std::deque<std::uint64_t> expected;
  std::minstd_rand random(3);
  int done = 0;
  for (std::uint64_t seed = 0; done < 3000; ++seed) {
    const auto format = static_cast<std::uint32_t>(random() / 16 % units.size());
    const Sequence sequence(units[format]);
    const Case x = random_operands(units[format], seed);
    const Operands operands = sequence.step(0, view(x), 0);
    expected.push_back(evaluate(sequence.plan(), operands).d);
    model.offer(static_cast<std::uint32_t>(seed), operands, format);
    const UnitModel::Outputs out = model.cycle();
    if (!out.valid) continue;
    ASSERT_EQ(out.d, expected.front()) << "operation " << done;
    expected.pop_front();
    ++done;
  }
}

TEST_F(VerilatedFormats, AreSelectedByOperation) {
  expect_selection({of_few_lanes("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
                    of_few_lanes("hopper/wgmma.m64nNk32.f32.e5m2.e5m2"),
                    of_few_lanes("hopper/wgmma.m64nNk32.f32.e5m2.e4m3")});
}

TEST_F(VerilatedFormats, MayHaveCoarseExponents) {
  std::vector<Unit> units;
  for (const char* id :
       {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "hopper/wgmma.m64nNk32.f32.e5m2.e5m2",
        "hopper/wgmma.m64nNk32.f32.e5m2.e4m3"})
    units.push_back(of_few_lanes(id).with("product.exponent_grid.step", "8"));
  expect_selection(units);
}

TEST_F(VerilatedFormats, MayBeOfASparseA) {
  expect_selection({of_few_lanes("hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3"),
                    of_few_lanes("hopper/wgmma.sp.m64nNk64.f32.e5m2.e5m2"),
                    of_few_lanes("hopper/wgmma.sp.m64nNk64.f32.e5m2.e4m3")});
}

TEST_F(VerilatedFormats, MayBeIntegersWithASignAndWithout) {
  expect_selection({of_few_lanes("hopper/wgmma.m64nNk32.s32.s8.u8"),
                    of_few_lanes("hopper/wgmma.m64nNk32.s32.u8.s8"),
                    of_few_lanes("hopper/wgmma.m64nNk32.s32.s8.s8"),
                    of_few_lanes("hopper/mma.m16n8k32.s32.s4.u4.s32")});
}

INSTANTIATE_TEST_SUITE_P(Chosen, VerilatedRows, ::testing::ValuesIn(chosen_rows()), PrintedName());

}  // namespace
}  // namespace mmasc
