// SPDX-License-Identifier: Apache-2.0
// As mfma_default_test.cc, on more operations.
#include "specification/mfma_rows.h"

namespace mmasc::mfma {
namespace {

class MfmaLong : public testing::TestWithParam<std::string> {};

TEST_P(MfmaLong, EqualsTheOracle) { expect_equal(GetParam(), 100'000); }

INSTANTIATE_TEST_SUITE_P(Rows, MfmaLong, testing::ValuesIn(rows()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace mmasc::mfma
