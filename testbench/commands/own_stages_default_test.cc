// SPDX-License-Identifier: Apache-2.0
// A shared library of stages named in a row, in lock step with RTL; own_stages.txt has the rest.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

// Stages that drop the two lowest bits of each product, in units of 2^-6.
class OwnStages : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    fs::copy_file(MMASC_TRUNCATED_STAGES, folder_ / "truncated.so");
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string own() const { return std::string(kFp8) + " --set stages=" + path("truncated.so"); }
};

TEST_F(OwnStages, AreComparedWithTheRtlOfThatStage) {
  const std::string rtl = path("rtl");
  ASSERT_EQ(run(std::string("emit-rtl ") + kFp8 + " -o " + rtl).code, 0);
  const std::string cosim =
      "cosim " + own() + " --cycles 300 --rtl " + rtl + " --vcd " + path("d.vcd");
  const Ran shipped = run(cosim);
  if (shipped.code == 3) GTEST_SKIP() << shipped.err;
  EXPECT_EQ(shipped.code, 1) << shipped.err;
  EXPECT_NE(shipped.out.find(": multiplier.rank0 term_"), std::string::npos) << shipped.out;

  const std::string file = rtl + "/mmasc_multiplier.sv";
  std::string text = slurp(file);
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{
            "  wire yields =", "  wire [LANES*PRODUCT_BITS-1:0] product;\n  wire yields ="},
        {"localparam SCALE = k / SCALED_ALIKE;",
         "localparam SCALE = k / SCALED_ALIKE;\n      assign "
         "significand[k*PRODUCT_BITS+:PRODUCT_BITS]"
         " =\n          {product[k*PRODUCT_BITS+2+:PRODUCT_BITS-2], 2'b00};"},
        {".significand_o(significand[k*", ".significand_o(product[k*"}}) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  std::ofstream(file) << text;
  const Ran ours = run(cosim);
  EXPECT_EQ(ours.code, 0) << ours.out << ours.err;
  EXPECT_NE(ours.out.find("no difference"), std::string::npos) << ours.out;
}

}  // namespace
}  // namespace mmasc
