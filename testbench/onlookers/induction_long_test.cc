// SPDX-License-Identifier: Apache-2.0
// Induction proves the assertions of whole units of the catalogue, all but those of what their
// roundings cannot give.
#include "onlookers/induction.h"

namespace mmasc {
namespace {

class InductionOfUnits : public Induction, public ::testing::WithParamInterface<const char*> {};

TEST_P(InductionOfUnits, ProvesTheirAssertions) {
  const Unit unit = catalog().find(GetParam());
  write(watched_files(unit));
  EXPECT_TRUE(proves("unit", "", without_roundings(unit), 60))
      << output_.substr(output_.size() / 2);
}

TEST_P(InductionOfUnits, DoesNotProveAnExponentOneMore) {
  std::vector<RtlFile> files = watched_files(catalog().find(GetParam()));
  std::string& text = std::ranges::find(files, "mmasc_product.sv", &RtlFile::name)->text;
  const std::string right = "assign exponent_o = fixed_exponent;";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "assign exponent_o = fixed_exponent + 1;");
  write(files);
  EXPECT_FALSE(proves("unit", "", without_roundings(catalog().find(GetParam()))));
  EXPECT_TRUE(is_decided()) << output_.substr(output_.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Of, InductionOfUnits,
                         ::testing::Values("volta/mma.m8n8k4.f32.f16.f16.f32",
                                           "turing/mma.m8n8k4.f16.f16.f16.f16",
                                           "hopper/mma.m16n8k4.f32.tf32.tf32.f32"));

}  // namespace
}  // namespace mmasc
