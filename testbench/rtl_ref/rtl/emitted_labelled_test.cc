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
#include "random/random_unit.h"

namespace mmasc {
namespace {

std::string without_comments(const std::string& text) {
  static const std::regex kComments(R"(//[^\n]*|/\*[^*]*\*/)");
  return std::regex_replace(text, kComments, "");
}

// Words that are neither names nor numbers, and every sign.
void expect_only_wiring(const RtlFile& unit) {
  static const std::set<std::string> kAllowed = {
      "module", "endmodule", "parameter", "localparam", "input", "output", "logic", "wire",
      "(",      ")",         "[",         "]",          "{",     "}",      ",",     ";",
      ".",      ":",         "::",        "#",          "=",     "<",      "|"};
  // The one range that depends on a parameter of the module's own.
  // What looks on stands there only where a word is defined.
  static const std::regex kOnlooker(
      R"(`ifdef MMASC_[A-Z]+\n  \w+ #\(\.ID_BITS\(ID_BITS\)\) u_\w+ \(\.\*\);\n`endif\n)");
  const std::string text =
      std::regex_replace(std::regex_replace(without_comments(unit.text), kOnlooker, ""),
                         std::regex(R"(ID_BITS-1:0)"), "7:0");
  static const std::regex kToken(R"(\d+'[bdh][0-9a-f]+|\d+|[A-Za-z_]\w*|::|\S)");
  static const std::regex kNumber(R"(\d.*)");
  static const std::regex kName(R"(u_\w+|mmasc_\w+|[A-Z][A-Z0-9_]*|\w+_[io]|\w+_ni|unit)");
  static const std::regex kWire(
      R"((multiplier|aligner|adder_tree|normalizer|unused)(_[a-z0-9]+)+|nan_word|quiet_nan)");
  for (std::sregex_iterator token(text.begin(), text.end(), kToken), end; token != end; ++token) {
    const std::string word = token->str();
    ASSERT_TRUE(kAllowed.contains(word) || std::regex_match(word, kNumber) ||
                std::regex_match(word, kName) || std::regex_match(word, kWire))
        << word;
  }
}

const RtlFile& unit_file(const std::vector<RtlFile>& files) {
  return *std::ranges::find(files, "unit.sv", &RtlFile::name);
}

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

// The sample is of every so manyth row, and of so many random datapaths.
struct Sample {
  std::size_t stride;
  std::uint64_t random;
};
class Wiring : public ::testing::TestWithParam<Sample> {};

TEST_P(Wiring, IsAllThatRowsHave) {
  const auto& units = catalog().units();
  for (std::size_t u = 0; u < units.size(); u += GetParam().stride) {
    SCOPED_TRACE(units[u].instruction.id);
    expect_only_wiring(unit_file(emit_rtl_files({&units[u], 1}, "unit")));
    if (HasFatalFailure()) return;
  }
}

TEST_P(Wiring, IsAllThatRandomDatapathsHave) {
  std::uint64_t emitted = 0;
  for (std::uint64_t seed = 0; seed < GetParam().random && !HasFatalFailure(); ++seed) {
    const Unit unit = random_unit(seed);
    try {
      expect_only_wiring(unit_file(emit_rtl_files({&unit, 1}, "unit")));
      ++emitted;
    } catch (const RowError&) {
    }
  }
  EXPECT_GT(emitted, GetParam().random / 2);
}

INSTANTIATE_TEST_SUITE_P(Default, Wiring, ::testing::Values(Sample{7, 60}));
INSTANTIATE_TEST_SUITE_P(Long, Wiring, ::testing::Values(Sample{1, 3000}));

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
