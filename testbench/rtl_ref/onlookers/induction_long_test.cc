// SPDX-License-Identifier: Apache-2.0
// Induction proves the assertions of whole units of the catalogue, all but those of what their
// roundings cannot give.
#include "onlookers/induction.h"
#include "printed_name.h"

namespace mmasc {
namespace {

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
  std::string& text = std::ranges::find(files, "mmasc_product.sv", &RtlFile::name)->text;
  const std::string right = "assign exponent_o = fixed_exponent;";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "assign exponent_o = fixed_exponent + 1;");
  write(files);
  EXPECT_FALSE(proves("unit", "", without_roundings(catalog().find(GetParam().id))));
  EXPECT_TRUE(is_decided()) << output_.substr(output_.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Of, InductionOfUnits,
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
