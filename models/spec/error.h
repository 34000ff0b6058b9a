// SPDX-License-Identifier: Apache-2.0
// Errors a user can mend. Programmer errors assert instead.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace mmasc {

// Bad input: a row, a vector file, an operand, a flag. Exit code 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The environment failed: disk full, file unreadable, tool missing. Exit code 3.
struct EnvironmentError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A field of a row that cannot be used. `key` is its path ("sum.dot.fraction_bits"); the TOML
// loader adds file and line.
struct RowError : InputError {
  RowError(std::string key_, const std::string& what_and_mend)
      : InputError(key_ + ": " + what_and_mend), key(std::move(key_)), reason(what_and_mend) {}
  std::string key;
  std::string reason;
};

}  // namespace mmasc
