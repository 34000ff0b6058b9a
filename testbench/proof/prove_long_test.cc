// SPDX-License-Identifier: Apache-2.0
// Every planted fault is refuted at its stage, with operands that show it.
#include <gtest/gtest.h>

#include "proof/proof_of.h"

namespace mmasc {
namespace {

class EveryFault : public ::testing::TestWithParam<testing::TextFault> {};

TEST_P(EveryFault, IsRefutedAtItsStage) { testing::expect_refuted(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, EveryFault, ::testing::ValuesIn(testing::kTextFaults),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mmasc
