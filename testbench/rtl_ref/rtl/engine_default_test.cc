// SPDX-License-Identifier: Apache-2.0
// The engine rtl: steps, late C, scales and GEMMs, on operations whose result is c whatever the
// unit. That units are right, others test.
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/engine.h"
#include "random/operation_batch.h"
#include "rtl/families.h"
#include "rtl/folder.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

using testing::message_of;

class RtlEngineTest : public testing::WithVerilator {};

// 0 * 0 + c, c = 1.0, 1.25, 1.5, 1.75, 1.0, ...
OperationBatch sums_of_zeros(const Unit& unit, int count) {
  OperationBatch batch(unit);
  const Format& c = *unit.instruction.c;
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
    const auto scales = static_cast<std::size_t>(unit.scales());
    Case x = random_operands(unit, 1);
    x[Operand::a].assign(k, 0);
    x[Operand::b].assign(k, 0);
    x[Operand::sa].assign(scales, 0x38);  // 2^-71, or 1.0 of ue4m3
    x[Operand::sb].assign(scales, 0x38);
    x.c() = one(c) | std::uint64_t(i % 4) << (c.exponent_low() - 2);
    batch.add(x);
  }
  return batch;
}

void expect_the_bits_of_the_reference(const Unit& unit, const Engine& engine, int count) {
  const OperationBatch batch = sums_of_zeros(unit, count);
  EXPECT_EQ(batch.run(engine), batch.run(*make_reference_engine(unit)));
}

// One step and several, c widened and not, C first and late, with scales.
TEST_F(RtlEngineTest, CGoesThroughEveryStep) {
  for (const char* id :
       {"volta/mma.m8n8k4.f32.f16.f16.f32", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16",
        "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"}) {
    SCOPED_TRACE(id);
    const Unit unit = of_few_lanes(id);
    const auto engine = make_rtl_engine(unit);
    EXPECT_EQ(engine->name(), "rtl");
    for (const int count : {0, 1, 2, 300}) expect_the_bits_of_the_reference(unit, *engine, count);
  }
}

TEST_F(RtlEngineTest, ThreadsMayShareOne) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const auto engine = make_rtl_engine(unit);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { expect_the_bits_of_the_reference(unit, *engine, 200); });
  for (std::thread& thread : threads) thread.join();
}

// As on a machine without Verilator.
TEST(RtlEngine, AMissingVerilatorIsNamed) {
  ::setenv("PATH", "/nonexistent", 1);
  EXPECT_EQ(message_of<EnvironmentError>(
                [] { make_rtl_engine(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32")); }),
            "verilator not found: apt-get install verilator");
}

TEST_F(RtlEngineTest, AFolderThatCannotBeWrittenIsNamed) {
  const testing::Folder folder;
  std::ofstream(folder.path() / "file") << "";
  ::setenv("XDG_CACHE_HOME", (folder.path() / "file").c_str(), 1);
  const std::string message = message_of<EnvironmentError>(
      [] { make_rtl_engine(catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32")); });
  EXPECT_NE(message.find((folder.path() / "file").string()), std::string::npos) << message;
}

}  // namespace
}  // namespace mmasc
