// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/unit_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// The words of a shell's line without variables and patterns.
std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quote == '\0' && letter == ' ') {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (letter == quote)
      quote = '\0';
    else if (quote == '\0' && (letter == '\'' || letter == '"'))
      quote = letter;
    else if (letter == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += letter;
  }
  if (quote != '\0') throw InputError(fmt::format("a {} is not closed; close it", quote));
  return words;
}

}  // namespace

Unit with_changes(Unit unit, std::span<const std::string> changes) {
  for (const std::string& change : changes) {
    const auto equals = change.find('=');
    if (equals == std::string::npos)
      throw InputError(fmt::format("--set {}: write FIELD=VALUE, as dot.fraction_bits=17", change));
    try {
      const std::string field = change.substr(0, equals), value = change.substr(equals + 1);
      const bool is_file = field == kStagesField && !value.empty();
      unit = unit.with(field, is_file ? std::filesystem::absolute(value).string() : value);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--set {}", error.what()));
    }
  }
  return unit;
}

Unit find_unit(const UnitArgument& argument) {
  return with_changes(find_unit(argument.name), argument.changes);
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view("_./:=+,-@%").find(letter) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string out = "'";
  for (const char letter : word) out += letter == '\'' ? "'\\''" : std::string(1, letter);
  return out + "'";
}

std::string as_typed(const UnitArgument& argument) {
  std::string text = shell_word(argument.name);
  for (const std::string& change : argument.changes) text += " --set " + shell_word(change);
  return text;
}

UnitArgument parse_unit_argument(std::string_view text) {
  constexpr std::string_view kSet = "--set";
  const auto refuse = [] { throw InputError("write UNIT [--set FIELD=VALUE]..."); };
  const std::vector<std::string> words = shell_words(text);
  UnitArgument argument;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == kSet) {
      if (++word == words.end()) refuse();
      argument.changes.push_back(*word);
    } else if (word->starts_with("--") || !argument.name.empty()) {
      refuse();
    } else {
      argument.name = *word;
    }
  }
  if (argument.name.empty()) refuse();
  return argument;
}

}  // namespace mmasc
