// SPDX-License-Identifier: Apache-2.0
// The command timing.
#include <regex>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

const std::string kTcgen05 = "timing blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16 ";

double cycles_of(const std::string& json, const std::string& key) {
  std::smatch found;
  const std::regex pattern("\"" + key + "\": \\{\\s*\"cycles\": ([0-9.]+)");
  return std::regex_search(json, found, pattern) ? std::stod(found[1]) : -1;
}

TEST_F(Cli, TimingAsJson) {
  const Ran ran = run(kTcgen05 + "--operands ts --group 2 --m 128 --n 64 --depth 256 --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(cycles_of(ran.out, "interval"), 18);
  EXPECT_EQ(cycles_of(ran.out, "latency_done"), 162);
  EXPECT_NEAR(cycles_of(ran.out, "cycles_per_instruction"), 18.6, 0.05);
  for (const char* part :
       {"\"schema\": \"mmasc.timing\"", "\"kind\": \"sourced\"", "\"latency_accumulator\": null",
        "\"port\": \"sm_pair\"", "\"confidence\": \"medium\"", "microbench-blackwell"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
}

TEST_F(Cli, TimingAsTextNamesSourceAndConfidence) {
  const Ran ran = run("timing cdna3/v_mfma_f32_4x4x1_16b_f32 --chained");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string part :
       {"sourced", "interval                     8  high", "cycles_per_instruction      12  high",
        "GCNHazardRecognizer", "identical_c 2, overlapped_c 2, operand 4, memory 4, high"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  EXPECT_EQ(ran.out.find("structural"), std::string::npos);
}

TEST_F(Cli, TimingOfIntegers) {
  const Ran ran = run("timing blackwell/tcgen05.mma.m128nNk32.i8.s32.s8.s8 --n 128 --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(cycles_of(ran.out, "latency_done"), 199);
}

TEST_F(Cli, TimingOfAnInstructionBeyondTheCatalogue) {
  const Ran ran = run("timing cdna3/v_smfmac_i32_16x16x64_i8 --json");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(cycles_of(ran.out, "interval"), 16);
}

TEST_F(Cli, TimingRefuses) {
  expect_failure("timing ada/mma.m16n8k16.f32.f16.f16.f32 --strict", 2,
                 "derived, from no source: interval");
  expect_failure("timing ada/mma.m8n8k4.f64.f64.f64.f64", 2,
                 "no cycles and no peak rate are known");
  expect_failure(kTcgen05 + "--chained", 2, "latency_accumulator is not known");
  expect_failure(kTcgen05 + "--group 3", 2, "--group: 3 is out of range; use 1 or 2");
  expect_failure(kTcgen05 + "--n 12", 2, "has no n of 12");
  expect_failure(kTcgen05 + "--m 32", 2,
                 "nothing is known of group 1, m 32; known are operands ss");
  expect_failure("timing ampere/mma.m16n8k16.f32.f16.f16.f32 --m 8", 2, "has an m of 16");
  expect_failure(kTcgen05 + "--operands st", 2, "--operands: unknown value \"st\"");
  expect_failure(kTcgen05 + "--operands rs", 2, "nothing is known of operands rs");
  expect_failure(kTcgen05 + "--rate half", 2, "nothing is known of");
  for (const std::string option : {"--depth", "--m", "--n"})
    expect_failure(kTcgen05 + option + " 0", 2, option + ": 0 is out of range; give 1 or more");
  expect_failure(kTcgen05 + "--timing nowhere.toml", 2, "nowhere.toml: no such file");
  const std::string sparse = "hopper/wgmma.other.m64nNk64.f32.e4m3.e4m3";
  expect_failure("timing " + sparse + " --timing " +
                     write("sparse.toml",
                           "[source]\nbench = \"ours\"\n[timing.x]\ninstructions = [\"" + sparse +
                               "\"]\nport = \"sm\"\ninterval = 64\nsource = "
                               "\"bench\"\nconfidence = \"low\"\n"),
                 2, "give --n");
  expect_failure("timing ampere/mma.m16n8k16.f32.f16.f16.f32 --timing " +
                     write("bad.toml", "[timing.x]\ninstructions = 3\n"),
                 2, "bad.toml:2: timing.x.instructions: a number cannot be used");
}

TEST_F(Cli, TimingFileOfOnesOwn) {
  const std::string file = write("own.toml",
                                 "[source]\nmine = \"our bench\"\n[timing.mine]\n"
                                 "instructions = \"ada/mma.m8n8k4.f64.*\"\nport = \"sub_core\"\n"
                                 "interval = 12.5\nsource = \"mine\"\nconfidence = \"medium\"\n");
  const Ran ran = run("timing ada/mma.m8n8k4.f64.f64.f64.f64 --strict --timing " + file);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("12.5  medium      [1]"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("[1] our bench"), std::string::npos) << ran.out;
}

TEST_F(Cli, TheGuideToTimingShowsWhatTheCommandPrints) {
  const std::string page = slurp(MMASC_DOCS "/timing.md");
  const std::string begin = "```console\n$ mmasc timing ";
  int compared = 0;
  for (auto at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const auto command = at + begin.size() - std::string("timing ").size();
    const auto line = page.find('\n', command), end = page.find("```", line);
    EXPECT_EQ(run(page.substr(command, line - command)).out, page.substr(line + 1, end - line - 1));
    ++compared;
  }
  EXPECT_GE(compared, 1);
}

}  // namespace
}  // namespace mmasc
