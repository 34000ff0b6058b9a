// SPDX-License-Identifier: Apache-2.0
// Formats of users' own through the whole command.
#include "cli_fixture.h"

namespace mmasc {
namespace {

const std::string kOwn = R"([format.mine]
exponent_bits = 4
fraction_bits = 2
bias = 9
specials = "nan_all_ones"
[datapath."my.dot"]
lanes  = 4
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 12 }]
result = { format = "f32", rounding = "toward_zero" }
[instruction."my/mma"]
shape    = { m = 8, n = 8, k = 8 }
formats  = { a = "e3m3", b = "mine", c = "f32" }
datapath = "my.dot"
)";

TEST_F(Cli, FormatsAsJson) {
  const Ran ran = run("formats e4m3 --json");
  EXPECT_EQ(ran.code, 0);
  for (const char* part : {"\"schema\": \"mmasc.formats\"", "\"bias\": 7", "\"decimal\": \"448\"",
                           "\"nan\": \"7f ff\"", "\"infinity\": \"none\"", "OCP OFP8"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  expect_failure("formats e4m99", 2, "e4m99 is no format: fraction_bits: 99 is out of range");
}

TEST_F(Cli, ConvertsDecimals) {
  EXPECT_EQ(run("convert 0.1 --to e4m3").out, "0.1 -> e4m3 1d 0.1015625  rounded\n");
  EXPECT_EQ(run("convert 0.5 -1000 1000 --to e4m3 --saturate").out,
            "0.5 -> e4m3 30 0.5\n-1000 -> e4m3 fe -448  overflow\n1000 -> e4m3 7e 448  overflow\n");
  EXPECT_EQ(run("convert 1000 --to e4m3").out, "1000 -> e4m3 7f nan  overflow\n");
  EXPECT_EQ(run("convert 0.1 --to e3m3 --rounding toward_zero").out,
            "0.1 -> e3m3 03 0.09375  rounded\n");
  EXPECT_EQ(run("convert 0x3f800000 --from f32 --to e3m3").out, "f32 3f800000 1 -> e3m3 18 1\n");
  EXPECT_EQ(run("convert 1.0 --from f32 --to e3m3").out, "f32 3f800000 1 -> e3m3 18 1\n");
  EXPECT_EQ(run("convert -1000.0 1.0625 inf --from f32 --to e4m3").out,
            "f32 c47a0000 -1000 -> e4m3 7f nan  overflow, sign lost\nf32 3f880000 1.0625 -> e4m3 "
            "38 1  rounded\n"
            "f32 7f800000 inf -> e4m3 7f nan  no infinity\n");
  EXPECT_EQ(run("convert 1e6 -1e6 inf --to f16 --rounding toward_zero").out,
            "1e6 -> f16 7bff 65504  overflow\n-1e6 -> f16 fbff -65504  overflow\n"
            "inf -> f16 7c00 inf\n");
  EXPECT_EQ(run("convert inf nan --to e5m2 --saturate").out,
            "inf -> e5m2 7b 57344  saturated\nnan -> e5m2 7e nan\n");
  EXPECT_EQ(run("convert -inf --to e4m3 --saturate").out, "-inf -> e4m3 fe -448  no infinity\n");
  EXPECT_EQ(run("convert -nan -0 -1e-9 -0.3 --to e4m3fnuz").out,
            "-nan -> e4m3fnuz 80 nan  sign lost\n-0 -> e4m3fnuz 00 0  sign lost\n"
            "-1e-9 -> e4m3fnuz 00 0  rounded, sign lost\n-0.3 -> e4m3fnuz b2 -0.3125  rounded\n");
  expect_failure("convert 0x3f800000 --to e3m3", 2, "name it by --from");
  expect_failure("convert nan --to e2m1", 2, "nan: e2m1 has no NaN");
  expect_failure("convert 0..1 --to e2m1", 2, "0..1: ");
}

TEST_F(Cli, ConvertsTheOthersWhereAValueIsRefused) {
  const Ran ran = run("convert 1 nan 2 0..1 0x40 --to e2m1");
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "1 -> e2m1 2 1\n2 -> e2m1 4 2\n");
  EXPECT_EQ(ran.err,
            "mmasc: nan: e2m1 has no NaN\n"
            "mmasc: 0..1: '.' does not belong to a number; write 1.5, -2e-3, 0x1.8p3, inf or nan\n"
            "mmasc: 0x40: are the bits of a format; name it by --from\n");
  const Ran elements = run("convert 0x7fc00000 0.1 1.0 --from f32 --to e2m1 --json");
  EXPECT_EQ(elements.code, 2);
  for (const char* part :
       {"\"refused\": \"0x7fc00000: e2m1 has no NaN\"",
        "\"refused\": \"0.1: f32 has no such number", "\"hexfloat\": \"0x1p+0\""})
    EXPECT_NE(elements.out.find(part), std::string::npos) << elements.out;
}

// Every decimal is exact; a long one is no help.
TEST_F(Cli, LongDecimalsAreHexfloats) {
  EXPECT_EQ(run("convert 0x1p-1074 --to f64").out, "0x1p-1074 -> f64 0000000000000001 0x1p-1074\n");
  EXPECT_EQ(run("convert 0x0010000000000001 --from f64 --to f32").out,
            "f64 0010000000000001 0x1.0000000000001p-1022 -> f32 00000000 0  rounded\n");
  EXPECT_EQ(run("convert 0.1 --to f32").out,
            "0.1 -> f32 3dcccccd 0.100000001490116119384765625  rounded\n");
  EXPECT_EQ(run("decode f64 1 3ff8000000000000").out,
            "0000000000000001  subnormal  0x1p-1074\n3ff8000000000000  normal  1.5  0x1.8p+0\n");
  EXPECT_EQ(run("eval ampere/mma.m8n8k4.f64.f64.f64.f64 --a 0.0 --b 0.0 --c 0x1").out,
            "d = 0000000000000001  0x1p-1074\n");
}

// Below the least number of a format without zero there is no other.
TEST_F(Cli, ConvertsToScales) {
  EXPECT_EQ(run("convert 0x1p-128 2.9e-39 1e-300 0x1p-127 --to ue8m0").out,
            "0x1p-128 -> ue8m0 00 0x1p-127  rounded\n2.9e-39 -> ue8m0 00 0x1p-127  rounded\n"
            "1e-300 -> ue8m0 00 0x1p-127  rounded\n0x1p-127 -> ue8m0 00 0x1p-127\n");
  EXPECT_EQ(run("convert 0x1p-128 --from f32 --to ue8m0 --rounding toward_zero").out,
            "f32 00200000 0x1p-128 -> ue8m0 00 0x1p-127  rounded\n");
  expect_failure("convert 0 --to ue8m0", 2, "0: ue8m0 has no zero");
}

TEST_F(Cli, AFormatOfOnesOwnIsKnownToEveryCommand) {
  const std::string file = write("mine.toml", kOwn);
  EXPECT_EQ(run("decode " + file + ":mine 24").out, "24  normal  1  0x1p+0\n");
  EXPECT_EQ(run("convert 1.2 --to " + file + ":mine").out, "1.2 -> mine 25 1.25  rounded\n");
  EXPECT_NE(run("formats " + file).out.find("mine"), std::string::npos);
  const std::string operands = " --a 1,2,1,1,0,0,0,3 --b 1,1.5,2,0.25,0,1,1,1 --c 0.5";
  const std::string d = "d = 411c0000  9.75  0x1.38p+3\n";
  EXPECT_EQ(run("eval " + file + operands).out, d);
  EXPECT_EQ(run("eval " + file + operands + " --engine batch").out, d);
  const Ran toml = run("show " + file + " --toml");
  EXPECT_TRUE(toml.out.starts_with("[format.mine]\n")) << toml.out;
  const std::string again = write("again.toml", toml.out);
  EXPECT_EQ(run("eval " + again + operands).out, d);
  // The vector file says what it needs.
  const std::string vectors = (folder_ / "mine.vec").string();
  EXPECT_EQ(run("gen " + file + " --count 5 -o " + vectors).code, 0);
  EXPECT_NE(slurp(vectors).find("# format.mine: { exponent_bits = 4, fraction_bits = 2, bias = 9, "
                                "specials = \"nan_all_ones\" }\n# formats: a=e3m3 b=mine"),
            std::string::npos);
  EXPECT_EQ(run("check " + file + " " + vectors).code, 0);
  const Ran coverage = run("coverage " + file + " " + vectors);
  EXPECT_EQ(coverage.code, 0) << coverage.err;
  expect_failure("check " + file + " " +
                     write("other.vec",
                           [&] {
                             std::string text = slurp(vectors);
                             return text.replace(text.find("bias = 9"), 8, "bias = 8");
                           }()),
                 2, "contradict");
}

}  // namespace
}  // namespace mmasc
