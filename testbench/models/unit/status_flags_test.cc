// SPDX-License-Identifier: Apache-2.0
// Where flags would not mean what IEEE 754 says, they are refused.
#include "mmasc/unit/plan.h"
#include "random/flagged_units.h"
#include "rows.h"

namespace mmasc {
namespace {

const Unit& flagged() {
  static const Unit unit =
      flagged_unit(2, "f16", "f16", "f32", R"([{ name = "dot", terms = ["products", "c"] }])",
                   R"(format = "f32", nan = "7fc00000")");
  return unit;
}

struct Refused {
  std::string path, value, with;
};

TEST(StatusFlagErrors, NameWhatTheyDoNotGoWith) {
  for (const auto& [path, value, with] : {
           Refused{"flush.results", "keep_sign", "flush.results"},
           Refused{"flush.inputs", "to_plus_zero", "flush.inputs"},
           Refused{"product.round_to", "f32", "product.round_to"},
           Refused{"product.infinity_at", "20", "product.infinity_at"},
           Refused{"result.prerounding", R"({ significand_fraction = 30, rounding = "down" })",
                   "result.prerounding"},
           Refused{"result.rounding", R"({ mode = "stochastic", random_bits = 4 })",
                   "a stochastic result.rounding"},
           Refused{"stages", "mine.so", "stages of your own"},
           Refused{"dot.round_to", "f32", "sum.dot.round_to"},
           Refused{"dot.fraction_bits", "30", "sum.dot.fraction_bits, which drops bits"},
           Refused{"dot.terms", R"([{ from = "products", fraction_bits = 30 }, "c"])",
                   "sum.dot.terms[0].fraction_bits, which drops bits"},
           Refused{"dot.terms", R"(["products", { from = "c", vanishes_below = 30 }])",
                   "sum.dot.terms[1].vanishes_below, which drops bits"},
           Refused{"instruction.tensor_scale", "f32", "a tensor_scale"},
           Refused{"instruction.scale", R"({ format = "ue8m0", block = 2 })", "scales"},
           Refused{"instruction.sparsity", "{ keep = 1, of = 2 }", "sparsity"},
           Refused{"instruction.widen", "f32", "widened operands"},
           Refused{"instruction.late_c", "{}", "a late c"},
           Refused{"lanes", "1", "2 steps of 1 lanes"},
       })
    EXPECT_EQ(input_error([&] { (void)make_plan(flagged().with(path, value)); }),
              "result.flags: not with " + with + "; remove one of the two")
        << path;
}

// A row's own fields, where a sum has a number and its term is exact.
TEST(StatusFlagErrors, AreOfTermsThatLoseBitsAlone) {
  const Unit unit = flagged_unit(
      2, "f16", "f16", "f32",
      R"([{ name = "dot", fraction_bits = 3, terms = [{ from = "products", fraction_bits = "exact" },
        { from = "c", fraction_bits = "exact", negated = true }] }])",
      R"(format = "f32", nan = "7fc00000")");
  EXPECT_TRUE(make_plan(unit).raises_flags);
}

TEST(StatusFlagErrors, IntegersRaiseNone) {
  EXPECT_EQ(
      input_error([] {
        (void)parse_unit(R"(
[datapath."my.dot"]
lanes  = 2
sum    = [{ name = "dot", terms = ["products", "c"] }]
result = { format = "s32", overflow = "wrap", flags = "ieee" }
[instruction."my/dot"]
formats  = { a = "s8", b = "s8", c = "s32" }
datapath = "my.dot"
shape    = { m = 1, n = 1, k = 2 }
)");
      }),
      "row:5: datapath.\"my.dot\".result.flags: s32 is an integer, which raises none; remove it");
}

}  // namespace
}  // namespace mmasc
