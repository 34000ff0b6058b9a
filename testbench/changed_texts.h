// SPDX-License-Identifier: Apache-2.0
// Changes of a good text, which make it a bad one, from a file: "== NAME" begins a group, which is
// a test, "== NAME of BASE" one that changes another text. "FROM => TO" is a change, with \n, \r,
// \0 and \s, a space; the line below, behind two spaces, is the error, with "..." for what is left
// out at its ends.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace mmasc {

struct ChangedText {
  std::string from, to, error;
};
struct ChangedTexts {
  std::string name, base;
  std::vector<ChangedText> changes;
  friend void PrintTo(const ChangedTexts& all, std::ostream* out) { *out << all.name; }
};

inline std::string unescaped(const std::string& text) {
  static const std::map<char, char> kLetters{{'n', '\n'}, {'r', '\r'}, {'0', '\0'}, {'s', ' '}};
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\\' && i + 1 < text.size() && kLetters.contains(text[i + 1]))
      plain += kLetters.at(text[++i]);
    else
      plain += text[i];
  return plain;
}

inline std::vector<ChangedTexts> changed_texts(const std::string& path) {
  std::vector<ChangedTexts> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty()) continue;
    if (line.starts_with("== ")) {
      const auto of = line.find(" of ");
      all.push_back({line.substr(3, of - 3), of != line.npos ? line.substr(of + 4) : "", {}});
    } else if (line.starts_with("  ")) {
      all.back().changes.back().error = line.substr(2);
    } else {
      const auto arrow = (line += ' ').find(" => ");
      if (arrow == line.npos) throw std::runtime_error(path + ": no change: " + line);
      all.back().changes.push_back({unescaped(line.substr(0, arrow)),
                                    unescaped(line.substr(arrow + 4, line.size() - arrow - 5)),
                                    ""});
    }
  }
  if (all.empty()) throw std::runtime_error(path + " has no change");
  return all;
}

// Expects of each change the error that refusal(text) gives.
template <class Refusal>
void expect_refused(const ChangedTexts& all, const std::string& base, Refusal refusal) {
  EXPECT_FALSE(all.changes.empty());
  for (const auto& [from, to, error] : all.changes) {
    std::string text = base;
    const auto at = text.find(from);
    ASSERT_NE(at, text.npos) << from;
    const std::string said = refusal(text.replace(at, from.size(), to));
    std::string part = error;
    const bool begins = !part.starts_with("..."), ends = !part.ends_with("...");
    if (!begins) part.erase(0, 3);
    if (!ends) part.resize(part.size() - 3);
    EXPECT_TRUE(begins && ends ? said == part
                : begins       ? said.starts_with(part)
                : ends         ? said.ends_with(part)
                               : said.find(part) != said.npos)
        << from << " => " << to << "\n"
        << said << "\nnot " << error;
    EXPECT_EQ(said.find('\n'), said.npos) << said;
  }
}

}  // namespace mmasc
