// SPDX-License-Identifier: Apache-2.0
// What mmasc gemm refuses, and what it leaves behind: nothing.
#include "commands/gemm_fixture.h"

namespace mmasc {
namespace {

TEST_F(Gemm, MatricesThatAreWrong) {
  const auto a = f16("a.npy", "(2, 3)", Elements(6)), b = f16("b.npy", "(4, 2)", Elements(8));
  const auto good = f16("good.npy", "(3, 2)", Elements(6));
  fails(a + " " + good, 2, "--output is required");
  fails(a + " " + b + out(), 2, "A is 2 x 3 and B 4 x 2: A's columns and B's rows must be as many");
  fails(a + " " + good + " " + a + out(), 2, "C: " + a + ": elements are f16 (<f2), not f32");
  fails(a + " none.npy" + out(), 2, "none.npy: no such file");
  fails(a + " " + write("x.npy", "hello") + out(), 2, "neither .npy nor .safetensors");
  fails(a + " " + write("x.safetensors", "hello") + out(), 2, "cut short");
}

TEST_F(Gemm, FlagsThatAreWrong) {
  const auto a = f16("a.npy", "(2, 3)", Elements(6)), good = f16("good.npy", "(3, 2)", Elements(6));
  fails(a + " " + good + " --sa " + a + out(), 2, "has no block scales; leave it out");
  fails(a + " " + good + " --shape-a 2x3" + out(), 2, "packed rows are bytes");
  fails(a + " " + good + " --promote-k 16 --promote-rounding sideways" + out(), 2,
        "--promote-rounding sideways: unknown; one of");
  fails(a + " " + good + " --promote-rounding up" + out(), 2, "--promote-k");
  fails(a + " " + good + " --promote-k 1599999999984" + out(), 2,
        "--promote-k 1599999999984: give a smaller number");
  fails(a + " " + good + " --promote-k 40" + out(), 2, "give a multiple of 16, or 0");
  fails(a + " " + good + " --engine x" + out(), 2, "unknown engine \"x\"");
}

TEST_F(Gemm, OutputsThatAreWrong) {
  const auto a = f16("a.npy", "(2, 3)", Elements(6)), good = f16("good.npy", "(3, 2)", Elements(6));
  fails(a + " " + good + " -o " + (folder_ / "none" / "d.npy").string(), 3, "No such file");
  fails(a + " " + good + " -o /dev/full", 3, "/dev/full: cannot write: No space left on device");
  fails(write("m.npy", npy("<f2", "(281474976710656, 0)", "")) + " " +
            write("n.npy", npy("<f2", "(0, 281474976710656)", "")) + out(),
        2, "D would be 281474976710656 x 281474976710656, which is too large");
}

TEST_F(Gemm, AFullDiskLeavesNothing) {
  fs::create_directory(folder_ / "out");
  const auto a = write("a.npy", npy("<f2", "(100, 0)", "")),
             b = write("b.npy", npy("<f2", "(0, 100)", ""));
  const std::string command = "trap '' XFSZ; ulimit -f 8; exec '" MMASC_BINARY "' gemm " +
                              std::string(kHopper) + " " + a + " " + b + " -o " +
                              (folder_ / "out" / "d.npy").string() + " 2>" +
                              (folder_ / "stderr").string();
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_NE(slurp(folder_ / "stderr").find("d.npy: cannot write: File too large"),
            std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

TEST_F(Gemm, AnInterruptLeavesNothing) {
  fs::create_directory(folder_ / "out");
  const auto a = write("a.npy", npy("<f2", "(4096, 64)", std::string(4096 * 64 * 2, '\0')));
  expect_interrupted({"gemm", kHopper, a, a, "--transpose-b", "--engine", "reference", "-o",
                      folder_ / "out" / "d.npy"});
  EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

}  // namespace
}  // namespace mmasc
