// SPDX-License-Identifier: Apache-2.0
// What code throws, as text.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <string>

namespace mmasc {

// The message of the Error that `work` throws; a failure and "" where it throws none.
template <class Error, class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

// Skips the test where `work` says by an Error what is not there.
template <class Error, class Work>
void skip_where_missing(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
}

}  // namespace mmasc
