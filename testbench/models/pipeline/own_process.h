// SPDX-License-Identifier: Apache-2.0
// SystemC elaborates once in a process: a test that simulates more than once does so in children.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "mmasc/pipeline/child_process.h"

namespace mmasc {

// Whether no check fails in the child, which prints those that do.
inline bool passes_in_child(const std::function<void()>& checks) {
  const auto failed = run_in_child([&] {
    checks();
    return std::vector<std::uint8_t>{::testing::Test::HasFailure()};
  });
  return failed.front() == 0;
}

}  // namespace mmasc
