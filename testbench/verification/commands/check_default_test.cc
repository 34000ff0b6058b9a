// SPDX-License-Identifier: Apache-2.0
// Fields planted wrong are named.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

struct Planted {
  const char* unit;
  const char* change;    // as --set takes it
  const char* expected;  // as check says it
};

constexpr Planted kPlanted[] = {
    {"hopper/mma.m16n8k16.f32.f16.f16.f32", "dot.fraction_bits=24",
     "dot.fraction_bits = 24 instead of 25, aligner"},
    {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "result.rounding=nearest_even",
     "result.rounding = nearest_even instead of toward_zero, normalizer"},
    {"ada/mma.m16n8k16.f32.bf16.bf16.f32", "dot.zero_exponent=-130",
     "dot.zero_exponent = -130 instead of -132, aligner"},
    {"cdna3/v_mfma_f32_32x32x8_f16", "dot.fraction_bits=22",
     "dot.fraction_bits = 22 instead of 24, aligner"},
    {"cdna2/v_mfma_f32_32x32x8f16", "flush.inputs=none",
     "flush.inputs = none instead of to_plus_zero, multiplier"},
    {"cdna2/v_mfma_f32_32x32x8f16", "pairs.shape=sequential",
     "pairs.shape = sequential instead of pairwise, adder_tree"},
    {"hopper/mma.m16n8k32.f16.e4m3.e4m3.f16",
     "instruction.order=", "instruction.order = ascending instead of as it is, sequence"},
};

TEST_F(Cli, CheckNamesAPlantedField) {
  for (const Planted& planted : kPlanted) {
    const fs::path file = folder_ / "dut.vec";
    ASSERT_EQ(run(std::string("gen ") + planted.unit + " --count 600 --set " + planted.change +
                  " -o " + file.string())
                  .code,
              0);
    EXPECT_EQ(run(std::string("verify ") + file.string()).code, 0) << planted.change;
    std::string theirs = slurp(file);  // who has the wrong unit does not say so
    const auto line = theirs.find("# unit: ");
    ASSERT_NE(line, std::string::npos) << theirs;
    theirs.erase(line, theirs.find('\n', line) + 1 - line);
    const std::string dut = write("theirs.vec", theirs);
    EXPECT_EQ(run("verify " + dut).code, 1) << planted.change;
    const Ran ran = run(std::string("check ") + planted.unit + " " + dut);
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.out.find(std::string("explained by ") + planted.expected + "\n"),
              std::string::npos)
        << planted.unit << " " << planted.change << "\n"
        << ran.out;
  }
}

// A program is asked, and asked again for less: one product is enough to show a rounding.
TEST_F(Cli, CheckAsksAProgram) {
  const std::string check =
      "check '" MMASC_DOCS
      "/../studies/examples/units/published_designs.toml:pulp/exsdotp.f32.f16' "
      "--engine \"exec:python3 '" MMASC_DOCS "/../verification/examples/black_box/dot.py'\"";
  EXPECT_EQ(run(check).code, 0);
  const Ran ran = run(check + " --set result.rounding=toward_zero");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("explained by result.rounding = nearest_even instead of toward_zero"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(ran.out.find("; line "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("mmasc eval "), std::string::npos);
  expect_failure("check " + std::string("volta/mma.m8n8k4.f32.f16.f16.f32"), 2,
                 "give OUTPUTS, a vector file, or --engine");
}

}  // namespace
}  // namespace mmasc
