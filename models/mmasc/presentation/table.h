// SPDX-License-Identifier: Apache-2.0
// Columns as wide as their widest cell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmasc {

inline constexpr std::size_t kLineWidth = 100;

// A line broken at spaces where it is longer than kLineWidth; what follows is indented by four.
std::string folded(std::string_view line);

// Words with a blank between two, or `between` where a line would be longer than `width`.
std::string wrapped(std::string_view text, std::size_t width, std::string_view between = "\n");
inline constexpr std::size_t kHelpWidth = 100;

class Table {
 public:
  enum class Align { left, right };

  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;  // without space at the end of a line

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mmasc
