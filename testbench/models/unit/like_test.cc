// SPDX-License-Identifier: Apache-2.0
// Datapaths that say only in what they differ from another, and tables that make several.
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/shipped_rows.h"
#include "rows.h"

namespace mmasc {
namespace {

// An instruction over the datapath.
std::string dot_of(const std::string& datapath) {
  return "[instruction.\"my/" + datapath + "\"]\nshape = { m = 1, n = 1, k = 4 }\n" +
         "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\ndatapath = \"" + datapath + "\"\n";
}

Datapath datapath_of(const Unit& unit) {
  Datapath row = unit.datapath;
  row.name = "";
  return row;
}

TEST(Like, TakesWhatItDoesNotSay) {
  const Catalog rows =
      load(kDatapath + "zero_sign = \"ieee\"\n[datapath.other]\nlike = \"my.dot\"\nlanes = 2\n" +
           "result = { format = \"f32\", rounding = \"down\" }\n" + kInstruction + dot_of("other"));
  const Unit &base = rows.units()[0], &other = rows.units()[1];
  EXPECT_EQ(other.datapath.name, "other");
  EXPECT_EQ(other.lanes(), 2);
  EXPECT_EQ(other.datapath.zero_sign, ZeroSign::ieee);
  EXPECT_EQ(other.datapath.sums, base.datapath.sums);
  EXPECT_EQ(other.datapath.result.rounding, Rounding::down);
}

TEST(Like, AFieldReplacesTheOtherAsAWhole) {
  const Catalog rows = load(
      "[datapath.base]\nlanes = 4\nsum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\n"
      "result = { format = \"f32\", nan = \"7fc00001\" }\n"
      "[datapath.other]\nlike = \"base\"\nresult = { format = \"f32\" }\n" +
      dot_of("other"));
  EXPECT_FALSE(rows.units()[0].datapath.result.nan.has_value());
}

TEST(Like, BasesStandAnywhereAndOnOneAnother) {
  const Catalog rows = load(
      "[datapath.third]\nlike = \"second\"\n[datapath.second]\nlike = \"my.dot\"\n"
      "zero_sign = \"ieee\"\n" +
      kDatapath + dot_of("third"));
  EXPECT_EQ(rows.units()[0].datapath.zero_sign, ZeroSign::ieee);
  EXPECT_EQ(rows.units()[0].lanes(), 4);
}

TEST(Like, AShippedDatapathMayBeTheBase) {
  const Unit unit = parse_unit(
      "[datapath.mine]\nlike = \"hopper.fp8_f32\"\nzero_sign = \"ieee\"\n"
      "[instruction.\"my/dot\"]\nshape = { m = 64, n = 8, k = 32 }\n"
      "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\ndatapath = \"mine\"\n");
  Datapath expected = datapath_of(fp8());
  expected.zero_sign = ZeroSign::ieee;
  EXPECT_EQ(datapath_of(unit), expected);
}

// What is undecided of a shipped datapath need not fit a sum of one's own.
TEST(Like, QuestionsOfTheBaseCanBeDropped) {
  const auto text = [](const std::string& undecided) {
    return "[datapath.mine]\nlike = \"cdna3.f16\"\nlanes = 4\n" + undecided +
           "sum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\n" + dot_of("mine");
  };
  EXPECT_EQ(parse_unit(text("undecided = []\n")).undecided().size(), 0u);
  EXPECT_NE(input_error([&] { (void)parse_unit(text("")); }).find("\"mine\": undecided: --set"),
            std::string::npos);
}

TEST(Like, AWrittenRowHasItsFieldsItself) {
  const Unit& unit = catalog().find("rdna4/v_dot2_bf16_bf16");
  const std::string text = to_toml(unit);
  EXPECT_EQ(text.find("like"), std::string::npos) << text;
  EXPECT_EQ(datapath_of(parse_unit(text)), datapath_of(unit));
}

TEST(Like, AnErrorOfAShippedFieldIsOnTheLineThatAskedForIt) {
  EXPECT_EQ(input_error([] {
              (void)parse_unit(
                  "[datapath.x]\nlike = \"cdna2.f16\"\n"
                  "result = { format = \"s32\", overflow = \"wrap\" }\n");
            }),
            "row:2: datapath.x.zero_sign: s32 is an integer, which has no -0; remove it");
}

TEST(Like, BoundsTheBasesOnOneAnother) {
  std::string text = "[datapath.x0]\nlike = \"none\"\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    text.insert(0, "[datapath.x" + n + "]\nlike = \"x" + before + "\"\n");
  }
  EXPECT_EQ(load_error(text),
            "f.toml:66: datapath.x8.like: more than 32 datapaths stand on one another; name an "
            "earlier one");
}

TEST(EachDatapath, IsOneForEveryCombination) {
  const std::string text =
      "[datapath.\"my.{n}{x}\"]\nlanes = \"{n}\"\nlike = \"my.dot\"\n"
      "result = { format = \"{x}\" }\neach = { n = [2, 4], x = [\"f32\", \"bf16\"] }\n" +
      kDatapath;
  const Catalog rows = load(text + dot_of("my.2f32") + dot_of("my.4f32"));
  EXPECT_EQ(rows.units()[0].lanes(), 2);
  EXPECT_EQ(rows.units()[1].lanes(), 4);
  EXPECT_EQ(load_error(text + "[datapath.\"my.4f32\"]\nlike = \"my.dot\"\n"),
            "f.toml:10: datapath.\"my.4f32\": is defined on line 1 too; rename one");
}

// A table that is read alone finds its base in other tables.
TEST(EachDatapath, IsReadAloneAsWithOthers) {
  const std::string text = kDatapath + "[datapath.\"my.{n}\"]\nlike = \"my.dot\"\n" +
                           "lanes = \"{n}\"\neach = [\n  { n = 2 },\n  { n = 4 },\n]\n" +
                           dot_of("my.4") + dot_of("my.2");
  const EmbeddedFile files[] = {{"f.toml", text}};
  const ShippedRows alone(files);
  const Catalog whole = load(text);
  ASSERT_EQ(alone.ids(), whole.ids());
  EXPECT_TRUE(equal(alone.unit(1), whole.units()[1]));
  EXPECT_TRUE(equal(alone.unit(0), whole.units()[0]));
  EXPECT_EQ(alone.datapath_names(), (Names{"my.dot", "my.2", "my.4"}));
}

}  // namespace
}  // namespace mmasc
