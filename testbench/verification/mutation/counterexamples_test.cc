// SPDX-License-Identifier: Apache-2.0
// Changes that operands show although a plausible argument says that none can.
#include <gtest/gtest.h>

#include <ostream>

#include "agreement/unit_lines.h"
#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/unit/catalog.h"
#include "printed_name.h"

namespace mmasc {
namespace {

struct Counterexample {
  const char* about;
  std::string unit;  // my/one of rows.toml by these changes
  std::string before, after;
  Case operands;
  friend void PrintTo(const Counterexample& example, std::ostream* out) { *out << example.about; }
};

Unit changed(const Counterexample& example, const std::string& change) {
  return unit_of_line("rows.toml:my/one " + example.unit + " " + change);
}

std::string formats(const std::string& ab, const std::string& c = "f32") {
  return "--set instruction.formats.a=" + ab + " --set instruction.formats.b=" + ab +
         " --set instruction.formats.c=" + c + " ";
}

std::string vanishing(const std::string& below) {
  return "--set 'sum=[{ name = \"p\", terms = [\"products\"], fraction_bits = 20, zero_exponent = "
         "50 "
         "}, { name = \"root\", terms = [{ from = \"p\", vanishes_below = " +
         below + " }, \"c\"], fraction_bits = 20 }]'";
}

const Counterexample kExamples[] = {
    {"a rounding to a format without -0", formats("e2m1") + "--set zero_sign=ieee",
     "--set product.round_to=e4m3fnuz", "", case_of({0x8}, {0}, 0x80000000)},
    {"a rounding to a format without infinity", formats("e2m1") + "--set product.infinity_at=3",
     "--set product.round_to=e4m3", "", case_of({0x7}, {0x7}, 0)},
    {"a chain whose root underflows to -0 before the result",
     formats("e5m2") +
         "--set instruction.shape.k=2 --set dot.round_to=f16 --set instruction.late_c={}",
     "--set zero_sign=ieee", "--set zero_sign=plus",
     case_of({0x81, 0x80}, {0x01, 0x00}, 0x80000000)},
    {"a term that vanishes though carries make it large", formats("e4m3"), vanishing("3"),
     vanishing("5"), case_of({0x38}, {0x38}, 0x42000000)},
    {"a term that vanishes under a floor", "--set product.round_to=f32",
     "--set 'sum=[{ name = \"dot\", terms = [\"products\", { from = \"c\", vanishes_below = 26 }], "
     "exponent_floor = 100 }]'",
     "--set dot.exponent_floor=100", case_of({0}, {0}, 0x3f800000)},
    {"a term floored to nothing beside -0",
     formats("bf16") + "--set zero_sign=ieee --set dot.alignment_rounding=down --set "
                       "result.rounding=down",
     "--set dot.fraction_bits=26", "--set dot.fraction_bits=27",
     case_of({0x0d80}, {0x2500}, 0x80000000)},
    {"a c that is cut upwards beyond the greatest number",
     formats("e4m3") + "--set 'sum=[{ name = \"dot\", terms = [\"products\", { from = \"c\", "
                       "alignment_rounding = "
                       "\"away\" }], fraction_bits = 24, exponent_floor = 130 }]'",
     "--set result.overflow=infinity", "--set result.overflow=saturate",
     case_of({0}, {0}, 0x7f7fffff)},
    {"a result of fewer bits than c",
     formats("e2m1", "f16") +
         "--set lanes=2 --set instruction.shape.k=2 --set result.format=f16 "
         "--set result.significand_fraction=2 --set result.rounding=toward_zero",
     "--set result.overflow=infinity", "--set result.overflow=saturate",
     case_of({0x7, 0x7}, {0x7, 0x7}, 0x7bff)},
};

class Counterexamples : public ::testing::TestWithParam<Counterexample> {};

TEST_P(Counterexamples, AreNotArguedAway) {
  const Counterexample& example = GetParam();
  const Unit before = changed(example, example.before), after = changed(example, example.after);
  const DotOperands operands = view(example.operands);
  EXPECT_NE(evaluate(Sequence(before), operands), evaluate(Sequence(after), operands));
  EXPECT_EQ(why_equal(before, after), "");
}

INSTANTIATE_TEST_SUITE_P(Of, Counterexamples, ::testing::ValuesIn(kExamples), PrintedName());

}  // namespace
}  // namespace mmasc
