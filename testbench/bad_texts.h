// SPDX-License-Identifier: Apache-2.0
// Texts that are refused, from a file: "# NAME" begins a group, "= ERROR" a text, whose lines
// follow; a line "<WORD" stands for what `words` has of it.
#pragma once

#include <fstream>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace mmasc {

struct BadText {
  std::string error, text;
};
struct BadTexts {
  std::string name;
  std::vector<BadText> texts;
  friend void PrintTo(const BadTexts& all, std::ostream* out) { *out << all.name; }
};

inline std::vector<BadTexts> bad_texts(const std::string& path,
                                       const std::map<std::string, std::string>& words) {
  std::vector<BadTexts> all;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no file " + path);
  std::string name;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) {
      name = line.substr(2);
    } else if (line.starts_with("= ")) {
      if (all.empty() || all.back().name != name) all.push_back({name, {}});
      all.back().texts.push_back({line.substr(2), ""});
    } else if (!all.empty()) {
      all.back().texts.back().text += line.starts_with('<') ? words.at(line) : line + "\n";
    }
  }
  if (all.empty()) throw std::runtime_error(path + " has no text");
  return all;
}

}  // namespace mmasc
