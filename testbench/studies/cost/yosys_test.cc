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

// The same by Yosys 0.66.
constexpr const char* kNewerStat = R"(
27. Printing statistics.

=== stage ===

        +----------Local Count, excluding submodules.
        |        +-Local Area, excluding submodules.
        |        |
     7867        - wires
        7 2.28E+05 cells
        1        -   $_DFFE_PN0P_
        5        -   $_DFFE_PP_
        1        -   $scopeinfo
        8        - submodules
        8      256   AND2X2

   Area for cell type $_DFFE_PP_ is unknown!

   Chip area for module '\stage': 227522.250000
     of which used for sequential elements: 0.000000 (0.00%)

)";

TEST(Yosys, CellsAndAreaAreRead) {
  for (const char* stat : {kStat, kNewerStat}) {
    const CellCounts counts = parse_stat(stat);
    EXPECT_EQ(counts.cells,
              (std::map<std::string, int>{{"$_DFFE_PN0P_", 1}, {"$_DFFE_PP_", 5}, {"AND2X2", 8}}));
    EXPECT_EQ(counts.total(), 14);
    EXPECT_EQ(counts.generic(), 6);
    EXPECT_EQ(counts.area, 227522.25);
  }
  EXPECT_EQ(parse_stat("   14 cells\n    8   LUT4\n    6   $_DFF_P_\n").total(), 14);
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
  for (const RtlSegment& segment : emit_rtl(RtlUnit(plan), "unit").segments)
    for (const LoneModule& each : segment.modules) texts[each.name] = each.text;
  return texts;
}

// A field changes the stages that obey it and no others.
TEST(LoneModules, ChangeWithTheirFields) {
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
TEST(LoneModules, AreAllOfThem) {
  const Plan plan = make_plan(catalog().find("cdna2/v_mfma_f32_32x32x8f16"));
  const Rtl rtl = emit_rtl(RtlUnit(plan), "unit");
  std::vector<std::string> names, lone;
  for (const StageRegisters& stage : rtl.stages)
    for (const StageRegisters::Instance& instance : stage.instances) names.push_back(instance.name);
  for (const RtlSegment& segment : rtl.segments)
    for (const LoneModule& each : segment.modules) {
      lone.push_back(each.name);
      for (const char* place : {"_SUM_", "_GROUP_", "_ROUND(", "RESULT_ROUND"})
        EXPECT_EQ(each.text.find(std::string("(") + place), std::string::npos) << each.text;
      EXPECT_EQ(each.text.find("_1_"), std::string::npos) << each.text;
    }
  EXPECT_EQ(names, lone);
  EXPECT_GT(names.size(), 8u);
}

TEST(LoneModules, HoldTheirParametersAndNoPorts) {
  const std::string text = lone_texts(nullptr, "").at("u_aligner_0");
  EXPECT_NE(text.find("module mmasc_lone"), std::string::npos);
  EXPECT_NE(text.find(".SUM({P"), std::string::npos);
  EXPECT_NE(text.find("localparam [639:0] P"), std::string::npos);
  EXPECT_NE(text.find("u_stage ();"), std::string::npos);
  EXPECT_EQ(text.find("ALIGNER_0"), std::string::npos);
}

// Stages without registers between them: one module with the ports that others are at.
TEST(LoneModules, AreOfSegments) {
  const Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const Plan plan = make_plan(unit.with("structure.aligner.registers", "0"));
  const std::vector<Segment> segments = segments_of(plan);
  ASSERT_EQ(segments, (std::vector<Segment>{{0, 0}, {1, 2}, {3, 3}, {4, 4}}));
  EXPECT_EQ(segment_name(plan, segments[1]), "aligner_0 to adder_tree_0_0");
  EXPECT_EQ(segment_name(plan, segments[2]), "adder_tree_0_1");
  const Rtl rtl = emit_rtl(RtlUnit(plan), "unit"),
            plain = emit_rtl(RtlUnit(make_plan(unit)), "unit");
  ASSERT_EQ(rtl.segments.size(), 4u);
  ASSERT_EQ(rtl.segments[1].modules.size(), 1u);
  const std::string& text = rtl.segments[1].modules[0].text;
  for (const char* part : {"mmasc_aligner #(", "mmasc_adder_tree_level #(", "  input  logic [4:0] ",
                           "output logic [ID_BITS-1:0] ", "module mmasc_lone;"})
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  EXPECT_EQ(text.find("aligner_0"), std::string::npos) << text;
  // Stages that keep their registers are as in the unit that leaves out none.
  for (const auto& [own, other] : {std::pair{0, 0}, std::pair{2, 3}, std::pair{3, 4}})
    EXPECT_EQ(rtl.segments[static_cast<std::size_t>(own)].modules[0].text,
              plain.segments[static_cast<std::size_t>(other)].modules[0].text);
}

// Whoever writes one into the cost of a unit finds the stages that it has.
TEST(LoneModules, AreAllStagesOnce) {
  for (const char* registers : {"0", "1"})
    for (const Unit& each : catalog().units()) {
      const Plan plan = make_plan(each.with("structure.adder_tree.registers_per_level", registers));
      int next = 0;
      for (const Segment& segment : segments_of(plan)) {
        EXPECT_EQ(segment.first, next);
        next = segment.last + 1;
        EXPECT_GT(plan.stages[segment.last].registers, 0);
      }
      EXPECT_EQ(next, plan.stages.size());
    }
}

TEST(Yosys, RecipesDiffer) {
  EXPECT_NE(abc_script(SynthesisRecipe::area), abc_script(SynthesisRecipe::speed));
  EXPECT_NE(abc_script(SynthesisRecipe::area).find("stime"), std::string::npos);
  EXPECT_NE(abc_script(SynthesisRecipe::speed).find("stime"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
