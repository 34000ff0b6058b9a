// SPDX-License-Identifier: Apache-2.0
// Units written as files.
#include "rows.h"

namespace mmasc {
namespace {

TEST(ToToml, EveryShippedUnitLoadsAgain) {
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
    EXPECT_TRUE(same_design(again, unit)) << text;
    EXPECT_TRUE(again.instruction.evidence.empty()) << "of a row of the user's own";
    EXPECT_EQ(again.instruction.note, "from " + unit.instruction.id);
  }
}

TEST(ToToml, WritesEveryField) {
  Unit unit = load(kDatapath + kInstruction).units()[0];
  for (auto [path, value] : std::vector<std::pair<std::string, std::string>>{
           {"flush", "{ inputs = \"keep_sign\", results = \"to_plus_zero\" }"},
           {"product", "{ round_to = \"f32\", rounding = \"to_odd\", infinity_at = -3 }"},
           {"zero_sign", "ieee"},
           {"sum",
            "[{ name = \"tree\", terms = [\"products.even\", { from = \"products.odd\", "
            "fraction_bits = \"exact\", alignment_rounding = \"up\", zero_exponent = \"own\", "
            "vanishes_below = 9, exponent_offset = -3, negated = true }], fraction_bits = 30, "
            "alignment_rounding = \"away\", zero_exponent = "
            "\"ignored\", exponent_floor = -10, groups = 2, shape = \"sequential\", round_to = "
            "\"bf16\", significand_fraction = 3, rounding = \"nearest_away\" }, { name = \"dot\", "
            "terms = [\"tree[0:1]\", "
            "\"tree[1:2]\", \"c\"], zero_exponent = -7, zero_sign = \"plus\" }]"},
           {"result",
            "{ format = \"f16\", significand_fraction = 5, prerounding = { significand_fraction = "
            "6, rounding = \"up\" }, rounding = \"down\", overflow = \"saturate\", underflow = "
            "\"to_plus_zero\", nan = \"7e00\" }"},
           {"instruction.formats", "{ a = \"e4m3\", b = \"e5m2\", c = \"f16\" }"},
           {"instruction.widen", "f16"},
           {"instruction.widen_c", "f16"},
           {"instruction.order", "{ modulus = 4, first = [3, 0] }"},
           {"instruction.late_c", "{ rounding = \"up\" }"},
           {"instruction.shape", "{ m = 2, n = \"8..24:8,40..72:16\", k = 8, blocks = 3 }"},
           {"instruction.mnemonic", "a \\ \"quoted\" name"},
           {"structure.multiplier.registers", "2"},
           {"structure.normalizer.leading_zeros", "anticipated"},
           {"structure.units", "7"}})
    unit = unit.with(path, value);
  unit.structure.name = "my_default";  // as it is written, for it is not the default any more
  unit.instruction.structure = "my_default";
  Unit again = load(to_toml(unit)).units()[0];
  EXPECT_TRUE(same_design(again, unit)) << to_toml(unit) << to_toml(again);
}

TEST(ToToml, BreaksLongArrays) {
  std::string sum = "[{ name = \"dot\", terms = [\n";
  for (int i = 0; i < 64; ++i)
    sum += "{ from = \"products[" + std::to_string(i) + ":" + std::to_string(i + 1) +
           "]\", fraction_bits = 1000, alignment_rounding = \"nearest_even\", vanishes_below = "
           "4000 },\n";
  const Unit unit =
      load("[datapath.\"my.dot\"]\nlanes = 64\nresult = { format = \"f32\" }\nsum = " + sum +
           "\"c\"] }]\n[instruction.\"my/dot\"]\ndatapath = \"my.dot\"\n" +
           "shape = { m = 1, n = 1, k = 64 }\n" +
           "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n")
          .units()[0];
  EXPECT_TRUE(equal(load(to_toml(unit)).units()[0], unit));
}

TEST(ToToml, IsTheFormOfTheGuide) {
  EXPECT_EQ(to_toml(fp8().with("structure.adder_tree.radix", "2")),
            R"([datapath."my.hopper.fp8_f32"]
lanes  = 32
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 13, zero_exponent = -133 }]
result = { format = "f32", significand_fraction = 13, rounding = "toward_zero", underflow = "to_plus_zero", nan = "7fffffff" }

[instruction."my/wgmma.m64nNk32.f32.e4m3.e4m3"]
mnemonic  = "wgmma.mma_async.sync.aligned.m64n{N}k32.f32.e4m3.e4m3"
sass      = "QGMMA.64x{N}x32.F32.E4M3.E4M3"
shape     = { m = 64, n = "8..256:8", k = 32 }
formats   = { a = "e4m3", b = "e4m3", c = "f32" }
datapath  = "my.hopper.fp8_f32"
structure = "my_default"
storage   = "wgmma"
note      = "from hopper/wgmma.m64nNk32.f32.e4m3.e4m3"

[structure.my_default]
adder_tree = { radix = 2 }
)");
}

}  // namespace
}  // namespace mmasc
