// SPDX-License-Identifier: Apache-2.0
#include "printed_name.h"
#include "quantise/schemes.h"

namespace mmasc {
namespace {

class QuantiseMillionBlocks : public ::testing::TestWithParam<SchemeOfHardware> {};
TEST_P(QuantiseMillionBlocks, AreDefined) { expect_blocks_defined(GetParam(), 10); }
INSTANTIATE_TEST_SUITE_P(OfHardware, QuantiseMillionBlocks,
                         ::testing::ValuesIn(schemes_of_hardware()), PrintedName());

}  // namespace
}  // namespace mmasc
