// SPDX-License-Identifier: Apache-2.0
// Every 16-bit number into every format, by every rounding.
#include <gtest/gtest.h>

#include "arith/conversions.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

TEST(ConvertAll, F16) { compare_conversions(*find_format("f16"), 1); }
TEST(ConvertAll, Bf16) { compare_conversions(*find_format("bf16"), 1); }

}  // namespace
}  // namespace mmasc
