// SPDX-License-Identifier: Apache-2.0
// What Yosys proves of the assertions of emitted modules by induction, for any state and anything
// that is offered: those of a unit that raises flags, of whole units of the catalogue, all but
// those of what their roundings cannot give, and the contract of mmasc_elastic.
#include <gtest/gtest.h>

#include <regex>

#include "mmasc/onlookers/emit_coverage.h"
#include "mmasc/onlookers/onlooker.h"
#include "mmasc/onlookers/onlooker_files.h"
#include "mmasc/rtl/flow_files.h"
#include "mmasc/unit/error.h"
#include "mmasc/verilated/yosys.h"
#include "onlookers/watched_units.h"
#include "printed_name.h"
#include "rtl/changed_text.h"
#include "rtl/folder.h"
#include "rtl/named_units.h"

namespace mmasc {
namespace {

class Induction : public ::testing::Test {
 protected:
  void SetUp() override {
    skip_where_missing<EnvironmentError>([] { run_tool(kYosys, {"-V"}); });
  }
  void write(const std::vector<RtlFile>& files) {
    sources_.clear();
    for (const RtlFile& file : files) {
      std::ofstream(folder_.path() / file.name) << file.text;
      if (file.name.ends_with(".sv")) sources_ += " " + file.name;
    }
  }
  // All assertions of the module, at least so many, hold after a first cycle in reset. `read` and
  // `flattened` are commands on the design as it is read, and as it is flattened.
  bool proves(const std::string& top, const std::string& read, const std::string& flattened = "",
              int least = 5) {
    const ToolRun run = run_tool(
        kYosys,
        {"-p", "read_verilog -sv -formal -DMMASC_ASSERTIONS -defer" + sources_ + "; " + read +
                   "hierarchy -check -top " + top + "; proc; flatten; async2sync; opt -full; " +
                   flattened + "select -assert-min " + std::to_string(least) +
                   " t:$assert; select -clear; "
                   "sat -tempinduct -prove-asserts -set-at 1 rst_ni 0 -seq 1 -maxsteps 3 "
                   "-show-ports " +
                   top},
        folder_.path());
    output_ = run.output;
    return run.succeeded && run.output.find("Induction step proven: SUCCESS!") != std::string::npos;
  }
  // It found where one does not, and did not give up.
  bool is_decided() const {
    return output_.find("proof failed") != std::string::npos ||
           output_.find("model found") != std::string::npos;
  }

  testing::Folder folder_;
  std::string sources_, output_;
};

// Bounds of words do not tell what a rounding cannot give: those assertions are left to simulation,
// and those of other cover points whose names match `left`.
std::string without_roundings(const Unit& unit, const std::string& left = "^$") {
  const Sequence sequence(unit);
  const CoverPoints points = cover_points_of(sequence);
  std::string commands;
  for (std::size_t p = 0; p < points.list.size(); ++p)
    if (points.list[p].stage == CoverStage::normalizer ||
        std::regex_search(points.list[p].name, std::regex(left)))
      commands += "delete */c:u_assertions.never_" + std::to_string(p) + "; ";
  return commands;
}

Unit tiny() {
  return flagged_unit(1, "e3m2", "e2m1", "e4m3", R"([{ name = "dot", terms = ["products", "c"] }])",
                      R"(format = "e5m2", nan = "7e")");
}

class InductionOfSmall : public Induction, public ::testing::WithParamInterface<NamedUnit> {};
INSTANTIATE_TEST_SUITE_P(Default, InductionOfSmall, ::testing::Values(NamedUnit{"tiny", tiny}),
                         PrintedName());

TEST_P(InductionOfSmall, ProvesAUnitsAssertions) {
  const Unit unit = GetParam().unit();
  write(watched_files(unit));
  EXPECT_TRUE(proves("unit", "", without_roundings(unit))) << output_.substr(output_.size() / 2);
}

TEST_P(InductionOfSmall, DoesNotProveAFault) {
  const Unit unit = GetParam().unit();
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
    testing::change_text(files, fault.file, fault.right, fault.wrong);
    write(files);
    EXPECT_FALSE(proves("unit", "", without_roundings(unit))) << fault.wrong;
    EXPECT_TRUE(is_decided()) << output_;
  }
}

TEST_P(InductionOfSmall, ProvesTheContractOfAnyNumberOfRanks) {
  std::vector<RtlFile> files;
  for (const RtlFile& file : watched_files(GetParam().unit()))
    if (file.name == "mmasc_elastic.sv" || file.name == "mmasc_assert_handshake.sv")
      files.push_back(file);
  files.push_back({"elastic_bench.sv", testing::text_of(MMASC_ELASTIC_BENCH)});
  write(files);
  for (int ranks = 1; ranks <= 8; ++ranks)
    EXPECT_TRUE(proves("elastic_bench",
                       "chparam -set REGISTERS " + std::to_string(ranks) + " elastic_bench; "))
        << ranks << output_;
  // A rank that forgets what waits.
  testing::change_text(files, "mmasc_elastic.sv", "else if (ready_o) valid_q", "else valid_q");
  write(files);
  EXPECT_FALSE(proves("elastic_bench", "chparam -set REGISTERS 2 elastic_bench; "));
}

struct WatchedRow {
  const char* id;
  int proved;                // as docs/assertions.md says
  const char* left = "^$";   // more cover points whose assertions are left to simulation
  const char* deleted = "";  // and another assertion
};

class InductionOfUnits : public Induction, public ::testing::WithParamInterface<WatchedRow> {};

TEST_P(InductionOfUnits, ProvesTheirAssertions) {
  const Unit unit = catalog().find(GetParam().id);
  write(watched_files(unit));
  EXPECT_TRUE(proves("unit", "", without_roundings(unit, GetParam().left) + GetParam().deleted,
                     GetParam().proved))
      << output_.substr(output_.size() / 2);
}

TEST_P(InductionOfUnits, DoesNotProveAnExponentOneMore) {
  std::vector<RtlFile> files = watched_files(catalog().find(GetParam().id));
  testing::change_text(files, "mmasc_product.sv", "assign exponent_o = fixed_exponent;",
                       "assign exponent_o = fixed_exponent + 1;");
  write(files);
  EXPECT_FALSE(proves("unit", "", without_roundings(catalog().find(GetParam().id))));
  EXPECT_TRUE(is_decided()) << output_.substr(output_.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Long, InductionOfUnits,
                         ::testing::Values(WatchedRow{"volta/mma.m8n8k4.f32.f16.f16.f32", 72},
                                           WatchedRow{"turing/mma.m8n8k4.f16.f16.f16.f16", 64},
                                           WatchedRow{"hopper/mma.m16n8k4.f32.tf32.tf32.f32", 64},
                                           WatchedRow{"rdna3/v_dot2_f32_bf16", 45, "^$",
                                                      "delete */c:u_assertions.encoding_flushed; "},
                                           WatchedRow{"x86/vpdpwssd", 29,
                                                      "^dot\\.fills = 33 of 33 bits"}),
                         [](const auto& info) { return as_name(info.param.id); });

}  // namespace
}  // namespace mmasc
