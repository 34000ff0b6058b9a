// SPDX-License-Identifier: Apache-2.0
// Whether a text is well-formed XML, as far as pictures use it; and its words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmasc::testing {

// Empty: well-formed. Else what is wrong: tags that do not match, quotes, '<' or '&' in words.
inline std::string xml_fault(std::string_view text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const auto end = text.find(';', at);
      if (end == text.npos || end - at > 6) return "a lone &";
      at = end + 1;
      continue;
    }
    if (text[at] != '<') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "< within a tag";
    }
    if (end >= text.size()) return "a tag without its end";
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(0, tag.find_first_of(" \n/", 1)));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != tag) return std::string(tag) + " closes another";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty() ? "" : open.back() + " is not closed";
}

// The texts of <text> elements.
inline std::vector<std::string> words_of(std::string_view svg) {
  std::vector<std::string> words;
  for (auto at = svg.find("<text"); at != svg.npos; at = svg.find("<text", at + 1)) {
    const auto first = svg.find('>', at) + 1;
    words.emplace_back(svg.substr(first, svg.find("</text>", first) - first));
  }
  return words;
}

inline int count_of(std::string_view text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

}  // namespace mmasc::testing
