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

TEST(Load, NamesFileLineAndKey) {
  EXPECT_EQ(load_error("lanes = 4\n"),
            "f.toml:1: lanes: unknown table; use one of \"format\", \"datapath\", \"instruction\", "
            "\"structure\"");
  EXPECT_EQ(load_error("\n[datapaht.x]\n"),
            "f.toml:2: datapaht: unknown table; did you mean \"datapath\"?");
  EXPECT_EQ(load_error("[datapath.x]\nlane = 4\n"),
            "f.toml:2: datapath.x.lane: unknown field; did you mean \"lanes\"?");
  EXPECT_EQ(load_error("[datapath.x]\nlanes = 1.5\n"),
            "f.toml:2: datapath.x.lanes: a fraction cannot be used; write a whole number, 1..64");
  EXPECT_EQ(load_error("[datapath.x]\nlanes = true\n"),
            "f.toml:2: datapath.x.lanes: a truth value cannot be used; write a whole number, "
            "1..64");
  EXPECT_EQ(load_error("[datapath.x]\n"), "f.toml:1: datapath.x: \"lanes\" is missing; add it");
  EXPECT_EQ(load_error("datapath = 3\n"),
            "f.toml:1: datapath: a number cannot be used; write a table [datapath.NAME]");
  EXPECT_EQ(load_error("[datapath]\nx = 3\n"),
            "f.toml:2: datapath.x: a number cannot be used; write a table of fields");
  EXPECT_EQ(load_error("[datapath.\"a b\"]\n"),
            "f.toml:1: datapath.\"a b\": is not a name; use letters, digits and any of _ . -");
  EXPECT_EQ(load_error("[structure.x]\nadder_tree.radix = 129\n"),
            "f.toml:2: structure.x.adder_tree.radix: 129 is out of range; use 2..128");
}

TEST(Load, NamesTheLineOfWhatNeedsTheWholeRow) {
  EXPECT_EQ(load_error("[datapath.\"my.dot\"]\nlanes = 4\nresult = { format = \"f32\" }\nsum = [\n"
                       "  { name = \"dot\", terms = [\"products\"] },\n"
                       "  { name = \"all\", terms = [\"dto\", \"c\"] },\n]\n"),
            "f.toml:6: datapath.\"my.dot\".sum.all.terms[0]: unknown term \"dto\"; did you mean "
            "\"dot\"?");
  EXPECT_EQ(load_error(kDatapath + "[instruction.\"my/dot\"]\nshape = { m = 1, n = 1, k = 6 }\n"
                                   "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                                   "datapath = \"my.dot\"\n"),
            "f.toml:6: instruction.\"my/dot\".shape.k: 6 is not a multiple of the datapath's 4 "
            "lanes; use 8");
}

TEST(Load, ChecksADatapathForTheLanesInUse) {
  EXPECT_EQ(load_error(R"([datapath.halves]
lanes  = 4
sum    = [{ name = "dot", terms = ["products[0:2]", "products[2:4]", "c"] }]
result = { format = "f32" }
[instruction."my/short"]
shape    = { m = 1, n = 1, k = 2 }
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "halves"
)"),
            "f.toml:8: instruction.\"my/short\".datapath: \"halves\" does not fit: "
            "sum.dot.terms[1]: elements [2:4] are outside \"products\"; use [0:2]");
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

TEST(Load, RefusesNamesUsedTwice) {
  EXPECT_EQ(load_error(kDatapath + kInstruction +
                       "[instruction.\"my/{x}\"]\nshape = { m = 1, n = 1, k = 4 }\n"
                       "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                       "datapath = \"my.dot\"\neach = { x = \"dot\" }\n"),
            "f.toml:9: instruction.\"my/dot\": is defined on line 5 too; rename one");
}

TEST(Load, RefusesIdsWithoutAnArchitecture) {
  const std::string mend = ": is not an id; write ARCH/NAME of letters, digits and any of _ . : -";
  EXPECT_EQ(load_error("[instruction.dot]\n"), "f.toml:1: instruction.dot" + mend);
  EXPECT_EQ(load_error("[instruction.\"a/b/c\"]\n"), "f.toml:1: instruction.\"a/b/c\"" + mend);
  EXPECT_EQ(load_error("[instruction.\"a/{x}\"]\n"),
            "f.toml:1: instruction.\"a/{x}\"" + mend + ", or each for {x}");
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

TEST(Load, RefusesATableTwice) {
  EXPECT_EQ(load_error("[datapath.x]\n[datapath.x]\n"),
            "f.toml:2: this table or key stands here a second time; rename one of the two");
}

}  // namespace
}  // namespace mmasc
