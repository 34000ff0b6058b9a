// SPDX-License-Identifier: Apache-2.0
#include "tlm_accelerator/random_descriptors.h"

namespace mmasc::tlm {
namespace {

TEST(RandomDescriptors, ThousandsGetTheirCodeAndWriteNothingElse) {
  expect_random_descriptors(1, 5000);
}

}  // namespace
}  // namespace mmasc::tlm
