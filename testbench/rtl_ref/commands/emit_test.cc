// SPDX-License-Identifier: Apache-2.0
// mmasc emit-rtl: the folder it makes, and what it refuses.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kEmitVolta = "emit-rtl volta/mma.m8n8k4.f32.f16.f16.f32 ";

class EmitRtl : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
};

TEST_F(EmitRtl, MakesANewFolder) {
  const Ran ran = run(kEmitVolta + ("--top unit -o " + path("rtl")));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("the module is unit"), std::string::npos);
  EXPECT_NE(slurp(path("rtl/unit.sv")).find("module unit #("), std::string::npos);
  const std::string list = slurp(path("rtl/unit.f"));
  EXPECT_TRUE(list.starts_with("mmasc_pkg.sv\n"));
  EXPECT_TRUE(list.ends_with("\nunit.sv\n"));
  for (const char* file : {"unit.sdc", "README.md", "mmasc_aligner.sv", "unit_assertions.sv",
                           "unit_coverage.sv", "mmasc_port_checker.sv"})
    EXPECT_TRUE(fs::exists(path("rtl") + "/" + file)) << file;
}

TEST_F(EmitRtl, TellsOfSeveralStepsAndALateC) {
  const Ran ran =
      run("emit-rtl hopper/mma.m16n8k32.f16.e4m3.e4m3.f16 --top unit -o " + path("rtl"));
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::string readme = slurp(path("rtl/README.md"));
  for (const char* part : {"takes 2 operations", "in this order: 0 1 4 5", "widened to f16",
                           "`unit_late_c`", "of the first is +0"})
    EXPECT_NE(readme.find(part), std::string::npos) << part;
}

TEST_F(EmitRtl, LeavesWhatIsThere) {
  fs::create_directory(path("rtl"));
  std::ofstream(path("rtl/mine.sv")) << "mine";
  expect_failure(kEmitVolta + ("-o " + path("rtl")), 2, "there is something already");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("rtl")), fs::directory_iterator()), 1);
  std::ofstream(path("file")) << "";
  expect_failure(kEmitVolta + ("-o " + path("file")), 2, "there is something already");
  fs::create_directory(path("empty"));
  EXPECT_EQ(run(kEmitVolta + ("-o " + path("empty/"))).code, 0);
}

TEST_F(EmitRtl, RefusesWhatIsNoFolderNameOrUnit) {
  for (const char* folder : {".", "..", "./"})
    expect_failure(kEmitVolta + std::string("-o ") + folder, 2, "name a new folder");
  const std::string there = " -o " + path("rtl");
  for (const char* top : {"module", "9a", "a-b"})
    expect_failure(kEmitVolta + ("--top " + std::string(top)) + there, 2, "no name for a module");
  expect_failure(kEmitVolta + std::string("--also ampere/mma.m8n8k4.f64.f64.f64.f64") + there, 2,
                 "differ in more than the formats");
  expect_failure(kEmitVolta + std::string("--also nonsense") + there, 2, "nonsense");
  EXPECT_FALSE(fs::exists(path("rtl")));
}

TEST_F(EmitRtl, AFolderThatCannotBeMadeIsNamed) {
  expect_failure(kEmitVolta + std::string("-o /proc/rtl"), 3, "/proc/rtl: cannot write: ");
}

}  // namespace
}  // namespace mmasc
