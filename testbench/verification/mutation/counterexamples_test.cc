// SPDX-License-Identifier: Apache-2.0
// Changes that operands show although a plausible argument says that none can.
#include <gtest/gtest.h>

#include <ostream>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/unit/catalog.h"
#include "printed_name.h"

namespace mmasc {
namespace {

struct Counterexample {
  const char* about;
  const char* datapath;  // its fields; @ stands for the one that is changed
  const char* instruction;
  int k;
  const char *before, *after;
  std::vector<std::uint64_t> a, b;
  std::uint64_t c;
  friend void PrintTo(const Counterexample& example, std::ostream* out) { *out << example.about; }
};

Unit unit_of(const Counterexample& example, const std::string& value) {
  std::string datapath = example.datapath;
  datapath.replace(datapath.find('@'), 1, value);
  Catalog own;
  own.add("[datapath.\"x\"]\n" + datapath + "\n[instruction.\"my/x\"]\ndatapath = \"x\"\n" +
              "shape = { m = 16, n = 8, k = " + std::to_string(example.k) + " }\n" +
              example.instruction,
          "test");
  return own.units().front();
}

const Counterexample kExamples[] = {
    {"a rounding to a format without -0",
     R"(
lanes = 1
zero_sign = "ieee"
product = { @ }
sum = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f32" })",
     R"(formats = { a = "e2m1", b = "e2m1", c = "f32" })",
     1,
     R"(round_to = "e4m3fnuz")",
     "",
     {0x8},
     {0},
     0x80000000},
    {"a rounding to a format without infinity",
     R"(
lanes = 1
product = { infinity_at = 3 @ }
sum = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f32" })",
     R"(formats = { a = "e2m1", b = "e2m1", c = "f32" })",
     1,
     R"(, round_to = "e4m3")",
     "",
     {0x7},
     {0x7},
     0},
    {"a chain whose root underflows to -0 before the result",
     R"(
lanes = 1
zero_sign = "@"
sum = [{ name = "dot", terms = ["products", "c"], round_to = "f16" }]
result = { format = "f32" })",
     R"(formats = { a = "e5m2", b = "e5m2", c = "f32" }
late_c = { rounding = "nearest_even" })",
     2,
     "ieee",
     "plus",
     {0x81, 0x80},
     {0x01, 0x00},
     0x80000000},
    {"a term that vanishes though carries make it large",
     R"(
lanes = 1
sum = [
  { name = "p", terms = ["products"], fraction_bits = 20, zero_exponent = 50 },
  { name = "root", terms = [{ from = "p", vanishes_below = @ }, "c"], fraction_bits = 20 }]
result = { format = "f32" })",
     R"(formats = { a = "e4m3", b = "e4m3", c = "f32" })",
     1,
     "3",
     "5",
     {0x38},
     {0x38},
     0x42000000},
    {"a term that vanishes under a floor",
     R"(
lanes = 1
product = { round_to = "f32" }
sum = [{ name = "dot", terms = ["products", { from = "c" @ }], exponent_floor = 100 }]
result = { format = "f32" })",
     R"(formats = { a = "f16", b = "f16", c = "f32" })",
     1,
     ", vanishes_below = 26",
     "",
     {0},
     {0},
     0x3f800000},
    {"a term floored to nothing beside -0",
     R"(
lanes = 1
zero_sign = "ieee"
sum = [{ name = "dot", terms = ["products", "c"], fraction_bits = @, alignment_rounding = "down" }]
result = { format = "f32", rounding = "down" })",
     R"(formats = { a = "bf16", b = "bf16", c = "f32" })",
     1,
     "26",
     "27",
     {0x0d80},
     {0x2500},
     0x80000000},
    {"a c that is cut upwards beyond the greatest number",
     R"(
lanes = 1
sum = [{ name = "dot", terms = ["products", { from = "c", alignment_rounding = "away" }], fraction_bits = 24, exponent_floor = 130 }]
result = { format = "f32", overflow = "@" })",
     R"(formats = { a = "e4m3", b = "e4m3", c = "f32" })",
     1,
     "infinity",
     "saturate",
     {0},
     {0},
     0x7f7fffff},
    {"a result of fewer bits than c",
     R"(
lanes = 2
sum = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "f16", significand_fraction = 2, rounding = "toward_zero", overflow = "@" })",
     R"(formats = { a = "e2m1", b = "e2m1", c = "f16" })",
     2,
     "infinity",
     "saturate",
     {0x7, 0x7},
     {0x7, 0x7},
     0x7bff},
};

class Counterexamples : public ::testing::TestWithParam<Counterexample> {};

TEST_P(Counterexamples, AreNotArguedAway) {
  const Counterexample& example = GetParam();
  const Unit before = unit_of(example, example.before), after = unit_of(example, example.after);
  const Case bits = case_of(example.a, example.b, example.c);
  const DotOperands operands = view(bits);
  EXPECT_NE(evaluate(Sequence(before), operands), evaluate(Sequence(after), operands));
  EXPECT_EQ(why_equal(before, after), "");
}

INSTANTIATE_TEST_SUITE_P(Of, Counterexamples, ::testing::ValuesIn(kExamples), PrintedName());

}  // namespace
}  // namespace mmasc
