// SPDX-License-Identifier: Apache-2.0
// Sums that cannot be built.
#include "mmasc/unit/plan.h"
#include "printed_name.h"
#include "rows.h"

namespace mmasc {
namespace {

class SumErrors : public ::testing::TestWithParam<WithError> {};

TEST_P(SumErrors, AreOneLineWithThePathAndTheMend) {
  EXPECT_EQ(with_error(GetParam()), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Sums, SumErrors,
    ::testing::Values(
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
        WithError{fp8, "dot.significand_fraction", "3",
                  "sum.dot.significand_fraction: the sum does not round; add round_to, or remove "
                  "it"},
        WithError{pairwise, "pairs.significand_fraction", "24",
                  "sum.pairs.significand_fraction: 24 are more bits than f32 has; use 0..23"},
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
            "add a sum"}),
    PrintedName());

INSTANTIATE_TEST_SUITE_P(
    Scales, SumErrors,
    ::testing::Values(
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
        WithError{
            fp4, "instruction.scale.format", "f16",
            "instruction.scale.format: f16 has a sign; use a format without, as ue8m0 or ue4m3"},
        WithError{fp4, "instruction.scale.block", "24",
                  "instruction.scale.block: 24 does not divide k = 64; use a divisor"},
        WithError{fp4, "instruction.order", "{ modulus = 2, first = [1] }",
                  "instruction.order: the order of scaled elements cannot be changed; remove it"}),
    PrintedName());

TEST(With, AShortKCutsRanges) {
  const Unit halves = fp8().with("sum",
                                 "[{ name = \"low\", terms = [\"products[0:16]\"] },"
                                 " { name = \"high\", terms = [\"products[16:32]\"] },"
                                 " { name = \"dot\", terms = [\"low\", \"high\", \"c\"] }]");
  EXPECT_EQ(make_plan(halves.with("instruction.shape.k", "20")).sums[1].addend_count, 4);
  EXPECT_EQ(input_error([&] { (void)halves.with("instruction.shape.k", "16"); }),
            "sum.high.terms[0]: elements [16:32] are outside \"products\"; use [0:16]");
}

TEST(With, ScaleBlocksFitTheLanes) {
  const Unit unit = fp4().with("sum", "[{ name = \"dot\", terms = [\"products\", \"c\"] }]");
  const Unit wide = unit.with("instruction.scale.block", "64").with("instruction.shape.k", "192");
  EXPECT_EQ(
      input_error([&] { (void)wide.with("instruction.scale.block", "48"); }),
      "instruction.scale.block: blocks of 48 do not fit steps of 64 lanes; let one divide the "
      "other");
}

}  // namespace
}  // namespace mmasc
