// SPDX-License-Identifier: Apache-2.0
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

std::string without_first_line(const std::string& text) { return text.substr(text.find('\n')); }

// A row that aligns once, one with scales of blocks, one that aligns twice: the probes see the same
// on both engines.
constexpr const char* kFamilies[] = {
    "volta/mma.m8n8k4.f32.f16.f16.f32",
    "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3",
    "cdna3/v_mfma_f32_32x32x8_f16",
};

TEST_F(Cli, ProbesSeeTheSameOnThePipeline) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  for (const char* unit : kFamilies) {
    const Ran reference = run(std::string("probe ") + unit);
    EXPECT_EQ(reference.code, 0) << unit << reference.err;
    const Ran pipeline = run(std::string("probe --engine pipeline ") + unit);
    EXPECT_EQ(pipeline.code, 0) << unit << pipeline.err;
    EXPECT_EQ(without_first_line(pipeline.out), without_first_line(reference.out)) << unit;
  }
}

TEST_F(Cli, AnInterruptEndsAProbe) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  expect_interrupted({"probe", "--all", "--engine", "pipeline"});
}

}  // namespace
}  // namespace mmasc
