// SPDX-License-Identifier: Apache-2.0
// SystemC's library brings its own main, which calls this; gtest_main would never run.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
