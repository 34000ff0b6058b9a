// SPDX-License-Identifier: Apache-2.0
// mmasc capture: what it refuses, units of one's own, an interrupt. Results are compared in
// testbench/gpu_golden/capture/cpu_test.cc.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kVnni = "x86/vpdpbusd";

class CaptureCommand : public Cli {
 protected:
  bool has_vnni() { return run(std::string("capture ") + kVnni + " --compare 1").code == 0; }

  std::string own_unit(const std::string& sum, const std::string& shape) {
    return write("own.toml",
                 "[datapath.own]\nlanes = 4\nsum = [{ name = \"dot\", terms = [\"products\", "
                 "\"c\"] }]\nresult = { format = \"s32\", overflow = \"" +
                     sum + "\" }\n[instruction.\"x86/own\"]\nmnemonic = \"vpdpbusd\"\nshape = { " +
                     shape +
                     " }\nformats = { a = \"u8\", b = \"s8\", c = \"s32\" }\ndatapath = "
                     "\"own\"\nstorage = \"vector\"\n");
  }
};

// A register has 16 lanes; a tile of another size would be read beyond its end.
TEST_F(CaptureCommand, RefusesUnitsThatAreNoRegister) {
  if (!has_vnni()) GTEST_SKIP() << "this processor has no VNNI";
  for (const char* shape : {"m = 1, n = 1, k = 4", "m = 1, n = 1, k = 4, blocks = 64",
                            "m = 1, n = 1, k = 8, blocks = 16"})
    expect_failure("capture " + own_unit("wrap", shape) + " --compare 100", 2,
                   "write shape = { m = 1, n = 1, k = 4, blocks = 16 }");
}

TEST_F(CaptureCommand, ComparesAUnitOfOnesOwnAndReplaysIt) {
  if (!has_vnni()) GTEST_SKIP() << "this processor has no VNNI";
  const std::string shape = "m = 1, n = 1, k = 4, blocks = 16";
  EXPECT_EQ(run("capture " + own_unit("wrap", shape) + " --compare 20000").code, 0);
  const std::string file = own_unit("saturate", shape);
  const Ran ran = run("capture " + file + " --compare 20000");
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto at = ran.out.find("mmasc eval " + file + " --a ");
  ASSERT_NE(at, std::string::npos) << ran.out;
  const auto end = ran.out.find('\n', at);
  const Ran replay = run(ran.out.substr(at + 6, end - at - 6));
  const auto model = ran.out.find("model ", end) + 6;
  EXPECT_TRUE(replay.out.starts_with("d = " + ran.out.substr(model, 8))) << replay.out << ran.out;
}

TEST_F(CaptureCommand, AnInterruptEndsAComparison) {
  if (!has_vnni()) GTEST_SKIP() << "this processor has no VNNI";
  expect_interrupted({"capture", kVnni, "--compare", "1000000000"});
}

}  // namespace
}  // namespace mmasc
