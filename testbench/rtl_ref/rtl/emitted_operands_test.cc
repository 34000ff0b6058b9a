// SPDX-License-Identifier: Apache-2.0
// The text of a unit has ports and modules for what the unit has, and for nothing else; units of
// one RTL differ in the formats of a and b alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "mmasc/arith/sparsity.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

struct Text {
  const char *file, *part = "";
};

bool has(const std::vector<RtlFile>& files, const Text& text) {
  const auto at = std::ranges::find(files, text.file, &RtlFile::name);
  return at != files.end() && at->text.find(text.part) != std::string::npos;
}

// Each text stands in the RTL of `with`, and not in that of `without`.
void expect_only_in(const Unit& with, const Unit& without, const std::vector<Text>& texts) {
  const auto files = emit_rtl_files({&with, 1}, "unit");
  const auto others = emit_rtl_files({&without, 1}, "unit");
  for (const Text& text : texts) {
    EXPECT_TRUE(has(files, text)) << text.file << ": " << text.part;
    EXPECT_FALSE(has(others, text)) << text.file << ": " << text.part;
  }
}

TEST(EmittedRtl, HasRandomBitsOnlyWhereTheyAreDrawn) {
  expect_only_in(stochastic_unit(1), random_unit(1),
                 {{"unit.sv", "random_i"}, {"mmasc_beside.sv"}});
}

TEST(EmittedRtl, HasFlagsOnlyWhereTheyAreRaised) {
  const Unit flagged = flagged_units().front();
  expect_only_in(flagged, flagged.with("result.flags", "none"),
                 {{"unit.sv", "flags_o"},
                  {"mmasc_quiet_nan.sv"},
                  {"mmasc_status_flags.sv"},
                  {"mmasc_beside.sv"}});
}

TEST(EmittedRtl, HasAPortOfTheTensorScaleOnlyWhereThereIsOne) {
  const Unit& without = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  expect_only_in(
      without.with("instruction.tensor_scale", "f32"), without,
      {{"unit.sv", "[31:0] st_i /* 1 element of 32 bits */"}, {"unit.sv", "scale_i({st_i})"}});
}

TEST(EmittedRtl, HasMetadataOnlyWhereAIsSparse) {
  const Unit& sparse = catalog().find("ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32");
  expect_only_in(sparse, dense_unit(sparse),
                 {{"unit.sv", "[31:0] metadata_i /* 16 elements of 2 bits */"},
                  {"unit.sv", "metadata_i(metadata_i)"},
                  {"unit.sdc", " metadata_i*"},
                  {"README.md", "`metadata_i`"}});
  const auto files = emit_rtl_files({&sparse, 1}, "unit");
  EXPECT_TRUE(has(files, {"unit.sv", "[127:0] a_i /* 32 elements of 4 bits */"}));
  EXPECT_TRUE(has(files, {"unit.sv", "[255:0] b_i /* 64 elements of 4 bits */"}));
}

TEST(EmittedRtl, UnitsOfOneRtlDifferInTheFormatsOfAAndBAlone) {
  const auto find = [](const char* id) { return catalog().find(id); };
  const Unit e4m3 = find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
             e5m2 = find("hopper/wgmma.m64nNk32.f32.e5m2.e5m2"),
             sparse_e4m3 = find("hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3"),
             sparse_e5m2 = find("hopper/wgmma.sp.m64nNk64.f32.e5m2.e5m2");
  const auto scaled = [](const Unit& unit, const char* format) {
    return unit.with("instruction.tensor_scale", format);
  };
  const std::pair<Unit, Unit> kAlike[] = {
      {e4m3, e5m2}, {scaled(e4m3, "f32"), scaled(e5m2, "f32")}, {sparse_e4m3, sparse_e5m2}};
  for (const auto& [x, y] : kAlike) EXPECT_NO_THROW(emit_rtl_files(std::array{x, y}, "unit"));
  const std::pair<Unit, Unit> kOther[] = {
      {e4m3, e4m3},
      {e4m3, find("hopper/wgmma.m64nNk32.f16.e4m3.e4m3")},
      {e4m3, find("ada/mma.m16n8k16.f32.f16.f16.f32")},
      {find("hopper/mma.m16n8k16.f16.f16.f16.f16"),
       find("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16")},  // another order
      {scaled(e4m3, "f32"), scaled(e5m2, "bf16")},
      {scaled(e4m3, "f32"), e5m2},
      {e4m3, scaled(e5m2, "f32")},
      {sparse_e4m3, dense_unit(sparse_e5m2)},
      {dense_unit(sparse_e4m3), sparse_e5m2}};
  for (const auto& [x, y] : kOther)
    EXPECT_THROW(emit_rtl_files(std::array{x, y}, "unit"), InputError)
        << x.instruction.id << ", " << y.instruction.id;
}

}  // namespace
}  // namespace mmasc
