// SPDX-License-Identifier: Apache-2.0
// A shared library of stages named in a row: every command that runs a unit runs it with them, and
// those that ask for its plan refuse.
#include "commands/cli_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
constexpr const char* kOperands = " --a 1.875,1,1.125 --b 1.875,1,1.125";

// Stages that drop the two lowest bits of each product, in units of 2^-6.
class OwnStages : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    fs::copy_file(MMASC_TRUNCATED_STAGES, folder_ / "truncated.so");
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // The command tells first what it fills up.
  void expect_refusal(const std::string& arguments, int code, const std::string& part) const {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.code, code) << arguments << ran.err;
    EXPECT_EQ(ran.out, "") << arguments;
    const std::size_t last = ran.err.rfind("\nmmasc: ");
    ASSERT_NE(last, std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(part, last), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find('\n', last + 1), ran.err.size() - 1) << ran.err;
  }
  std::string own() const { return std::string(kFp8) + " --set stages=" + path("truncated.so"); }
};

TEST_F(OwnStages, AreRunByEveryEngineThatHasStages) {
  // 225, 64 and 81 are 224, 64 and 80 in units of 2^-6.
  EXPECT_EQ(run(std::string("eval ") + kFp8 + kOperands).out, "d = 40b90000  5.78125  0x1.72p+2\n");
  for (const std::string engine : {"reference", "batch", "pipeline"}) {
    if (engine == "pipeline" && !simulates()) continue;
    const Ran ran = run("eval " + own() + kOperands + " --engine " + engine);
    EXPECT_EQ(ran.out, "d = 40b80000  5.75  0x1.7p+2\n") << engine << ran.err;
  }
  expect_refusal("eval " + own() + kOperands + " --engine rtl", 2,
                 "what stages of one's own do is not planned");
}

TEST_F(OwnStages, PartFromTheShippedOnesAtARegister) {
  const Ran ran = run("compare " + own() + kOperands);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("they diverge at step 1, multiplier: term_0.significand: 0xe1 and 0xe0\n"),
            std::string::npos)
      << ran.out << ran.err;
  // Of other fields too, where nothing but D can be compared.
  const Ran other = run("compare " + own() + " --set lanes=16 " + kFp8 + kOperands);
  EXPECT_EQ(other.code, 1);
  EXPECT_EQ(other.out.find("they diverge"), std::string::npos) << other.out;
  EXPECT_NE(other.out.find("a minimal witness:"), std::string::npos) << other.out << other.err;
}

// What they give is theirs, and no field explains it.
TEST_F(OwnStages, AreCheckedAndVerified) {
  const std::string file = path("own.vec");
  ASSERT_EQ(run("gen " + own() + " --count 2 -o " + file).code, 0);
  EXPECT_EQ(run("check " + own() + " " + file).code, 0);
  EXPECT_EQ(run("verify " + file).code, 0);
  ASSERT_EQ(run(std::string("gen ") + kFp8 + " --count 2 -o " + file).code, 0);
  EXPECT_EQ(run("verify " + file).code, 0);
  EXPECT_EQ(run("verify " + file + " --set stages=" + path("truncated.so")).code, 1);
  const Ran other = run("check " + own() + " " + file);
  EXPECT_EQ(other.code, 1) << other.out << other.err;
  EXPECT_NE((other.out + other.err).find("theirs "), std::string::npos) << other.out << other.err;
}

TEST_F(OwnStages, AreTraced) {
  if (!simulates()) GTEST_SKIP() << "no SystemC";
  const Ran shipped = run(std::string("trace ") + kFp8 + kOperands),
            ours = run("trace " + own() + kOperands);
  EXPECT_NE(shipped.out.find("term_0.significand=0xe1"), std::string::npos) << shipped.out;
  EXPECT_NE(ours.out.find("term_0.significand=0xe0"), std::string::npos) << ours.out << ours.err;
  expect_refusal("eval " + own() + kOperands + " --trace", 2, "mmasc trace shows their registers");
}

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

TEST_F(OwnStages, AreAVariantOfAStudy) {
  const std::string study = "question = \"q\"\nunit = \"" + std::string(kFp8) +
                            "\"\n[variant.shipped]\n[variant.truncated]\nstages = "
                            "\"truncated.so\"\n[axes]\nk = [64]\n[inputs]\nm = 8\nn = 8\n"
                            "[measures]\nlist = [\"row_error\"]\n";
  const std::string costly = write("costly.toml", study);
  expect_failure("sweep " + costly + " -o " + path("r"), 2, "whose cost no field tells");
  const std::string free = write("free.toml", study + "[cost]\narea = \"none\"\n");
  const std::string sweep = "sweep " + free + " -o " + path("r");
  const Ran first = run(sweep);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.err.find("2 points, 2 computed now"), std::string::npos) << first.err;
  const auto points = read_results(path("r")).points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].measures.front().name, points[1].measures.front().name);
  EXPECT_LT(points[0].measures.front().value, points[1].measures.front().value);
  EXPECT_NE(run(sweep).err.find("2 points, 0 computed now"), std::string::npos);
  // Other stages under the same name are other points.
  std::ofstream(path("truncated.so"), std::ios::app | std::ios::binary) << "changed";
  expect_failure(sweep, 2, "were changed since");
}

TEST_F(OwnStages, AreRelativeToTheFileThatNamesThem) {
  const Ran toml = run("show " + own() + " --toml");
  ASSERT_EQ(toml.code, 0) << toml.err;
  std::string text = toml.out;
  const std::string whole = path("truncated.so");
  const std::size_t at = text.find(whole);
  ASSERT_NE(at, std::string::npos) << text;
  const std::string file = write("mine.toml", text.replace(at, whole.size(), "truncated.so"));
  EXPECT_EQ(run("eval " + file + kOperands).out, "d = 40b80000  5.75  0x1.7p+2\n");
  const Ran shown = run("show " + file);
  EXPECT_NE(shown.out.find("stages     some of "), std::string::npos) << shown.out;
}

TEST_F(OwnStages, AreRefusedWhereTheyAreNoneAndWhereThePlanIsWanted) {
  const std::string eval = std::string("eval ") + kFp8 + kOperands + " --set stages=";
  expect_refusal(eval + path("none.so"), 2, "no such file; name a shared library");
  expect_refusal(eval + write("text.so", "no library"), 3, "cannot be loaded");
  expect_refusal(eval + folder_.string(), 3, "cannot be loaded");
  const std::string emit = "emit-rtl -o " + path("rtl") + " ";
  for (const std::string& command :
       {std::string("cost "), emit, std::string("disclose "), std::string("audit --count 0 ")})
    expect_failure(command + own(), 2, "what stages of one's own do is not planned");
  expect_failure("coverage " + own() + " " + write("none.vec", kHeader), 2,
                 "what stages of one's own do is not planned");
}

}  // namespace
}  // namespace mmasc
