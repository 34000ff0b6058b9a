// SPDX-License-Identifier: Apache-2.0
// Units that add integers, as SystemVerilog.
#include "random/integer_unit.h"
#include "rtl/agreement.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class VerilatedIntegers : public testing::WithVerilator,
                          public ::testing::WithParamInterface<int> {};

// In parts that run side by side.
TEST_P(VerilatedIntegers, Agree) {
  const auto first = static_cast<std::uint64_t>(8 * GetParam());
  for (std::uint64_t seed = first; seed < first + 8; ++seed) {
    expect_rtl_agrees(integer_unit(seed), seed, 300);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, VerilatedIntegers, ::testing::Range(0, 3));

}  // namespace
}  // namespace mmasc
