// SPDX-License-Identifier: Apache-2.0
// The text emitted for a unit has parameters, wires and instances, and no word of SystemVerilog
// besides.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/rtl/identifier.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "rtl/wiring.h"

namespace mmasc {
namespace {

// The constants of mmasc_pkg that place a descriptor's fields, by the kind with which they begin.
std::map<std::string, std::set<std::string>> fields_of_kinds(const std::string& package) {
  std::map<std::string, std::set<std::string>> fields;
  static const std::regex kPlace(R"(localparam ((FORMAT|SCALE|GROUP|SUM|TREE|ROUND)_\w+) = )");
  for (std::sregex_iterator place(package.begin(), package.end(), kPlace), end; place != end;
       ++place)
    if (place->str(1) != place->str(2) + "_BITS")  // the size of all
      fields[place->str(2)].insert(place->str(1));
  return fields;
}

// Every descriptor has each field of its kinds once, by its name.
TEST(EmittedRtl, DescriptorsHaveEveryFieldOnceByName) {
  std::set<std::string> kinds;
  for (const Unit& unit : catalog().units()) {
    SCOPED_TRACE(unit.instruction.id);
    const std::vector<RtlFile> files = emit_rtl_files({&unit, 1}, "unit");
    const auto fields =
        fields_of_kinds(std::ranges::find(files, "mmasc_pkg.sv", &RtlFile::name)->text);
    const std::string& text = unit_file(files).text;
    static const std::regex kDescriptor(R"(localparam [^;]*;)"), kField(R"(<< mmasc_pkg::(\w+))");
    for (std::sregex_iterator each(text.begin(), text.end(), kDescriptor), end; each != end;
         ++each) {
      const std::string descriptor = each->str();
      std::multiset<std::string> named;
      std::set<std::string> expected;
      for (std::sregex_iterator field(descriptor.begin(), descriptor.end(), kField); field != end;
           ++field) {
        const std::string name = field->str(1), kind = name.substr(0, name.find('_'));
        named.insert(name);
        kinds.insert(kind);
        expected.insert(fields.at(kind).begin(), fields.at(kind).end());
      }
      ASSERT_FALSE(expected.empty()) << descriptor;
      ASSERT_TRUE(std::ranges::equal(named, expected)) << descriptor;
    }
  }
  EXPECT_EQ(kinds.size(), 6u);  // all were seen
}

// Of every seventh row, and some random datapaths; of all in the long tests.
TEST(EmittedRtl, IsWiringForRows) { expect_wiring_of_rows(7); }
TEST(EmittedRtl, IsWiringForRandomDatapaths) { expect_wiring_of_random_units(60); }

// The stages are the same text whatever the unit.
TEST(EmittedRtl, HasTheSameStagesForEveryRow) {
  const auto stages_of = [](const char* id) {
    std::string text;
    const Unit& unit = catalog().find(id);
    for (const RtlFile& file : emit_rtl_files({&unit, 1}, "unit"))
      if (file.name.starts_with("mmasc_")) text += file.name + file.text;
    return text;
  };
  const std::string of_fused = stages_of("hopper/mma.m16n8k16.f32.f16.f16.f32");
  EXPECT_FALSE(of_fused.empty());
  EXPECT_EQ(of_fused, stages_of("cdna2/v_mfma_f32_32x32x8f16"));
}

TEST(EmittedRtl, LateCIsAModuleOfItsOwn) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k32.f16.e4m3.e4m3.f16");
  ASSERT_TRUE(plan_sequence(unit).late_c.has_value());
  const auto files = emit_rtl_files({&unit, 1}, "unit");
  EXPECT_EQ(std::ranges::count(files, "unit_late_c.sv", &RtlFile::name), 1);
}

TEST(EmittedRtl, UnitsOfOneRtlDifferInTheFormatsOfAAndBAlone) {
  const auto emit = [](const char* x, const char* y) {
    const Unit units[] = {catalog().find(x), catalog().find(y)};
    return emit_rtl_files(units, "unit");
  };
  EXPECT_NO_THROW(
      emit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "hopper/wgmma.m64nNk32.f32.e5m2.e5m2"));
  EXPECT_THROW(emit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "hopper/wgmma.m64nNk32.f16.e4m3.e4m3"),
               InputError);
  EXPECT_THROW(emit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "ada/mma.m16n8k16.f32.f16.f16.f32"),
               InputError);
  EXPECT_THROW(emit("hopper/mma.m16n8k16.f16.f16.f16.f16", "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16"),
               InputError);  // another order
  EXPECT_THROW(emit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"),
               InputError);
}

TEST(EmittedRtl, AModulesNameIsAnIdentifier) {
  const Unit& unit = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  for (const char* name : {"", "9a", "a-b", "a b", "mmasc_sum", "_a", "\xc3\xa4", "module", "wire"})
    EXPECT_THROW(emit_rtl_files({&unit, 1}, name), InputError) << name;
  EXPECT_EQ(identifier_of(unit.instruction.id), "hopper_mma_m16n8k16_f32_f16_f16_f32");
}

TEST(Covering, HasRoomForEveryElement) {
  for (const Format& x : shipped_formats())
    for (const Format& y : shipped_formats()) {
      if (x.storage_bits() > 32 || y.storage_bits() > 32) continue;
      const Format both[] = {x, y};
      const Format cover = covering(both);
      for (const Format& format : both) {
        EXPECT_LE(cover.least_exponent(), format.least_exponent());
        EXPECT_GE(cover.greatest_exponent(), format.greatest_exponent());
        EXPECT_GE(cover.fraction_bits, format.fraction_bits);
      }
      EXPECT_EQ(cover.least_exponent(), std::min(x.least_exponent(), y.least_exponent()));
    }
}

}  // namespace
}  // namespace mmasc
