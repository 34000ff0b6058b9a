// SPDX-License-Identifier: Apache-2.0
// A text taken line by line, strictly: every line ends in LF alone, holds no NUL and has a sane
// length. Errors read `name:line: what; mend`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/error.h"

namespace mmasc {

// No published file is near this large, but a device may never end.
inline constexpr std::size_t kMaxText = std::size_t{256} << 20;

// The whole file. Throws InputError where there is no such file or it is larger than kMaxText,
// EnvironmentError where it cannot be read.
std::string read_text(const std::string& path);

std::vector<std::string_view> split(std::string_view text, char separator);

class LineReader {
 public:
  // Longer than any line of a vector file can be: 2 * kMaxK f64 elements take 8 Ki digits.
  static constexpr std::size_t kMaxLine = 32768;

  LineReader(std::string_view text, std::string name) : rest_(text), name_(std::move(name)) {}

  bool next();  // to the next line; false at the end
  std::string_view line() const { return line_; }
  int number() const { return number_; }
  const std::string& name() const { return name_; }

  InputError error(std::string_view what_and_mend) const;                      // at the line
  InputError error(std::size_t offset, std::string_view what_and_mend) const;  // at a character

 private:
  std::string_view rest_, line_;
  std::string name_;
  int number_ = 0;
};

}  // namespace mmasc
