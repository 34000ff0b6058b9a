// SPDX-License-Identifier: Apache-2.0
// Results and instructions beyond what they may be.
#include "mmasc/unit/plan.h"
#include "printed_name.h"
#include "rows.h"

namespace mmasc {
namespace {

class RangeErrors : public ::testing::TestWithParam<WithError> {};

TEST_P(RangeErrors, AreOneLineWithThePathAndTheMend) {
  EXPECT_EQ(with_error(GetParam()), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Results, RangeErrors,
    ::testing::Values(
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
                  "result.nan: 17fffffff is not a NaN of f32; use 7fc00000, or leave it out"}),
    PrintedName());

INSTANTIATE_TEST_SUITE_P(
    Instructions, RangeErrors,
    ::testing::Values(
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
        WithError{fp8, "instruction.widen_c", "f16",
                  "instruction.widen_c: f16 does not hold every value of f32; use a wider format"},
        WithError{fp8, "instruction.order", "{ modulus = 4, first = [0, 4] }",
                  "instruction.order.first[1]: 4 is no remainder mod 4; use 0..3"},
        WithError{fp8, "instruction.order", "{ modulus = 4, first = [1, 1] }",
                  "instruction.order.first[0]: 1 is listed twice; list it once"},
        WithError{fp8, "instruction.order", "{ modulus = 4 }",
                  "instruction.order: \"first\" is missing; add it"}),
    PrintedName());

// Found by the plan, which knows the widths.
TEST(Plan, HasLimits) {
  const Unit f64 = catalog().find("ampere/mma.m8n8k4.f64.f64.f64.f64").with("lanes", 4);
  const auto error = [&](std::string_view sums) {
    return input_error([&] { make_plan(f64.with("sum", sums)); });
  };
  EXPECT_EQ(error("[{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 4400 }]"),
            "no error");
  EXPECT_EQ(
      error("[{ name = \"a\", terms = [\"products[0:2]\"] },"
            " { name = \"b\", terms = [\"products[2:4]\"] },"
            " { name = \"dot\", terms = [\"a\", \"b\", \"c\"] }]"),
      "sum.dot.fraction_bits: an exact window here takes 8284 fraction bits; at most 4400, so "
      "write a number");
  EXPECT_EQ(error("[{ name = \"a\", terms = [\"products\"], exponent = \"scales\" },"
                  " { name = \"dot\", terms = [\"a\", \"c\"], fraction_bits = 4400 }]"),
            "sum: the widest sum takes 6454 bits; at most 4480, so keep fewer fraction_bits");
}

TEST(With, ALateCNeedsTheFormatOfD) {
  const Unit unit = fp8().with("instruction.formats.c", "f16");
  EXPECT_EQ(
      input_error([&] { (void)unit.with("instruction.late_c", "{}"); }),
      "instruction.formats.c: c is f16 and d is f32, but a late c is added in d's format; use "
      "one format");
}

}  // namespace
}  // namespace mmasc
