// SPDX-License-Identifier: Apache-2.0
// mmasc cosim: what it says where model and RTL agree, where they part, and what it refuses.
#include <sys/stat.h>

#include <bit>
#include <regex>

#include "commands/cli_fixture.h"
#include "commands/save_file_signals.h"

namespace mmasc {
namespace {

class Cosim : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string command(const std::string& flags) const {
    return "cosim " + std::string(kUnit) + " --cycles 2000 " + flags;
  }
  // The unit's RTL in a folder, `from` in one of its files changed to `to`.
  std::string changed_rtl(const std::string& file, const std::string& from, const std::string& to) {
    const std::string rtl = path("rtl");
    EXPECT_EQ(run("emit-rtl " + std::string(kUnit) + " --top mine -o " + rtl).code, 0);
    std::string text = slurp(rtl + "/" + file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    std::ofstream(rtl + "/" + file) << text.replace(at, from.size(), to);
    return rtl;
  }
};

// Simulates; skipped where the RTL cannot be compiled.
class CosimRuns : public Cosim {
 protected:
  void SetUp() override {
    Cosim::SetUp();
    if (run("eval " + std::string(kUnit) + " --a 1 --b 1 --engine rtl").code == 3)
      GTEST_SKIP() << "no Verilator";
  }
};

TEST_F(CosimRuns, AgreeingUnitsAreTwoLines) {
  const Ran ran = run(command(""));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("2000 cycles, ")) << ran.out;
  EXPECT_NE(ran.out.find("5 ranks of registers, 468 bits of payload: no difference\ndriven: "),
            std::string::npos)
      << ran.out;
  EXPECT_TRUE(std::regex_search(
      ran.out, std::regex("driven: ([1-9][0-9]*) of \\1 steps of \\1 coverage vectors, then "
                          "[1-9][0-9]* or more vectors of each of [1-9][0-9]* classes\n$")))
      << ran.out;
  EXPECT_EQ(ran.err, "");
}

TEST_F(CosimRuns, ARunWithoutResultsIsNoAgreement) {
  expect_failure("cosim " + std::string(kUnit) + " --cycles 3", 2, "no result comes out");
}

TEST_F(CosimRuns, ALateCIsComparedToo) {
  const Ran ran = run("cosim hopper/mma.m16n8k32.f16.e4m3.e4m3.f16 --cycles 500");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 4) << ran.out;
  EXPECT_NE(ran.out.find("\nthe late C: 500 cycles"), std::string::npos) << ran.out;
}

TEST_F(CosimRuns, AChangedFolderPartsWhereItWasChanged) {
  const std::string rtl =
      changed_rtl("mmasc_align_sum.sv", "zero_o = &is_zero", "zero_o = is_zero[0]");
  const std::string vcd = path("part.vcd");
  const Ran ran = run(command("--rtl " + rtl + " --vcd " + vcd));
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(": aligner_0.rank0 sum_0.zero is 0x"), std::string::npos) << ran.out;
  const std::string save = slurp(path("part.gtkw"));
  testing::expect_same_signals(save, slurp(vcd));
  EXPECT_LT(save.find("-model.aligner_0.rank0\n"), save.find("-rtl.aligner_0.rank0\n"));
  std::smatch marker;  // on the cycle that the first line names
  ASSERT_TRUE(std::regex_search(save, marker, std::regex("\n\\*-[0-9.]+ ([0-9]+)000 -1")));
  EXPECT_TRUE(ran.out.starts_with("cycle " + marker[1].str() + ", ")) << ran.out;
  const std::size_t begin = ran.out.find("replay: mmasc ") + 14;
  const std::string replay = ran.out.substr(begin, ran.out.find('\n', begin) - begin);
  const Ran again = run(replay + " --vcd " + vcd);
  EXPECT_EQ(again.code, 1) << replay;
  EXPECT_EQ(again.out.substr(0, again.out.find('\n')), ran.out.substr(0, ran.out.find('\n')));
}

// A zero is wrong where the first term alone is one: the smallest operands have one other product.
TEST_F(CosimRuns, ThePartingIsShrunk) {
  const std::string rtl =
      changed_rtl("mmasc_align_sum.sv", "zero_o = &is_zero", "zero_o = is_zero[0]");
  const std::string parts = command("--rtl " + rtl + " --vcd " + path("part.vcd"));
  const Ran ran = run(parts);
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      ran.out, found,
      std::regex("\nsmallest: (mmasc eval [^ ]+ --a ([0-9a-f]{16}) --b "
                 "([0-9a-f]{16}) --c ([0-9a-f]{8}))\n  aligner_0.rank0 sum_0.zero "
                 "is 0x1 in the RTL, 0x0 in the SystemC model\n")))
      << ran.out;
  const auto bits = [](const std::string& hex) {
    return std::popcount(std::stoull(hex, nullptr, 16));
  };
  EXPECT_EQ(bits(found[2]) + bits(found[3]) + bits(found[4]),
            found[2] == std::string(16, '0') ? 1 : 2)
      << ran.out;
  EXPECT_EQ(found[2].str().substr(0, 4), "0000");
  EXPECT_EQ(run(found[1].str().substr(6)).code, 0) << found[1];
  EXPECT_EQ(run(parts).out, ran.out);
}

// Sums that fill their adder are driven first: a bit that is missing there shows at once.
TEST_F(CosimRuns, AnAdderOneBitTooNarrowIsFound) {
  const std::string rtl = changed_rtl("mmasc_total.sv", "assign held = total_i;",
                                      "assign held = {total_i[BITS-2], total_i[BITS-2:0]};");
  const Ran ran = run(command("--rtl " + rtl + " --vcd " + path("narrow.vcd")));
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(": adder_tree_0_1.rank0 term_0.significand is 0x"), std::string::npos)
      << ran.out;
}

TEST_F(CosimRuns, AnAssertionThatFailsEndsTheRun) {
  const std::string rtl =
      changed_rtl("mine.sv", "endmodule",
                  "  always @(posedge clk_i) assert (!valid_i || id_i[3:0] != 9);\nendmodule");
  const Ran ran = run(command("--rtl " + rtl + " --vcd " + path("stop.vcd")));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("cycle ")) << ran.out;
  EXPECT_NE(ran.out.find(": the RTL stopped: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("mine.sv:"), std::string::npos) << ran.out;
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 3) << ran.out;
  EXPECT_NE(ran.out.find("\nreplay: mmasc cosim "), std::string::npos) << ran.out;
  EXPECT_TRUE(fs::exists(path("stop.vcd")));
}

// Texts that the RTL prints are not among the results; its time is the cycle.
TEST_F(CosimRuns, TheRtlPrintsToStandardError) {
  const std::string rtl = changed_rtl(
      "mine.sv", "endmodule",
      "  always @(posedge clk_i) if ($time == 50) $display(\"cycle %0d\", $time);\nendmodule");
  const Ran ran = run(command("--rtl " + rtl));
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 2) << ran.out;
  EXPECT_EQ(ran.err, "cycle 50\n");
}

TEST_F(CosimRuns, AnUnchangedFolderAgrees) {
  EXPECT_EQ(run(command("--rtl " + changed_rtl("mine.f", "mine", "mine"))).code, 0);
}

TEST_F(CosimRuns, RtlThatDoesNotCompileIsOneLine) {
  const std::string rtl = changed_rtl("mmasc_sum.sv", "{high, carry}", "{hihg, carry}");
  expect_failure(command("--rtl " + rtl), 3, "verilator failed");
}

TEST_F(CosimRuns, RtlOfAnotherUnitIsRefused) {
  const std::string rtl = path("other");
  ASSERT_EQ(run("emit-rtl ada/mma.m16n8k8.f32.f16.f16.f32 -o " + rtl).code, 0);
  expect_failure(command("--rtl " + rtl), 2, "ports");
}

TEST_F(CosimRuns, AVcdThatCannotBeWrittenHidesNothing) {
  const std::string rtl =
      changed_rtl("mmasc_align_sum.sv", "zero_o = &is_zero", "zero_o = is_zero[0]");
  const Ran ran = run(command("--rtl " + rtl + " --vcd /proc/part.vcd"));
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("aligner_0.rank0 sum_0.zero"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("no VCD: /proc/part.vcd"), std::string::npos) << ran.out;
}

TEST_F(Cosim, RefusesWrongNumbers) {
  expect_failure("cosim " + std::string(kUnit) + " --cycles 0", 2, "--cycles: 0; give 1 to");
  expect_failure("cosim " + std::string(kUnit) + " --cycles 1000000001", 2, "--cycles");
  expect_failure("cosim " + std::string(kUnit) + " --cycles -1", 2, "--cycles");
  expect_failure(command("--stall 100"), 2, "--stall: 100; give 0 to 99");
  expect_failure("cosim nonsense", 2, "nonsense");
  expect_failure(command("--vcd ''"), 2, "--vcd: is empty");
}

TEST_F(Cosim, RefusesFoldersThatEmitRtlDidNotMake) {
  expect_failure(command("--rtl " + path("none")), 2, "none");
  fs::create_directory(path("rtl"));
  expect_failure(command("--rtl " + path("rtl")), 2, "has no file list");
  std::ofstream(path("rtl/a.f")) << "\n";
  expect_failure(command("--rtl " + path("rtl")), 2, "names no file");
  for (const char* name :
       {"../a.sv", "/etc/passwd", "..", "missing.sv", "--lint-only", "unit_wrapper.cc", "//"}) {
    std::ofstream(path("rtl/a.f")) << name << "\n";
    expect_failure(command("--rtl " + path("rtl")), 2, name);
  }
  ASSERT_EQ(::mkfifo(path("rtl/pipe.sv").c_str(), 0600), 0);
  std::ofstream(path("rtl/a.f")) << "pipe.sv\n";
  expect_failure(command("--rtl " + path("rtl")), 2, "pipe.sv: cannot read");
  fs::rename(path("rtl/a.f"), path("rtl/a b.f"));
  expect_failure(command("--rtl " + path("rtl")), 2, "is no name for a module");
  std::ofstream(path("rtl/b.f")) << "b.sv\n";
  expect_failure(command("--rtl " + path("rtl")), 2, "more than one file list");
}

}  // namespace
}  // namespace mmasc
