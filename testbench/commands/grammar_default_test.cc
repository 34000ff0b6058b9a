// SPDX-License-Identifier: Apache-2.0
// One grammar of all commands, read off their help.
#include <map>
#include <set>

#include "cli_fixture.h"

namespace mmasc {
namespace {

// A line of help with those that continue it.
struct HelpRow {
  std::vector<std::string> names;  // "-o", "--output"; "UNIT" of a positional
  std::string value, text;         // no value: a flag
  bool is_positional = false;

  bool is_named(std::string_view name) const { return std::ranges::count(names, name) > 0; }
};

constexpr std::size_t kNameWidth = 30, kWidth = 100;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

// "  -o,--output FILE.npy REQUIRED", with its text behind it or on the next lines.
HelpRow head_of(const std::string& line, bool is_positional) {
  const std::size_t end =
      line.size() <= kNameWidth || line[kNameWidth - 1] != ' ' ? line.size() : kNameWidth;
  const auto words = words_of(line.substr(0, end));
  HelpRow row{{}, "", end < line.size() ? line.substr(end) : "", is_positional};
  std::istringstream names(words.at(0));
  for (std::string name; std::getline(names, name, ',');) row.names.push_back(name);
  const std::set<std::string> remarks{"REQUIRED", "Needs:", "Excludes:"};
  if (words.size() > 1 && !remarks.contains(words[1])) row.value = words[1];
  return row;
}

class Grammar : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    for (const std::string& command : commands()) help_[command] = read(command);
    ASSERT_GT(help_.size(), 20U);
  }

  std::vector<HelpRow> read(const std::string& command) const {
    std::vector<HelpRow> rows;
    enum { before, positionals, options, after } part = before;
    for (const std::string& line : lines_of(run(command + " --help").out)) {
      if (line == "Positionals:")
        part = positionals;
      else if (line == "Options:")
        part = options;
      else if (line.empty() && part == options)
        part = after;
      else if ((part == positionals || part == options) && line.starts_with("   "))
        rows.back().text += (rows.back().text.empty() ? "" : " ") + line.substr(kNameWidth);
      else if ((part == positionals || part == options) && !line.empty())
        rows.push_back(head_of(line, part == positionals));
    }
    return rows;
  }
  const HelpRow* find(const std::string& command, std::string_view name) const {
    for (const HelpRow& row : help_.at(command))
      if (row.is_named(name)) return &row;
    return nullptr;
  }

  std::map<std::string, std::vector<HelpRow>> help_;  // by command
};

TEST_F(Grammar, AUnitComesFirst) {
  int with_unit = 0;
  for (const auto& [command, rows] : help_) {
    std::vector<std::string> places;
    for (const HelpRow& row : rows) {
      if (row.is_positional) places.push_back(row.names.front());
      EXPECT_FALSE(row.is_named("--unit")) << command;
    }
    for (std::size_t i = 0; i < places.size(); ++i)
      if (places[i].starts_with("UNIT")) {
        EXPECT_EQ(i, 0U) << command;
        ++with_unit;
      }
    // --set changes what is named first; of PATHS, files of vectors, the units that they name.
    if (find(command, "--set") != nullptr) {
      EXPECT_TRUE(!places.empty() && (places.front().starts_with("UNIT") ||
                                      places.front() == "PLATFORM" || places.front() == "PATHS"))
          << command;
    }
  }
  EXPECT_GE(with_unit, 15);
}

TEST_F(Grammar, AFlagIsAFlagEverywhere) {
  std::map<std::string, std::pair<std::string, bool>> known;  // whether it takes a value
  for (const auto& [command, rows] : help_)
    for (const HelpRow& row : rows)
      for (const std::string& name : row.names) {
        if (row.is_positional) continue;
        const auto [at, is_new] = known.try_emplace(name, command, !row.value.empty());
        EXPECT_EQ(at->second.second, !row.value.empty())
            << name << " of " << command << " and of " << at->second.first;
      }
  EXPECT_FALSE(known.at("--json").second);
  EXPECT_TRUE(known.at("--json-file").second);
}

// What a name says is counted in elements of K everywhere.
TEST_F(Grammar, NamesOfLengthsCountElementsOfK) {
  std::set<std::string> found;
  for (const auto& [command, rows] : help_)
    for (const HelpRow& row : rows)
      for (const std::string& name : row.names)
        if (name.ends_with("-k")) {
          found.insert(name);
          EXPECT_EQ(row.value, "N") << command;
          EXPECT_NE(row.text.find("N elements of K"), std::string::npos) << command << name;
          EXPECT_NE(row.text.find("multiple of the unit's k"), std::string::npos) << command;
        }
  EXPECT_EQ(found, (std::set<std::string>{"--block-k", "--inner-k", "--promote-k"}));
}

// None needs the line before it to be understood.
TEST_F(Grammar, EveryLineOfHelpStandsAlone) {
  const std::set<std::string> pointers{"also", "this", "these", "those", "them",
                                       "same", "such", "above", "below", "too"};
  for (const auto& [command, rows] : help_)
    for (const HelpRow& row : rows) {
      if (row.is_named("--help")) continue;  // "this help message" is CLI11's
      const auto words = words_of(row.text);
      EXPECT_GE(words.size(), 2U) << command << " " << row.names.front();
      ASSERT_FALSE(words.empty());
      for (std::string word : words) {
        std::erase_if(word, [](char c) { return c == ',' || c == ';' || c == ':'; });
        EXPECT_FALSE(pointers.contains(word))
            << command << " " << row.names.front() << ": " << row.text;
      }
      EXPECT_FALSE(words.front() == "that") << command << " " << row.text;
    }
}

TEST_F(Grammar, HelpIsOfOneWidth) {
  std::vector<std::string> commands{""};
  for (const auto& [command, rows] : help_) commands.push_back(command);
  for (const std::string& command : commands)
    for (const std::string& line : lines_of(run(command + " --help").out))
      EXPECT_LE(line.size(), kWidth) << command << "\n" << line;
}

// gemm.promote_k is the flag --promote-k of mmasc gemm.
TEST_F(Grammar, StudiesNameFieldsAsFlags) {
  for (const std::string field : {"gemm.promote_k", "gemm.promote_rounding", "fp8gemm.promote_k",
                                  "fp8gemm.inner_k", "fp8gemm.least_greatest"}) {
    const std::size_t dot = field.find('.');
    std::string flag = "--" + field.substr(dot + 1);
    std::ranges::replace(flag, '_', '-');
    EXPECT_NE(find(field.substr(0, dot), flag), nullptr) << field;
  }
}

}  // namespace
}  // namespace mmasc
