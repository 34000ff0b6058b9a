// SPDX-License-Identifier: Apache-2.0
// The numbers that are read from the tools' reports, and the stages that the tools are given.
#include "mmasc/cost/yosys.h"

#include <gtest/gtest.h>

#include <map>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr const char* kStat = R"(
27. Printing statistics.

=== stage ===

   Number of wires:               7867
   Number of cells:                 14
     $_DFFE_PN0P_                    1
     $_DFFE_PP_                      5
     AND2X2                          8

   Area for cell type $_DFFE_PP_ is unknown!

   Chip area for module '\stage': 227522.250000

)";

TEST(Yosys, CellsAndAreaAreRead) {
  const CellCounts counts = parse_stat(kStat);
  EXPECT_EQ(counts.cells,
            (std::map<std::string, int>{{"$_DFFE_PN0P_", 1}, {"$_DFFE_PP_", 5}, {"AND2X2", 8}}));
  EXPECT_EQ(counts.total(), 14);
  EXPECT_EQ(counts.generic(), 6);
  EXPECT_EQ(counts.area, 227522.25);
  EXPECT_EQ(parse_stat("").total(), 0);
  EXPECT_EQ(parse_stat("   Number of cells:  0\n\n   other 3\n").total(), 0);
}

TEST(Yosys, TheLastDelayIsRead) {
  EXPECT_EQ(parse_delay("ABC: Area = 1.00 (100.0 %)   Delay = 19501.58 ps  (  2.0 %)\n"), 19501.58);
  EXPECT_EQ(parse_delay("Delay = 12 ps\nDelay =     9.5 ps"), 9.5);
  EXPECT_EQ(parse_delay("\x1b[1;35mDelay =   971.8 ps\x1b[0m"), 971.8);
  EXPECT_EQ(parse_delay("\x1b[1;35mDelay =\x1b[0m   971.8 ps"), 971.8);
  EXPECT_EQ(parse_delay("Don't call ABC as there is nothing to map."), 0);
}

TEST(Yosys, TheFirstErrorIsFound) {
  EXPECT_EQ(first_error_of("note\nx.sv:3: ERROR: syntax error\nERROR: other\n"),
            "x.sv:3: ERROR: syntax error");
  EXPECT_EQ(first_error_of("killed\n"), "killed");
  EXPECT_EQ(first_error_of(""), "");
}

std::map<std::string, std::string> lone_texts(const char* field, const char* value) {
  const Unit& volta = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Plan plan = make_plan(field == nullptr ? volta : volta.with(field, value));
  std::map<std::string, std::string> texts;
  for (const LoneInstance& each : emit_rtl(RtlUnit(plan), "unit").lone_instances)
    texts[each.name] = each.text;
  return texts;
}

// A field changes the stages that obey it and no others.
TEST(LoneInstances, ChangeWithTheirFields) {
  const auto plain = lone_texts(nullptr, "");
  EXPECT_EQ(plain.size(), 5u);
  const auto changed = [&](const char* field, const char* value) {
    std::vector<std::string> names;
    for (const auto& [name, text] : lone_texts(field, value))
      if (plain.at(name) != text) names.push_back(name);
    return names;
  };
  EXPECT_EQ(changed("result.rounding", "nearest_even"),
            std::vector<std::string>{"u_normalizer_result"});
  EXPECT_EQ(changed("structure.multiplier.registers", "2"),
            std::vector<std::string>{"u_multiplier"});
}

// Every instance of every stage is there, and none says where it stands.
TEST(LoneInstances, AreAllOfThem) {
  const Plan plan = make_plan(catalog().find("cdna2/v_mfma_f32_32x32x8f16"));
  const Rtl rtl = emit_rtl(RtlUnit(plan), "unit");
  std::vector<std::string> names, lone;
  for (const StageRegisters& stage : rtl.stages)
    for (const StageRegisters::Instance& instance : stage.instances) names.push_back(instance.name);
  for (const LoneInstance& each : rtl.lone_instances) {
    lone.push_back(each.name);
    for (const char* place : {"_SUM_", "_GROUP_", "_ROUND(", "RESULT_ROUND"})
      EXPECT_EQ(each.text.find(std::string("(") + place), std::string::npos) << each.text;
    EXPECT_EQ(each.text.find("_1_"), std::string::npos) << each.text;
  }
  EXPECT_EQ(names, lone);
  EXPECT_GT(names.size(), 8u);
}

TEST(LoneInstances, HoldTheirParametersAndNoPorts) {
  const std::string text = lone_texts(nullptr, "").at("u_aligner_0");
  EXPECT_NE(text.find("module mmasc_lone"), std::string::npos);
  EXPECT_NE(text.find(".SUM({P"), std::string::npos);
  EXPECT_NE(text.find("localparam [479:0] P"), std::string::npos);
  EXPECT_NE(text.find("u_stage ();"), std::string::npos);
  EXPECT_EQ(text.find("ALIGNER_0"), std::string::npos);
}

TEST(Yosys, RecipesDiffer) {
  EXPECT_NE(abc_script(SynthesisRecipe::area), abc_script(SynthesisRecipe::speed));
  EXPECT_NE(abc_script(SynthesisRecipe::area).find("stime"), std::string::npos);
  EXPECT_NE(abc_script(SynthesisRecipe::speed).find("stime"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
