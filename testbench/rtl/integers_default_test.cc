// SPDX-License-Identifier: Apache-2.0
// Units that add integers, as SystemVerilog.
#include "random/integer_unit.h"
#include "rtl/agreement.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class VerilatedIntegers : public testing::WithVerilator {};

// A third of those of everything_long_test.cc.
TEST_F(VerilatedIntegers, Agree) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    expect_rtl_agrees(integer_unit(seed), seed, 300);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace mmasc
