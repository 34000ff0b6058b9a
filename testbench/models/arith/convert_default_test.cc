// SPDX-License-Identifier: Apache-2.0
// Every seventh 16-bit number into every format, by every rounding; the long test has all.
#include <gtest/gtest.h>

#include "arith/conversions.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

TEST(ConvertMany, F16) { compare_conversions(*find_format("f16"), 7); }
TEST(ConvertMany, Bf16) { compare_conversions(*find_format("bf16"), 7); }

}  // namespace
}  // namespace mmasc
