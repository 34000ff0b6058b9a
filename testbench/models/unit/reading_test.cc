// SPDX-License-Identifier: Apache-2.0
// Whole files read, by Catalog::add.
#include "mmasc/unit/formats.h"
#include "rows.h"

namespace mmasc {
namespace {

TEST(Load, ReadsADatapathAndItsInstruction) {
  const Catalog rows = load(kInstruction + kDatapath);
  ASSERT_EQ(rows.units().size(), 1u);
  const Unit& unit = rows.units()[0];
  EXPECT_EQ(unit.instruction.id, "my/dot");
  EXPECT_EQ(unit.datapath.name, "my.dot");
  EXPECT_EQ(unit.structure, Structure{});
  EXPECT_EQ(unit.instruction.a, find_format("f16"));
}

TEST(Load, RefusesTextThatIsNotToml) {
  const auto error = load_error("[datapath.x\n");
  EXPECT_EQ(error.find("f.toml:1: "), 0u) << error;
  EXPECT_NE(error.find("; write it as TOML 1.0"), error.npos) << error;
  EXPECT_EQ(error.find('\n'), error.npos) << error;
}

// toml++ 3.3 runs into undefined behaviour on some of these.
TEST(Load, RefusesCharactersOutsideOfQuotesBeforeParsing) {
  for (const char* text : {"\xef\xba\x3f = 1\n", "a = \xef\xba\x3f\n", "[a.!]\n", "\x01 = 1\n"})
    EXPECT_EQ(
        load_error(text),
        "f.toml:1: a character that may only stand in quotes or behind #; write \"...\" around "
        "the text")
        << text;
  EXPECT_EQ(load_error("\xef\xbb\xbf# \xc3\xa4!\nx = \"\xc3\xa4!\"\n"),
            "f.toml:2: x: unknown table; use one of \"format\", \"datapath\", \"instruction\", "
            "\"structure\"");
}

TEST(Load, RefusesTablesWithoutANameBeforeParsing) {
  for (const char* name : {"{ x = 1 }", ".a]", "=]", " , ]", "#]\n]", "\n]", "[{]]", "[ [a]]",
                           "\r\n]", "+]", "[\t.]]"})
    EXPECT_EQ(load_error("[[format]]\n[" + std::string(name) + "\n"),
              "f.toml:2: a table without a name; write [name]")
        << name;
  for (const char* text : {"[]\n", "[[]]\n", "[", "[["}) {
    const auto error = load_error(text);
    EXPECT_NE(error.find("; write it as TOML 1.0"), error.npos) << error;
  }
  EXPECT_EQ(load_error("a = [\n[{ x = 1 }],\n[\n.5]]\n").find("a table without"),
            std::string::npos);
  EXPECT_EQ(load_error("[ 'x y' ]\n[ \"z\".a ]\n").substr(0, 25), "f.toml:1: \"x y\": unknown ");
}

TEST(Load, RefusesQuotesInsideOfWordsBeforeParsing) {
  for (const char* text :
       {"a = 16_x'\xc8\xa1'\n", "a = 1.'\xc8\xa1'\n", "a = [1, 1.'\xc8\xa1']\n", "a\"b\" = 1\n",
        "a = { b = 1.\"\xc8\xa1\" }\n", "a = { b = [ c.'x' ] }\n", "[a'b']\n"})
    EXPECT_EQ(load_error(text), "f.toml:1: a quote inside a word; write \"...\" around all of it")
        << text;
  EXPECT_EQ(load_error("a.\"b c\" = { d.'e f' = [\"g\",'h'], i.\"j\" = 1 }\n['k'.\"l m\"]\n")
                .substr(0, 24),
            "f.toml:1: a: unknown tab");
}

TEST(Load, RefusesBracketsThatDoNotMatchBeforeParsing) {
  for (const char* text : {"a = [1,}\n", "a = [}\n", "a = { b = [ { c = 1 }, } ]\n"})
    EXPECT_EQ(load_error(text), "f.toml:1: a } that closes no {; write ]") << text;
  EXPECT_NE(load_error("a = {]\n").find("; write it as TOML 1.0"), std::string::npos);
}

TEST(Load, BoundsTheTree) {
  std::string sums;
  for (int i = 0; i < 33; ++i)
    sums += "{ name = \"s" + std::to_string(i) + "\", terms = [\"c\"] },";
  EXPECT_EQ(
      load_error("[datapath.x]\nlanes = 1\nresult = { format = \"f32\" }\nsum = [" + sums + "]\n"),
      "f.toml:4: datapath.x.sum: 33 sums are too many; use up to 32");
  // Thirty sums of 32 groups each, every one a row of 32 one-term adders.
  sums = "{ name = \"s0\", terms = [\"products\"], groups = 32 },";
  for (int i = 1; i < 30; ++i)
    sums += "{ name = \"s" + std::to_string(i) + "\", terms = [\"s" + std::to_string(i - 1) +
            "\"], groups = 32 },";
  EXPECT_EQ(load_error("[datapath.x]\nlanes = 32\nresult = { format = \"f32\" }\nsum = [" + sums +
                       "{ name = \"all\", terms = [\"s29\", \"c\"] }]\n"),
            "f.toml:4: datapath.x.sum: 961 adders are too many; use up to 130");
}

TEST(Load, BoundsTextsBeforeParsing) {
  std::string dots, deep;
  for (int i = 0; i < 20000; ++i) dots += "a.";
  EXPECT_EQ(load_error("\n[" + dots + "b]\n"),
            "f.toml:2: a line of more than 4096 characters; break it");
  EXPECT_EQ(load_error("\n[" + dots.substr(0, 66) + "b]\n"),
            "f.toml:2: a key of more than 33 parts; write shorter keys");
  for (int i = 0; i < 17; ++i) deep += "x = [{\n";
  EXPECT_EQ(load_error(deep), "f.toml:17: brackets more than 32 deep; nest less");
  EXPECT_EQ(load_error(std::string((4 << 20) + 1, '\n')),
            "f.toml:1: a text of more than 4 MiB; split it");
  const std::string marks(40, '['), points(40, '.');
  load("# " + marks + points + "\n" + kDatapath + kInstruction + "note = '" + marks + points +
       "'\nsass = \"\"\"\"" + marks + "\"\\\"" + points + "\"\"\"\"\"\n");
}

}  // namespace
}  // namespace mmasc
