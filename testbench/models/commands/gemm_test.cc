// SPDX-License-Identifier: Apache-2.0
// D = C + A * B from and to files: relations; what is printed and written is in gemm.txt.
#include <sys/prctl.h>

#include "commands/gemm_fixture.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

TEST_F(Gemm, EveryEngineGivesTheSameBits) {
  Random random(1);
  Elements a(5 * 40), b(40 * 3);
  for (Elements* elements : {&a, &b})
    for (auto& bits : *elements) bits = random.next() & 0xbfff;  // below 2
  const std::string files = f16("a.npy", "(5, 40)", a) + " " + f16("b.npy", "(40, 3)", b);
  const Elements expected = multiply(std::string(kHopper) + " " + files + " --engine reference");
  EXPECT_EQ(multiply(std::string(kHopper) + " " + files), expected);
  if (simulates()) {
    EXPECT_EQ(multiply(std::string(kHopper) + " " + files + " --engine pipeline"), expected);
  }
  EXPECT_NE(multiply(std::string(kHopper) + " --set dot.fraction_bits=8 " + files), expected);
}

TEST_F(Gemm, AnInterruptLeavesNothing) {
  fs::create_directory(folder_ / "out");
  const auto a = write("a.npy", npy("<f2", "(4096, 64)", std::string(4096 * 64 * 2, '\0')));
  expect_interrupted({"gemm", kHopper, a, a, "--transpose-b", "--engine", "reference", "-o",
                      folder_ / "out" / "d.npy"});
  EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

class CompiledGemm : public Gemm {
 protected:
  // A unit that no kernel takes, and matrices that are large enough to compile it.
  std::string compiled_unit() const {
    Random random(4);
    Elements a(64 * 512), b(512 * 80);
    for (Elements* elements : {&a, &b})
      for (auto& bits : *elements) bits = random.next() & 0xbfff;  // below 2
    return std::string(kHopper) + " --set dot.sticky=true " + f16("a.npy", "(64, 512)", a) + " " +
           f16("b.npy", "(512, 80)", b);
  }
};

// Where the system lets no memory be made executable, code cannot be had, and the reference
// computes.
TEST_F(CompiledGemm, ComputesWhereNoMemoryBecomesExecutable) {
#ifdef __linux__
  constexpr int kSetMemoryDenyWriteExecute = 65;  // PR_SET_MDWE, since Linux 6.3
  const std::string of_unit = compiled_unit();
  const Elements with_code = multiply(of_unit);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::prctl(kSetMemoryDenyWriteExecute, 1, 0, 0, 0) != 0) ::_exit(77);
    const Ran ran = run("gemm " + of_unit + " -o " + d());
    ::_exit(ran.code == 0 && ran.err.find("error") == std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) GTEST_SKIP() << "Linux before 6.3";
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))), with_code);
#endif
}

// A unit that no kernel takes has code of its own where there is an LLVM, and says where there is
// none.
TEST_F(CompiledGemm, WithoutLlvmTheReferenceComputesAndSaysSo) {
  const std::string of_unit = compiled_unit();
  const Elements with_code = multiply(of_unit);
  ::setenv("MMASC_LLVM", "/nowhere", 1);
  const Elements without = multiply(of_unit);
  const Ran told = run("gemm " + of_unit + " -o " + d());
  const Ran shown = run("show " + std::string(kHopper) + " --set dot.sticky=true");
  ::unsetenv("MMASC_LLVM");
  EXPECT_EQ(with_code, without);
  const std::string why = "MMASC_LLVM names no library that can be loaded";
  EXPECT_NE(told.err.find("the reference computes, slower than code of the unit's own: " + why),
            std::string::npos)
      << told.err;
  EXPECT_NE(shown.out.find("the reference computes here: " + why), std::string::npos) << shown.out;
}

}  // namespace
}  // namespace mmasc
