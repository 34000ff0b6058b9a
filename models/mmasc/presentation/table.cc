// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmasc {

std::string folded(std::string_view line) {
  std::string text;
  std::size_t width = 0;  // of the line so far
  while (!line.empty()) {
    const auto end = line.find(' ', line.find_first_not_of(' '));
    const std::string_view word = line.substr(0, end);
    const bool breaks = width > 0 && width + word.size() > kLineWidth;
    if (breaks) text += "\n   ";
    text += word;
    width = (breaks ? 3 : width) + word.size();
    line.remove_prefix(word.size());
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view between) {
  std::string lines;
  std::size_t used = 0;  // of the last line
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (used > 0) {
      const bool fits = used + 1 + word.size() <= width;
      lines += fits ? " " : between;
      used = fits ? used + 1 : 0;
    }
    lines += word;
    used += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return lines;
}

std::string Table::text() const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += columns_[i] == Align::left ? fmt::format("{:<{}}  ", row[i], widths[i])
                                         : fmt::format("{:>{}}  ", row[i], widths[i]);
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace mmasc
