// SPDX-License-Identifier: Apache-2.0
// The pictures: well-formed, whole, and with the plan's and the trace's own numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/presentation/datapath.h"
#include "mmasc/presentation/datapath_tree.h"
#include "mmasc/presentation/pipeline_occupancy.h"
#include "mmasc/presentation/stage_bands.h"
#include "mmasc/presentation/waterfall_svg.h"
#include "mmasc/text/svg.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/catalog.h"
#include "pictures/xml.h"

namespace mmasc {
namespace {

using testing::count_of;
using testing::words_of;
using testing::xml_fault;

bool has(const std::vector<std::string>& words, const std::string& part) {
  return std::ranges::find(words, part) != words.end();
}

// The leaves and sums below a node, those that folds stand for among them.
int leaves_of(const DatapathNode& node) {
  if (node.kind == DatapathNode::Kind::fold) return node.count;
  if (node.kind != DatapathNode::Kind::sum) return 1;
  int leaves = 0;
  for (const DatapathNode& term : node.terms) leaves += leaves_of(term);
  return leaves;
}

TEST(XmlFault, IsFound) {
  EXPECT_EQ(xml_fault("<a b=\"1>2\"><c/>x &amp; y</a>"), "");
  for (const char* bad : {"<a>", "</a>", "<a></b>", "<a>&</a>", "<a b=\"<\"/>", "<a"})
    EXPECT_NE(xml_fault(bad), "") << bad;
}

TEST(SvgText, IsEscapedAndMeasuredInLetters) {
  Svg svg;
  svg.text(0, 0, "a < b & \"c\" \x01");
  EXPECT_EQ(xml_fault(svg.finish("<title>")), "");
  EXPECT_EQ(Svg::text_width("\u00fc\u00fc"), Svg::text_width("ab"));
}

// Nothing is drawn outside the picture: the words end within its width.
TEST(SvgText, TheViewBoxHoldsAllWords) {
  Svg svg;
  svg.text(100, 0, std::string(50, 'm'));
  svg.text(0, 0, std::string(50, 'm'), Svg::Anchor::end);
  EXPECT_GE(svg.right(), 100 + Svg::text_width(std::string(50, 'm')));
  const std::string text = svg.finish("words");
  const auto at = text.find("viewBox=\"") + 9;
  double left = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), left);
  EXPECT_LE(left, -Svg::text_width(std::string(50, 'm')));
}

TEST(DatapathPicture, OfEveryUnitIsWellFormedAndHasAllStages) {
  int drawn = 0;
  for (const Unit& unit : catalog().units()) {
    const Plan plan = make_plan(unit);
    const std::string svg = datapath_svg(unit, plan);
    ASSERT_EQ(xml_fault(svg), "") << unit.instruction.id;
    const auto words = words_of(svg);
    EXPECT_TRUE(has(words, unit.instruction.id));
    EXPECT_TRUE(has(words, fmt::format("cycle {}", plan.latency()))) << unit.instruction.id;
    EXPECT_TRUE(has(words, "d: " + std::string(plan.d.name))) << unit.instruction.id;
    for (const SumPlan& sum : plan.sums)
      EXPECT_NE(
          svg.find(fmt::format("{} x {} bits", sum.addend_count, addend_bits(plan, sum, 0).most())),
          svg.npos)
          << unit.instruction.id;
    ++drawn;
  }
  EXPECT_EQ(drawn, static_cast<int>(catalog().units().size()));
  EXPECT_GT(drawn, 0);
}

TEST(DatapathTree, CountsEveryLaneAndC) {
  for (const char* id : {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "cdna2/v_mfma_f32_16x16x16f16",
                         "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0"}) {
    const Plan plan = make_plan(catalog().find(id));
    const DatapathNode root = datapath_tree(plan);
    EXPECT_EQ(root.kind, DatapathNode::Kind::sum);
    EXPECT_EQ(leaves_of(root), plan.lanes() + 1) << id;
  }
}

TEST(StageBands, SumUpTheRegistersOfThePlan) {
  const Plan plan = make_plan(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"));
  const auto bands = stage_bands(plan);
  int registers = 0;
  for (const StageBand& band : bands) registers += band.registers;
  EXPECT_EQ(registers, plan.latency());
  EXPECT_EQ(bands.back().cycle, plan.latency());
}

struct Traced {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16");
  Sequence sequence{unit};
  std::vector<std::uint64_t> a, b;
  Trace result;

  Traced() {
    a = {0xf000, 0xb800, 0xb400, 0xb000};  // -8192, -0.5, -0.25, -0.125
    b = {0x6400, 0x3c00, 0x3c00, 0x3c00};  // 1024, 1, 1, 1
    a.resize(16);
    b.resize(16);
    result = trace(sequence, view(case_of(a, b, 0x4b000000)));  // c is 8388608
  }
};

// The published example: what is below 2^-2 is dropped, the one bit of p3.
TEST(WaterfallPicture, ShowsWhatIsDroppedAndSaysD) {
  const Traced traced;
  const std::string svg = waterfall_svg(traced.unit, traced.result);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_TRUE(has(words_of(svg), "d = bf400000  -0.75"));
  EXPECT_EQ(count_of(svg, "class=\"lost1\""), 2);  // the legend's and p3's
  EXPECT_TRUE(has(words_of(svg), "drops -0.125"));
  EXPECT_EQ(count_of(svg, "class=\"window\""), 3);  // the legend's, the aligner's, the tree's
}

TEST(WaterfallPicture, OfEveryUnitIsWellFormed) {
  int drawn = 0;
  for (const Unit& unit : catalog().units()) {
    const Sequence sequence(unit);
    const auto k = static_cast<std::size_t>(unit.instruction.shape.k);
    const std::vector<std::uint64_t> a(static_cast<std::size_t>(unit.products()),
                                       one(*unit.instruction.a)),
        b(k, one(*unit.instruction.b)), metadata(static_cast<std::size_t>(unit.metadata()), 1);
    const auto blocks = unit.instruction.scale
                            ? a.size() / static_cast<std::size_t>(unit.instruction.scale->block)
                            : 0;
    const std::vector<std::uint64_t> scales(blocks, 1);
    const Format* const whole = unit.instruction.tensor_scale;
    const std::vector<std::uint64_t> tensor_scale(whole ? 1 : 0, whole ? one(*whole) : 0);
    const std::string svg =
        waterfall_svg(unit, trace(sequence, view(case_of(a, b, 0,
                                                         {{Operand::sa, scales},
                                                          {Operand::sb, scales},
                                                          {Operand::st, tensor_scale},
                                                          {Operand::metadata, metadata}}))));
    ASSERT_EQ(xml_fault(svg), "") << unit.instruction.id;
    EXPECT_GT(count_of(svg, "class=\"kept1\""), 1) << unit.instruction.id;
    ++drawn;
  }
  EXPECT_EQ(drawn, static_cast<int>(catalog().units().size()));
}

TEST(Occupancy, HasACellForWhatEachRegisterHolds) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16");
  Occupancy occupancy;
  occupancy.registers = {"dot_0.multiplier.rank0", "dot_0.aligner_0.rank0"};
  for (std::uint64_t id = 0; id < 3; ++id)
    for (std::size_t r = 0; r < 2; ++r) occupancy.held.push_back({1 + id + r, r, id});
  const std::string svg = occupancy_svg(unit, occupancy, 3);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_EQ(count_of(svg, "<rect"), 1 + 6);  // the paper, and the cells
  EXPECT_NE(svg.find("cycle 4, dot_0.aligner_0.rank0: operation 2, step 1"), svg.npos);
}

TEST(Occupancy, FoldsManyCycles) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16");
  Occupancy occupancy;
  occupancy.registers = {"r"};
  for (std::uint64_t id = 0; id < 5000; ++id) occupancy.held.push_back({1 + id, 0, id});
  const std::string svg = occupancy_svg(unit, occupancy, 5000);
  EXPECT_LT(count_of(svg, "<rect"), 200);
  EXPECT_NE(svg.find("cycle 5000, r"), svg.npos);
  EXPECT_EQ(svg.find("cycle 2000, r"), svg.npos);
}

}  // namespace
}  // namespace mmasc
