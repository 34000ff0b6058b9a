// SPDX-License-Identifier: Apache-2.0
#include "tlm_accelerator/random_descriptors.h"

namespace mmasc::tlm {
namespace {

// A million in all, each in both timings.
constexpr std::uint64_t kParts = 20;
class ManyRandomDescriptors : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ManyRandomDescriptors, EachGetsItsCodeAndWritesNothingElse) {
  expect_random_descriptors(GetParam(), 1'000'000 / kParts);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ManyRandomDescriptors,
                         testing::Range(std::uint64_t{2}, 2 + kParts));

}  // namespace
}  // namespace mmasc::tlm
