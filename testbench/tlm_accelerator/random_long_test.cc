// SPDX-License-Identifier: Apache-2.0
#include "tlm_accelerator/random_descriptors.h"

namespace mmasc::tlm {
namespace {

// A million in all.
class ManyRandomDescriptors : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyRandomDescriptors, EachGetsItsCodeAndWritesNothingElse) {
  expect_random_descriptors(GetParam(), 125'000);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyRandomDescriptors, testing::Values(2, 3, 4, 5));

}  // namespace
}  // namespace mmasc::tlm
