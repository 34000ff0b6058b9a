// SPDX-License-Identifier: Apache-2.0
// The words of the small languages in a study: constraints and ties.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace mmasc {

// Without the blanks at both ends.
inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// Letters, digits, dots and underscores: anything that may name an axis, a measure or a cost.
inline bool is_name(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
         std::ranges::all_of(text, [](unsigned char letter) {
           return std::isalnum(letter) != 0 || letter == '_' || letter == '.';
         });
}

}  // namespace mmasc
