// SPDX-License-Identifier: Apache-2.0
#include "probes/changed_rows.h"

namespace mmasc::probes {
namespace {

// More than one value is seen of nearly every feature.
TEST(ProbedCatalogue, FeaturesFollowTheFields) {
  auto values = probe_changed_rows(1, 20);
  std::set<std::string_view> of_one_value;
  for (auto& [name, found] : values) {
    found.erase("not observable");
    if (found.size() < 2) of_one_value.insert(name);
  }
  // EveryProbe.SeesAChange has the other values of these.
  EXPECT_EQ(of_one_value, (std::set{name::kProductExponent, name::kSubnormalProduct,
                                    name::kSubnormalSum, name::kUnderflowSign}));
  EXPECT_EQ(values.size(), 22u);
}

}  // namespace
}  // namespace mmasc::probes
