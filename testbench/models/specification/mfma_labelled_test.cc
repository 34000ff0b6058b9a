// SPDX-License-Identifier: Apache-2.0
// The CDNA rows against an oracle that knows none of their fields.
#include "printed_name.h"
#include "specification/mfma_rows.h"

namespace mmasc::mfma {
namespace {

class Mfma : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(Mfma, EqualsTheOracle) {
  const auto& [operations, id] = GetParam();
  expect_equal(id, operations);
}

constexpr auto kIdOf = [](const auto& row) { return as_name(std::get<1>(row.param)); };
INSTANTIATE_TEST_SUITE_P(Default, Mfma,
                         testing::Combine(testing::Values(2000), testing::ValuesIn(rows())), kIdOf);
INSTANTIATE_TEST_SUITE_P(Long, Mfma,
                         testing::Combine(testing::Values(100'000), testing::ValuesIn(rows())),
                         kIdOf);

}  // namespace
}  // namespace mmasc::mfma
