// SPDX-License-Identifier: Apache-2.0
// Verilated units with ports of every kind: handshake, ids, every bit of every operand.
#include <deque>
#include <random>
#include <stdexcept>
#include <thread>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/unit_model.h"
#include "random/random_operands.h"
#include "rtl/fold_unit.h"
#include "rtl/folder.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

using testing::fold;
using testing::fold_unit;
using testing::message_of;

class UnitModelTest : public testing::WithVerilator {
 protected:
  const Cache cache_{default_cache_folder()};
};

Operands operands_of(const Unit& unit, std::uint64_t seed) {
  const Case x = random_operands(unit, seed);
  return Sequence(unit).step(0, view(x), 0);
}

// Offers with gaps, takes with stalls; each with this chance in eight.
void expect_all_in_order(const UnitLibrary& library, const Unit& unit, const Plan& plan,
                         unsigned gaps, unsigned stalls, std::uint32_t seed) {
  constexpr std::uint32_t kFirstId = 0xfffffff0;  // ids wrap
  constexpr std::uint32_t kCount = 50;
  UnitModel model(library, plan, seed);
  std::minstd_rand random(seed);
  const auto happens = [&](unsigned chance) { return random() / 16 % 8 < chance; };
  std::deque<std::uint64_t> expected;
  std::uint32_t offered = 0, done = 0;
  UnitModel::Outputs stalled;
  for (int cycle = 0; done < kCount; ++cycle) {
    ASSERT_LT(cycle, 5000);
    if (!model.offers() && offered < kCount && !happens(gaps)) {
      const Operands operands = operands_of(unit, offered);
      expected.push_back(fold(plan, operands));
      model.offer(kFirstId + offered++, operands);
    }
    const bool ready = !happens(stalls);
    const UnitModel::Outputs out = model.cycle(ready);
    if (stalled.valid) {
      EXPECT_TRUE(out.valid);
      EXPECT_EQ(out.id, stalled.id);
      EXPECT_EQ(out.d, stalled.d);
    }
    stalled = out;
    stalled.valid = out.valid && !ready;
    if (!out.valid || !ready) continue;
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(out.id, kFirstId + done++);
    EXPECT_EQ(out.d, expected.front());
    expected.pop_front();
  }
}

// Ports of 16 to 2048 bits, with scales, with metadata and without.
TEST_F(UnitModelTest, EveryBitGoesThroughEveryPort) {
  for (const char* id :
       {"volta/mma.m8n8k4.f32.f16.f16.f32", "ampere/mma.m8n8k4.f64.f64.f64.f64",
        "ampere/mma.m16n8k8.f16.f16.f16.f16", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
        "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
        "hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3", "hopper/wgmma.sp.m64nNk16.f32.tf32.tf32"}) {
    SCOPED_TRACE(id);
    const Unit& unit = catalog().find(id);
    const Plan plan = make_plan(unit);
    const UnitLibrary library(fold_unit(plan), id, cache_);
    expect_all_in_order(library, unit, plan, 0, 0, 1);
    expect_all_in_order(library, unit, plan, 4, 0, 2);
    expect_all_in_order(library, unit, plan, 0, 6, 3);
    expect_all_in_order(library, unit, plan, 3, 3, 0xffffffff);
  }
}

TEST_F(UnitModelTest, ResultsComeAfterTheLatency) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Plan plan = make_plan(unit);
  const UnitLibrary library(fold_unit(plan), "the unit", cache_);
  UnitModel model(library, plan);
  for (int cycle = 0; cycle < 5; ++cycle) EXPECT_FALSE(model.cycle().valid);
  model.offer(7, operands_of(unit, 1));
  EXPECT_TRUE(model.cycle().ready);
  EXPECT_FALSE(model.offers());
  for (int cycle = 1; cycle < testing::kFoldLatency; ++cycle) EXPECT_FALSE(model.cycle().valid);
  EXPECT_TRUE(model.cycle().valid);
  EXPECT_FALSE(model.cycle().valid);
}

TEST_F(UnitModelTest, ThreadsHaveModelsOfTheirOwn) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Plan plan = make_plan(unit);
  const UnitLibrary library(fold_unit(plan), "the unit", cache_);
  std::vector<std::thread> threads;
  for (std::uint32_t seed = 1; seed <= 4; ++seed)
    threads.emplace_back([&, seed] { expect_all_in_order(library, unit, plan, 2, 2, seed); });
  for (std::thread& thread : threads) thread.join();
}

TEST_F(UnitModelTest, UnitsOfDifferentPlansAreLoadedAtOnce) {
  const Unit &narrow = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32"),
             &wide = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  const Plan narrow_plan = make_plan(narrow), wide_plan = make_plan(wide);
  const UnitLibrary one(fold_unit(narrow_plan), "one", cache_);
  const UnitLibrary other(fold_unit(wide_plan), "other", cache_);
  expect_all_in_order(one, narrow, narrow_plan, 1, 1, 1);
  expect_all_in_order(other, wide, wide_plan, 1, 1, 1);
  EXPECT_NE(message_of<std::logic_error>([&] { UnitModel(one, wide_plan); }).find("ports"),
            std::string::npos);
}

TEST_F(UnitModelTest, AFailedAssertionIsAnError) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Plan plan = make_plan(unit);
  const UnitLibrary library(fold_unit(plan, "id_i != 3"), "the unit", cache_);
  UnitModel model(library, plan);
  model.offer(2, operands_of(unit, 1));
  EXPECT_TRUE(model.cycle().ready);
  model.offer(3, operands_of(unit, 1));
  const std::string message = message_of<std::logic_error>([&] { model.cycle(); });
  EXPECT_TRUE(message.starts_with("the unit: fold_unit.sv:")) << message;
  EXPECT_NE(message.find("assertion"), std::string::npos) << message;
}

TEST_F(UnitModelTest, AMistakeIsToldInOneLineWithItsLog) {
  Rtl rtl = fold_unit(make_plan(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32")));
  rtl.files.back().text += "module broken; assign = 1; endmodule\n";
  const std::string message =
      message_of<EnvironmentError>([&] { const UnitLibrary library(rtl, "the unit", cache_); });
  EXPECT_TRUE(message.starts_with("the unit: verilator failed: %Error: fold_unit.sv:")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  const std::size_t log = message.find("; see ");
  ASSERT_NE(log, std::string::npos) << message;
  EXPECT_NE(testing::text_of(message.substr(log + 6)).find("%Error"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
