// SPDX-License-Identifier: Apache-2.0
// What Yosys proves of the assertions by induction, for any state and anything that is offered:
// those of a unit that raises flags, and the contract of mmasc_elastic.
#include "mmasc/onlookers/emit_coverage.h"
#include "mmasc/onlookers/onlooker.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/tool.h"
#include "onlookers/watched_units.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

const Tool kYosys{"yosys", "yosys"};

class Induction : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      run_tool(kYosys, {"-V"});
    } catch (const EnvironmentError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  void write(const std::vector<RtlFile>& files) {
    sources_.clear();
    for (const RtlFile& file : files) {
      std::ofstream(folder_.path() / file.name) << file.text;
      if (file.name.ends_with(".sv")) sources_ += " " + file.name;
    }
  }
  // Whether all assertions of the module hold after a first cycle in reset. `before`: commands on
  // the design as it is read, and as it is flattened.
  bool proves(const std::string& top, const std::string& read, const std::string& flattened = "") {
    const ToolRun run =
        run_tool(kYosys,
                 {"-p", "read_verilog -sv -formal -DMMASC_ASSERTIONS -defer" + sources_ + "; " +
                            read + "hierarchy -check -top " + top +
                            "; proc; flatten; async2sync; opt -full; " + flattened +
                            "select -assert-min 5 t:$assert; select -clear; "
                            "sat -tempinduct -prove-asserts -set-at 1 rst_ni 0 -seq 1 -maxsteps 3 "
                            "-show-ports " +
                            top},
                 folder_.path());
    output_ = run.output;
    return run.succeeded && run.output.find("Induction step proven: SUCCESS!") != std::string::npos;
  }

  testing::Folder folder_;
  std::string sources_, output_;
};

Unit tiny() {
  return flagged_unit(2, "e3m2", "e2m1", "e4m3", R"([{ name = "dot", terms = ["products", "c"] }])",
                      R"(format = "e5m2", nan = "7e")");
}

// Those of what a rounding cannot give follow of no bounds of words, and are left to simulation.
std::string without_roundings(const Unit& unit) {
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  std::string commands;
  for (std::size_t p = 0; p < points.list.size(); ++p)
    if (points.list[p].stage == CoverStage::normalizer)
      commands += "delete */c:u_assertions.never_" + std::to_string(p) + "; ";
  return commands;
}

TEST_F(Induction, ProvesAUnitsAssertions) {
  const Unit unit = tiny();
  write(watched_files(unit));
  EXPECT_TRUE(proves("unit", "", without_roundings(unit))) << output_.substr(output_.size() / 2);
}

TEST_F(Induction, DoesNotProveAFault) {
  const Unit unit = tiny();
  const struct {
    const char *file, *right, *wrong;
  } faults[] = {
      {"mmasc_status_flags.sv", "wire invalid = nan_i && !quiet_nan_i;",
       "wire invalid = !quiet_nan_i;"},
      {"mmasc_elastic.sv", "else if (ready_o) valid_q", "else valid_q"},
      {"mmasc_product.sv", "assign exponent_o = fixed_exponent;",
       "assign exponent_o = fixed_exponent + 1;"},
  };
  for (const auto& fault : faults) {
    std::vector<RtlFile> files = watched_files(unit);
    std::string& text = std::ranges::find(files, fault.file, &RtlFile::name)->text;
    const auto at = text.find(fault.right);
    ASSERT_NE(at, std::string::npos) << fault.right;
    text.replace(at, std::string(fault.right).size(), fault.wrong);
    write(files);
    EXPECT_FALSE(proves("unit", "", without_roundings(unit))) << fault.wrong;
    const bool is_decided = output_.find("proof failed") != std::string::npos ||
                            output_.find("model found") != std::string::npos;
    EXPECT_TRUE(is_decided) << output_;
  }
}

TEST_F(Induction, ProvesTheContractOfAnyNumberOfRanks) {
  std::vector<RtlFile> files;
  for (const RtlFile& file : watched_files(tiny()))
    if (file.name == "mmasc_elastic.sv" || file.name == "mmasc_assert_handshake.sv")
      files.push_back(file);
  files.push_back({"elastic_bench.sv", testing::text_of(MMASC_ELASTIC_BENCH)});
  write(files);
  for (int ranks = 1; ranks <= 8; ++ranks)
    EXPECT_TRUE(proves("elastic_bench",
                       "chparam -set REGISTERS " + std::to_string(ranks) + " elastic_bench; "))
        << ranks << output_;
  // A rank that forgets what waits.
  std::string& text = files.front().text;
  const std::string right = "else if (ready_o) valid_q";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "else valid_q");
  write(files);
  EXPECT_FALSE(proves("elastic_bench", "chparam -set REGISTERS 2 elastic_bench; "));
}

}  // namespace
}  // namespace mmasc
