// SPDX-License-Identifier: Apache-2.0
// Ranks moved into a stage by the tools there are; a pipeline that is another stage is refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "cost/tools_here.h"
#include "mmasc/cost/cut.h"
#include "mmasc/cost/library.h"
#include "mmasc/cost/pipeline.h"
#include "mmasc/cost/retiming.h"
#include "mmasc/cost/yosys.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/verilated/text_file.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

constexpr int kRanks = 3;

class Retimed : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
      GTEST_SKIP() << missing;
    library_at({}).put_into(folder_.path());
    const Unit unit = catalog()
                          .find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3")
                          .with("lanes", "2")
                          .with("dot.fraction_bits", "10");
    const Rtl rtl = emit_rtl(RtlUnit(make_plan(unit)), "unit");
    std::vector<RtlFile> files(rtl.files.begin(), rtl.files.end() - 1);
    elastic_ = *std::ranges::find(files, "mmasc_elastic.sv", &RtlFile::name);
    files.push_back({"lone.sv", rtl.segments.back().modules.front().text});  // the normalizer
    logic_ = map_logic(files, folder_.path(), tools());
  }

  RetimingTools tools() const {
    return {abc_script(SynthesisRecipe::area), "a stage", folder_.path() / "failed", {}};
  }

  // The data path that retime() proves, of a pipeline that `spoil` may have changed.
  template <class Spoil>
  std::string refusal(Spoil&& spoil) {
    Netlist pipeline =
        data_path(parse_blif(testing::text_of(folder_.path() / "pipeline.blif"), [&] {
          OutputPins pins = output_pins(logic_.mapped);
          pins[kDataRegister] = pins[kHandshakeRegister] = "Q";
          return pins;
        }()));
    spoil(pipeline);
    try {
      prove_pipeline(logic_.golden, pipeline, kRanks, folder_.path(), tools());
    } catch (const EnvironmentError& error) {
      return error.what();
    }
    return "";
  }

  const testing::Folder folder_;
  RtlFile elastic_;
  StageLogic logic_;
};

TEST_F(Retimed, IsProvedAndWhatDiffersIsRefused) {
  ASSERT_EQ(logic_.arrivals.size(), logic_.mapped.cells.size());
  const double whole = *std::ranges::max_element(logic_.arrivals);
  const RetimedCounts counts = retime(logic_, kRanks, elastic_, folder_.path(), tools());
  EXPECT_NEAR(counts.delay / whole, 1.0 / kRanks, 0.1);
  EXPECT_GT(counts.flip_flops, kRanks * static_cast<int>(logic_.golden.outputs.size()) / 2);
  EXPECT_EQ(refusal([](Netlist&) {}), "");

  const std::string not_proved = "a stage: not proved to be the same with its registers moved: ";
  // A gate that is another, in the first piece and in the last.
  const auto gate = [](Netlist& pipeline, bool is_first) {
    std::vector<Netlist::Cell*> gates;
    for (Netlist::Cell& cell : pipeline.cells)
      if (cell.type == "NAND2X1") gates.push_back(&cell);
    ASSERT_FALSE(gates.empty());
    (is_first ? gates.front() : gates.back())->type = "NOR2X1";
  };
  for (const bool is_first : {true, false})
    EXPECT_TRUE(refusal([&](Netlist& pipeline) {
                  gate(pipeline, is_first);
                }).starts_with(not_proved + "abc's cec does not say"));
  // A path that lacks a register: it has fewer than others, or its ranks are mixed up.
  const std::string lacks = refusal([](Netlist& pipeline) {
    const auto first = std::ranges::find_if(pipeline.cells, &Netlist::Cell::is_register);
    const int around = first->output, before = first->inputs[0];
    pipeline.cells.erase(first);
    for (Netlist::Cell& cell : pipeline.cells) std::ranges::replace(cell.inputs, around, before);
    std::ranges::replace(pipeline.outputs, around, before);
  });
  EXPECT_TRUE(lacks.starts_with(not_proved + "paths to ") ||
              lacks.starts_with(not_proved + "registers of rank "))
      << lacks;
  // Two outputs for each other.
  EXPECT_TRUE(refusal([](Netlist& pipeline) {
                std::swap(pipeline.outputs.front(), pipeline.outputs.back());
              }).starts_with(not_proved));
}

TEST_F(Retimed, IsKeptAsText) {
  const StageLogic again = read_stage_logic(text_of(logic_));
  EXPECT_EQ(blif_of(again.golden), blif_of(logic_.golden));
  EXPECT_EQ(blif_of(again.mapped), blif_of(logic_.mapped));
  ASSERT_EQ(again.arrivals.size(), logic_.arrivals.size());
  for (std::size_t i = 0; i < again.arrivals.size(); ++i)
    EXPECT_NEAR(again.arrivals[i], logic_.arrivals[i], 0.1);
  EXPECT_EQ(cut_into(3, again.mapped, again.arrivals), cut_into(3, logic_.mapped, logic_.arrivals));
}

}  // namespace
}  // namespace mmasc
