// SPDX-License-Identifier: Apache-2.0
// Units that add integers, as SystemVerilog.
#include "random/integer_unit.h"
#include "rtl/random_units.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class VerilatedIntegers : public testing::WithVerilator {};

TEST_F(VerilatedIntegers, Agree) { expect_rtl_of_first_agrees(integer_unit, 1); }

}  // namespace
}  // namespace mmasc
