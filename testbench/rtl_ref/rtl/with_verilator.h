// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "mmasc/unit/error.h"
#include "mmasc/verilated/toolchain.h"
#include "thrown.h"

namespace mmasc::testing {

// Skipped where there is no Verilator or no compiler, with the word where to get it.
class WithVerilator : public ::testing::Test {
 protected:
  void SetUp() override { skip_where_missing<EnvironmentError>(toolchain); }
};

}  // namespace mmasc::testing
