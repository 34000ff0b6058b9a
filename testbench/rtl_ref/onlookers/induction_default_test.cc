// SPDX-License-Identifier: Apache-2.0
// What Yosys proves of the assertions by induction, for any state and anything that is offered:
// those of a unit that raises flags, and the contract of mmasc_elastic.
#include "onlookers/induction.h"

namespace mmasc {
namespace {

Unit tiny() {
  return flagged_unit(1, "e3m2", "e2m1", "e4m3", R"([{ name = "dot", terms = ["products", "c"] }])",
                      R"(format = "e5m2", nan = "7e")");
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
    EXPECT_TRUE(is_decided()) << output_;
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
