// SPDX-License-Identifier: Apache-2.0
// RTL of units with a tensor-wide scale.
#include <algorithm>

#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class TensorScaledRtl : public testing::WithVerilator {};

TEST_F(TensorScaledRtl, AgreesOnUnitsNobodyBuilt) {
  expect_rtl_of_first_agrees(tensor_scaled_unit, 1);
}

TEST_F(TensorScaledRtl, AgreesBesideScalesOfBlocks) {
  const Unit unit = catalog()
                        .find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.2X.ue8m0")
                        .with("instruction.tensor_scale", "f32");
  expect_rtl_agrees(unit, 3, 400);
}

TEST(EmittedRtl, HasAPortOfTheTensorScaleOnlyWhereThereIsOne) {
  const Unit& without = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  const Unit with = without.with("instruction.tensor_scale", "f32");
  for (const Unit& unit : {without, with}) {
    const auto files = emit_rtl_files({&unit, 1}, "unit");
    const std::string text = std::ranges::find(files, "unit.sv", &RtlFile::name)->text;
    const bool is_scaled = unit.instruction.tensor_scale != nullptr;
    EXPECT_EQ(text.find("[31:0] st_i /* 1 element of 32 bits */") != std::string::npos, is_scaled);
    EXPECT_EQ(text.find("scale_i({st_i})") != std::string::npos, is_scaled);
  }
}

TEST(EmittedRtl, UnitsOfOneRtlAreScaledAlike) {
  const auto emit = [](const Unit& x, const Unit& y) {
    const Unit units[] = {x, y};
    return emit_rtl_files(units, "unit");
  };
  const Unit &e4m3 = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
             &e5m2 = catalog().find("hopper/wgmma.m64nNk32.f32.e5m2.e5m2");
  const auto scaled = [](const Unit& unit, const char* format) {
    return unit.with("instruction.tensor_scale", format);
  };
  EXPECT_NO_THROW(emit(scaled(e4m3, "f32"), scaled(e5m2, "f32")));
  EXPECT_THROW(emit(scaled(e4m3, "f32"), scaled(e5m2, "bf16")), InputError);
  EXPECT_THROW(emit(scaled(e4m3, "f32"), e5m2), InputError);
  EXPECT_THROW(emit(e4m3, scaled(e5m2, "f32")), InputError);
}

}  // namespace
}  // namespace mmasc
