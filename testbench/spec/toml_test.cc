// SPDX-License-Identifier: Apache-2.0
// Reading, validating, writing and changing rows. Errors are compared whole: file, line, key,
// reason and mend are the interface of whoever writes a row.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "spec/catalog.h"
#include "spec/error.h"
#include "spec/rows.h"

namespace mmasc {
namespace {

bool equal(const Unit& x, const Unit& y) {
  return x.instruction == y.instruction && x.datapath == y.datapath && x.structure == y.structure;
}

template <class Function>
std::string input_error(Function function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// --- Single fields of one unit, by Unit::with.

const Unit& fp8() { return catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"); }
const Unit& fp4() {
  return catalog().find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3");
}
const Unit& chained() { return catalog().find("ada/mma.m16n8k16.f32.f16.f16.f32"); }
const Unit& pairwise() { return catalog().find("cdna2/v_mfma_f32_32x32x8f16"); }

struct WithError {
  const Unit& (*unit)();
  std::string path, value, error;
};

void PrintTo(const WithError& row, std::ostream* out) { *out << row.path << '=' << row.value; }

class WithErrors : public testing::TestWithParam<WithError> {};

TEST_P(WithErrors, AreOneLineWithThePathAndTheMend) {
  const auto& row = GetParam();
  EXPECT_EQ(input_error([&] { (void)row.unit().with(row.path, row.value); }), row.error);
}

INSTANTIATE_TEST_SUITE_P(
    Types, WithErrors,
    testing::Values(
        WithError{fp8, "lanes", "x", "lanes: a text cannot be used; write a whole number, 1..64"},
        WithError{fp8, "lanes", "65", "lanes: 65 is out of range; use 1..64"},
        WithError{fp8, "lanes", "0", "lanes: 0 is out of range; use 1..64"},
        WithError{fp8, "lanes", "[1]",
                  "lanes: an array cannot be used; write a whole number, 1..64"},
        WithError{fp8, "lanes", "", "lanes: \"lanes\" is missing; add it"},
        WithError{fp8, "dot.fraction_bits", "4401",
                  "sum.dot.fraction_bits: 4401 is out of range; use 0..4400"},
        WithError{fp8, "dot.fraction_bits", "all",
                  "sum.dot.fraction_bits: unknown value \"all\"; use \"exact\" or 0..4400"},
        WithError{fp8, "dot.zero_exponent", "none",
                  "sum.dot.zero_exponent: unknown value \"none\"; use \"own\", \"ignored\" or "
                  "-4400..4400"},
        WithError{fp8, "dot.groups", "33", "sum.dot.groups: 33 is out of range; use 1..32"},
        WithError{fp8, "dot.terms", "c",
                  "sum.dot.terms: a text cannot be used; write an array, as [ ... ]"},
        WithError{
            fp8, "dot.terms", "[\"products[0]\", \"c\"]",
            "sum.dot.terms[0]: \"products[0]\" is not a term; write NAME, NAME.even, NAME.odd "
            "or NAME[FIRST:END]"},
        WithError{fp8, "dot.terms", "[{ from = \"products\", vanishes_bellow = 3 }, \"c\"]",
                  "sum.dot.terms[0].vanishes_bellow: unknown field; did you mean "
                  "\"vanishes_below\"?"},
        WithError{fp8, "result.format", "f33",
                  "result.format: unknown format \"f33\"; did you mean \"f32\"?"},
        WithError{fp8, "result.rounding", "nearest_evn",
                  "result.rounding: unknown value \"nearest_evn\"; did you mean "
                  "\"nearest_even\"?"},
        WithError{fp8, "flush.inputs", "1",
                  "flush.inputs: a number cannot be used; write one of \"none\", \"to_plus_zero\", "
                  "\"keep_sign\""},
        WithError{fp8, "zero_sign", "always_minus",
                  "zero_sign: unknown value \"always_minus\"; use one of \"plus\", \"ieee\""},
        WithError{fp8, "result.nan", "0x7f",
                  "result.nan: \"0x7f\" is not hexadecimal; write up to 16 digits, no 0x"},
        WithError{fp8, "instruction.shape.n", "8..256",
                  "instruction.shape.n: \"8..256\" is not a range; write a number or "
                  "\"MIN..MAX:STEP\""},
        WithError{fp8, "instruction.shape.n", "8..255:8",
                  "instruction.shape.n: \"8..255:8\" is an empty or uneven range; let MIN < MAX "
                  "within 1..65536, a multiple of STEP apart"},
        WithError{fp8, "structure.adder_tree.radix", "1",
                  "structure.adder_tree.radix: 1 is out of range; use 2..128"}));

INSTANTIATE_TEST_SUITE_P(
    Paths, WithErrors,
    testing::Values(
        WithError{fp8, "dto.fraction_bits", "3",
                  "dto.fraction_bits: unknown field \"dto\"; did you mean \"dot\"?"},
        WithError{fp8, "dot.fracton_bits", "3",
                  "sum.dot.fracton_bits: unknown field; did you mean \"fraction_bits\"?"},
        WithError{fp8, "structure.adder_tre.radix", "2",
                  "structure.adder_tre: unknown field; did you mean \"adder_tree\"?"},
        WithError{fp8, "lanes.x", "3", "lanes.x: names no field; write the field's name after it"},
        WithError{fp8, "dot", "3", "dot: names no field; write the field's name after it"},
        WithError{fp8, "", "3",
                  ": unknown field \"\"; use one of \"lanes\", \"flush\", \"product\", "
                  "\"zero_sign\", \"sum\", \"result\", \"structure\", \"instruction\", \"dot\""},
        WithError{fp8, "instruction.datapath", "ada.f64",
                  "instruction.datapath: names another row; write a file with the instruction you "
                  "want"}));

INSTANTIATE_TEST_SUITE_P(
    Sums, WithErrors,
    testing::Values(
        WithError{fp8, "sum", "[]", "sum: there is no sum; add one with products and c"},
        WithError{fp8, "dot.terms", "[]",
                  "sum.dot.terms: a sum needs a term; write as [\"products\", \"c\"]"},
        WithError{fp8, "dot.terms", "[\"product\", \"c\"]",
                  "sum.dot.terms[0]: unknown term \"product\"; did you mean \"products\"?"},
        WithError{fp8, "dot.terms", "[\"products\", \"c\", \"c\"]",
                  "sum.dot.terms[2]: c is used twice; use every product, c and sum once"},
        WithError{fp8, "dot.terms", "[\"products\", \"products.odd\", \"c\"]",
                  "sum.dot.terms[1]: products[1] is used twice; use every product, c and sum once"},
        WithError{fp8, "dot.terms", "[\"products\"]",
                  "sum: c is used nowhere; add it to a sum's terms"},
        WithError{fp8, "dot.terms", "[\"products[0:8]\", \"products[16:32]\", \"c\"]",
                  "sum: products[8:16] is used nowhere; add it to a sum's terms"},
        WithError{fp8, "dot.terms", "[\"products[0:33]\", \"c\"]",
                  "sum.dot.terms[0]: elements [0:33] are outside \"products\"; use [0:32]"},
        WithError{fp8, "dot.terms", "[\"products\", \"c.even\"]",
                  "sum.dot.terms[1]: \"c\" has one element; write \"c\""},
        WithError{fp8, "dot.terms", "[\"products\", \"c\", \"dot\"]",
                  "sum.dot.terms[2]: \"dot\" is not defined yet; a sum takes earlier sums only, "
                  "move it further up"},
        WithError{pairwise, "pairs.terms", "[\"accumulate\"]",
                  "sum.pairs.terms[0]: \"accumulate\" is not defined yet; a sum takes earlier sums "
                  "only, move it further up"},
        WithError{pairwise, "pairs.round_to", "",
                  "sum.pairs.round_to: every two-term sum of a tree rounds; add round_to"},
        WithError{pairwise, "pairs.round_to", "ue8m0",
                  "sum.pairs.round_to: ue8m0 has no sign and serves as a scale only; use a signed "
                  "format"},
        WithError{fp8, "dot.name", "result",
                  "sum.result.name: \"result\" is taken; choose another name"},
        WithError{pairwise, "pairs.name", "c", "sum.c.name: \"c\" is taken; choose another name"},
        WithError{fp8, "dot.name", "a_name_that_is_much_too_long_for_it",
                  "sum.a_name_that_is_much_too_long_for_it.name: "
                  "\"a_name_that_is_much_too_long_for_it\" is not a name; use up to 31 letters, "
                  "digits and _"},
        WithError{fp8, "dot.groups", "2",
                  "sum.dot.terms[1]: c cannot be cut into 2 groups; add c in a later sum"},
        WithError{pairwise, "pairs.groups", "3",
                  "sum.pairs.groups: 4 elements of \"products\" do not make 3 equal groups; use a "
                  "divisor of 4"},
        WithError{
            fp8, "sum",
            "[{ name = \"first\", terms = [\"c\"] },"
            " { name = \"last\", terms = [\"products\"], groups = 2 }]",
            "sum.last.groups: the last sum is the result and has one group; remove groups, or "
            "add a sum"}));

INSTANTIATE_TEST_SUITE_P(
    Scales, WithErrors,
    testing::Values(
        WithError{fp4, "group.fraction_bits", "20",
                  "sum.group.fraction_bits: fixed-point products are added exactly; write "
                  "\"exact\""},
        WithError{fp4, "group.shape", "pairwise",
                  "sum.group.shape: fixed-point products are added in one sum; write \"fused\""},
        WithError{fp4, "group.groups", "2",
                  "sum.group.groups: products[0] and products[16] of one group have different "
                  "scales; cut the sum into groups within a block of 16"},
        WithError{fp4, "product.round_to", "f32",
                  "product.round_to: a rounded product is not a fixed-point number; remove it, or "
                  "exponent = \"scales\""},
        WithError{fp4, "dot.exponent", "scales",
                  "sum.dot.terms[0]: \"group\" is not a product; a sum with exponent = \"scales\" "
                  "takes products only, add it in a later sum"},
        WithError{
            fp4, "sum",
            "[{ name = \"even\", terms = [\"products.even\"], exponent = \"scales\" },"
            " { name = \"dot\", terms = [\"products.odd\", \"even\", \"c\"] }]",
            "sum.dot.exponent: some products are fixed-point and some are not; write exponent "
            "= \"scales\" in every sum of products, or in none"},
        WithError{fp4, "instruction.scale.format", "f16",
                  "instruction.scale.format: f16 has a sign; use ue8m0 or ue4m3"},
        WithError{fp4, "instruction.scale.block", "24",
                  "instruction.scale.block: 24 does not divide k = 64; use a divisor"},
        WithError{fp4, "instruction.order", "{ modulus = 2, first = [1] }",
                  "instruction.order: the order of scaled elements cannot be changed; remove it"}));

INSTANTIATE_TEST_SUITE_P(
    Results, WithErrors,
    testing::Values(
        WithError{fp8, "result.format", "e2m1",
                  "result.format: e2m1 has no NaN; use a format with one, as f32"},
        WithError{fp8, "result.significand_fraction", "24",
                  "result.significand_fraction: 24 are more bits than f32 has; use 0..23"},
        WithError{fp8, "result.prerounding", "{ significand_fraction = 13, rounding = \"down\" }",
                  "result.prerounding.significand_fraction: 13 bits leave nothing to round to 13; "
                  "use more than 13"},
        WithError{fp8, "result.prerounding", "{ significand_fraction = 31 }",
                  "result.prerounding: \"rounding\" is missing; add it"},
        WithError{fp8, "result.nan", "7f800000",
                  "result.nan: 7f800000 is not a NaN of f32; use 7fc00000, or leave it out"},
        WithError{fp8, "result.nan", "17fffffff",
                  "result.nan: 17fffffff is not a NaN of f32; use 7fc00000, or leave it out"}));

INSTANTIATE_TEST_SUITE_P(
    Instructions, WithErrors,
    testing::Values(
        WithError{chained, "instruction.shape.k", "12",
                  "instruction.shape.k: 12 is not a multiple of the datapath's 8 lanes; use 16"},
        WithError{chained, "instruction.formats.c", "f16",
                  "instruction.formats.c: c is f16 and d is f32, but the d of a step is the c of "
                  "the next; use one format"},
        WithError{fp8, "instruction.formats.a", "ue8m0",
                  "instruction.formats.a: ue8m0 has no sign and serves as a scale only; use a "
                  "signed format"},
        WithError{fp8, "instruction.widen", "e5m2",
                  "instruction.widen: e5m2 does not hold every value of e4m3; use a wider format"},
        WithError{fp8, "instruction.order", "{ modulus = 4, first = [0, 4] }",
                  "instruction.order.first[1]: 4 is no remainder mod 4; use 0..3"},
        WithError{fp8, "instruction.order", "{ modulus = 4, first = [1, 1] }",
                  "instruction.order.first[0]: 1 is listed twice; list it once"},
        WithError{fp8, "instruction.order", "{ modulus = 4 }",
                  "instruction.order: \"first\" is missing; add it"}));

TEST(With, ALateCNeedsTheFormatOfD) {
  const Unit unit = fp8().with("instruction.formats.c", "f16");
  EXPECT_EQ(
      input_error([&] { (void)unit.with("instruction.late_c", "{}"); }),
      "instruction.formats.c: c is f16 and d is f32, but a late c is added in d's format; use "
      "one format");
}

TEST(With, ScaleBlocksFitTheLanes) {
  const Unit unit = fp4().with("sum", "[{ name = \"dot\", terms = [\"products\", \"c\"] }]");
  const Unit wide = unit.with("instruction.scale.block", "64").with("instruction.shape.k", "192");
  EXPECT_EQ(
      input_error([&] { (void)wide.with("instruction.scale.block", "48"); }),
      "instruction.scale.block: blocks of 48 do not fit steps of 64 lanes; let one divide the "
      "other");
}

TEST(With, ChangesOneFieldAndKeepsTheNames) {
  Unit expected = fp8();
  expected.datapath.sums[0].fraction_bits = 17;
  EXPECT_TRUE(equal(fp8().with("dot.fraction_bits", "17"), expected));
  EXPECT_TRUE(equal(fp8().with("sum.dot.fraction_bits", "17"), expected));
  expected.datapath.sums[0].fraction_bits.reset();
  EXPECT_TRUE(equal(fp8().with("dot.fraction_bits", "exact"), expected));
  EXPECT_TRUE(equal(fp8().with("dot.fraction_bits", "\"exact\""), expected));
  EXPECT_TRUE(equal(fp8().with("dot.fraction_bits", ""), expected))
      << "an empty value is the default";
}

TEST(With, ReachesEveryPartOfTheUnit) {
  EXPECT_EQ(fp8().with("lanes", "8").steps(), 4);
  EXPECT_EQ(fp8().with("instruction.shape.k", "64").steps(), 2);
  EXPECT_EQ(fp8().with("structure.adder_tree.radix", "2").structure.adder_tree.radix, 2);
  EXPECT_EQ(fp8().with("flush.inputs", "keep_sign").datapath.flush.inputs, Flush::keep_sign);
  EXPECT_EQ(fp8().with("result.nan", "7fc00000").datapath.result.nan, 0x7fc00000u);
  EXPECT_EQ(fp8()
                .with("dot.terms", "[\"products.odd\", \"products.even\", \"c\"]")
                .datapath.sums[0]
                .terms[0]
                .selection.kind,
            Selection::Kind::odd);
  // Hexadecimal digits that TOML would read as a number.
  const Unit f16 = fp8().with("result", "{ format = \"f16\" }");
  EXPECT_EQ(f16.with("result.nan", "7e00").datapath.result.nan, 0x7e00u);
}

// --- Whole files.

const std::string kDatapath = R"([datapath."my.dot"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f32" }
)";
const std::string kInstruction = R"([instruction."my/dot"]
shape    = { m = 1, n = 1, k = 4 }
formats  = { a = "f16", b = "f16", c = "f32" }
datapath = "my.dot"
)";

std::string load_error(const std::string& text) {
  return input_error([&] {
    Catalog rows;
    rows.add(text, "f.toml");
  });
}

Catalog load(const std::string& text) {
  Catalog rows;
  rows.add(text, "f.toml");
  return rows;
}

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
            "f.toml:1: lanes: unknown table; use one of \"datapath\", \"instruction\", "
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
  EXPECT_EQ(load_error("[instruction.\"a/{x}\"]\n"), "f.toml:1: instruction.\"a/{x}\"" + mend);
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

// --- `each`.

std::string with_each(const std::string& key, const std::string& each) {
  return kDatapath + "[instruction.\"my/" + key + "\"]\nshape = { m = 1, n = 1, k = \"{k}\" }\n" +
         "formats = { a = \"{a}\", b = \"f16\", c = \"f32\" }\ndatapath = \"my.dot\"\n" +
         "mnemonic = \"{A}.{N}\"\neach = " + each + "\n";
}

TEST(Each, TakesEveryCombinationInOrder) {
  const Catalog rows = load(with_each("k{k}.{a}", "{ k = [4, 8], a = [\"f16\", \"bf16\"] }"));
  ASSERT_EQ(rows.units().size(), 4u);
  EXPECT_EQ(rows.units()[0].instruction.id, "my/k4.f16");
  EXPECT_EQ(rows.units()[1].instruction.id, "my/k4.bf16");
  EXPECT_EQ(rows.units()[3].instruction.id, "my/k8.bf16");
  EXPECT_EQ(rows.units()[3].instruction.shape.k, 8);
  EXPECT_EQ(rows.units()[3].instruction.mnemonic, "BF16.{N}") << "{N} is no variable";
}

TEST(Each, TakesTablesOneAfterTheOther) {
  const Catalog rows =
      load(with_each("k{k}.{a}", "[{ k = 4, a = \"f16\" }, { k = [4, 8], a = \"bf16\" }]"));
  ASSERT_EQ(rows.units().size(), 3u);
  EXPECT_EQ(rows.units()[2].instruction.id, "my/k8.bf16");
}

TEST(Each, NamesWhatIsWrong) {
  const std::string place = "f.toml:10: instruction.\"my/{k}.{a}\".each";
  const auto error = [](const std::string& each) { return load_error(with_each("{k}.{a}", each)); };
  EXPECT_EQ(error("3"), place + ": a number cannot be used; write { NAME = [VALUE, ...] }");
  EXPECT_EQ(error("{ k = [] }"), place + ".k: there are no values; write some");
  EXPECT_EQ(error("{ k = [1.5] }"),
            place + ".k: a fraction cannot be used; write texts or numbers");
  EXPECT_EQ(error("{ K = [1] }"), place + ".K: is not a variable's name; use lower-case letters");
  EXPECT_EQ(error("{ k = [4], a = [\"f16\"], z = [1] }"),
            place + ".z: no text has {z}; use it, or remove it");
}

// Every value holds the next variable twice: 2^25 characters, were they written.
TEST(Each, BoundsTheTextsThatValuesMake) {
  std::string variables;
  for (char name = 'a'; name < 'z'; ++name) {
    const std::string next = std::string("{") + static_cast<char>(name + 1) + "}";
    variables += name + (" = \"" + next + next) + "\", ";
  }
  EXPECT_EQ(load_error(kDatapath +
                       "[instruction.\"my/dot\"]\nshape = { m = 1, n = 1, k = 4 }\n"
                       "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
                       "datapath = \"my.dot\"\nnote = \"{a}\"\neach = { " +
                       variables + "z = \"x\" }\n"),
            "f.toml:10: instruction.\"my/dot\".each.k: makes a text of more than 4096 characters; "
            "write shorter texts");
}

// --- Writing.

TEST(ToToml, EveryShippedUnitLoadsAgain) {
  int units = 0;
  for (const auto& unit : catalog().units()) {
    const std::string text = to_toml(unit);
    const Catalog rows = load(text);  // beside nothing,
    ASSERT_EQ(rows.units().size(), 1u) << text;
    Unit again = rows.units()[0];
    EXPECT_EQ(to_toml(again), text) << "names of the user's own stay";
    EXPECT_EQ(again.instruction.id,
              "my/" + unit.instruction.id.substr(unit.instruction.id.find('/') + 1));
    again.instruction.id = unit.instruction.id;
    again.instruction.datapath = unit.instruction.datapath;
    again.datapath.name = unit.datapath.name;
    EXPECT_TRUE(equal(again, unit)) << text;
    ++units;
  }
  EXPECT_EQ(units, 397);
}

TEST(ToToml, WritesEveryField) {
  Unit unit = load(kDatapath + kInstruction).units()[0];
  for (auto [path, value] : std::vector<std::pair<std::string, std::string>>{
           {"flush", "{ inputs = \"keep_sign\", results = \"to_plus_zero\" }"},
           {"product", "{ round_to = \"f32\", rounding = \"to_odd\", infinity_at = -3 }"},
           {"zero_sign", "ieee"},
           {"sum",
            "[{ name = \"tree\", terms = [\"products.even\", { from = \"products.odd\", "
            "fraction_bits = \"exact\", shift_out = \"up\", zero_exponent = \"own\", "
            "vanishes_below = 9 }], fraction_bits = 30, shift_out = \"away\", zero_exponent = "
            "\"ignored\", exponent_floor = -10, groups = 2, shape = \"sequential\", round_to = "
            "\"bf16\", rounding = \"nearest_away\" }, { name = \"dot\", terms = [\"tree[0:1]\", "
            "\"tree[1:2]\", \"c\"], zero_exponent = -7 }]"},
           {"result",
            "{ format = \"f16\", significand_fraction = 5, prerounding = { significand_fraction = "
            "6, rounding = \"up\" }, rounding = \"down\", overflow = \"saturate\", underflow = "
            "\"to_plus_zero\", nan = \"7e00\" }"},
           {"instruction.formats", "{ a = \"e4m3\", b = \"e5m2\", c = \"f16\" }"},
           {"instruction.widen", "f16"},
           {"instruction.order", "{ modulus = 4, first = [3, 0] }"},
           {"instruction.late_c", "{ rounding = \"up\" }"},
           {"instruction.shape", "{ m = 2, n = \"8..24:8\", k = 8, blocks = 3 }"},
           {"instruction.mnemonic", "a \\ \"quoted\" name"},
           {"instruction.evidence",
            "[{ kind = \"derived\", source = \"a\", what = \"b\" }, { kind = \"listed\", source = "
            "\"c\" }]"},
           {"structure.multiplier.registers", "2"},
           {"structure.units", "7"}})
    unit = unit.with(path, value);
  unit.structure.name = "my_default";  // as it is written, for it is not the default any more
  unit.instruction.structure = "my_default";
  Unit again = load(to_toml(unit)).units()[0];
  EXPECT_TRUE(equal(again, unit)) << to_toml(unit) << to_toml(again);
}

TEST(ToToml, IsTheFormOfTheGuide) {
  EXPECT_EQ(to_toml(fp8().with("structure.adder_tree.radix", "2")),
            R"([datapath."my.hopper.fp8_f32"]
lanes  = 32
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 13, zero_exponent = -133 }]
result = { format = "f32", significand_fraction = 13, rounding = "toward_zero", nan = "7fffffff" }

[instruction."my/wgmma.m64nNk32.f32.e4m3.e4m3"]
mnemonic  = "wgmma.mma_async.sync.aligned.m64n{N}k32.f32.e4m3.e4m3"
sass      = "QGMMA.64x{N}x32.F32.E4M3.E4M3"
shape     = { m = 64, n = "8..256:8", k = 32 }
formats   = { a = "e4m3", b = "e4m3", c = "f32" }
datapath  = "my.hopper.fp8_f32"
structure = "my_default"
evidence  = [{ kind = "recorded", source = "Khattak & Mikaitis, ACM TACO 2026, GPU recordings", what = "H100, c not used" }]
note      = "C is the D accumulator"

[structure.my_default]
adder_tree = { radix = 2 }
)");
}

}  // namespace
}  // namespace mmasc
