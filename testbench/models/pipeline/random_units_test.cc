// SPDX-License-Identifier: Apache-2.0
#include "pipeline/random_agreement.h"

namespace mmasc {
namespace {

TEST(RandomUnits, Agree) { expect_agreement(Seeds{0, 1, 200}); }

}  // namespace
}  // namespace mmasc
