// SPDX-License-Identifier: Apache-2.0
// One RTL for several pairs of formats, another for each operation.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/verilated/unit_model.h"
#include "printed_name.h"
#include "random/random_operands.h"
#include "rtl/families.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

struct SeveralFormats {
  const char* name;
  std::vector<const char*> ids;
  int grid_step = 1;
};

class VerilatedFormats : public testing::WithVerilator,
                         public ::testing::WithParamInterface<SeveralFormats> {};

TEST_P(VerilatedFormats, AreSelectedByOperation) {
  std::vector<Unit> units;
  for (const char* id : GetParam().ids) {
    units.push_back(of_few_lanes(id));
    if (GetParam().grid_step > 1)
      units.back() =
          units.back().with("product.exponent_grid.step", std::to_string(GetParam().grid_step));
  }
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

const std::vector<const char*> kFp8{"hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
                                    "hopper/wgmma.m64nNk32.f32.e5m2.e5m2",
                                    "hopper/wgmma.m64nNk32.f32.e5m2.e4m3"};
INSTANTIATE_TEST_SUITE_P(
    Of, VerilatedFormats,
    ::testing::Values(
        SeveralFormats{"fp8", kFp8}, SeveralFormats{"coarse_exponents", kFp8, 8},
        SeveralFormats{
            "a_sparse_a",
            {"hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3", "hopper/wgmma.sp.m64nNk64.f32.e5m2.e5m2",
             "hopper/wgmma.sp.m64nNk64.f32.e5m2.e4m3"}},
        SeveralFormats{"integers_with_a_sign_and_without",
                       {"hopper/wgmma.m64nNk32.s32.s8.u8", "hopper/wgmma.m64nNk32.s32.u8.s8",
                        "hopper/wgmma.m64nNk32.s32.s8.s8", "hopper/mma.m16n8k32.s32.s4.u4.s32"}}),
    OwnName());

}  // namespace
}  // namespace mmasc
