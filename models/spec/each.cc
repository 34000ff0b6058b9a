// SPDX-License-Identifier: Apache-2.0
#include "spec/each.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmasc {
namespace {

constexpr std::string_view kKey = "each";
constexpr std::size_t kMaxCombinations = 4096;

std::string upper(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

bool replace(std::string& text, const std::string& from, const std::string& to) {
  bool found = false;
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    found = true;
  }
  return found;
}

// Replaces the variable in every text of the value; whether there was any.
bool substitute(Value& value, const std::string& name, const Value& replacement) {
  const std::string lower_mark = fmt::format("{{{}}}", name), upper_mark = upper(lower_mark);
  bool used = false;
  if (auto* text = value.as<std::string>()) {
    if (*text == lower_mark) {
      value.data = replacement.data;
      return true;
    }
    const auto* plain = replacement.as<std::string>();
    const std::string inserted = plain ? *plain : to_text(replacement);
    used = replace(*text, lower_mark, inserted);
    used |= replace(*text, upper_mark, upper(inserted));
  } else if (auto* array = value.as<Value::Array>()) {
    for (auto& element : *array) used |= substitute(element, name, replacement);
  } else if (auto* table = value.as<Value::Table>()) {
    for (auto& [key, member] : *table) used |= substitute(member, name, replacement);
  }
  return used;
}

const Value::Table& table_of(const Value& value, const std::string& path) {
  if (const auto* table = value.as<Value::Table>()) return *table;
  throw ValueError(value.line, path,
                   fmt::format("{} cannot be used; write {{ NAME = [VALUE, ...] }}", value.kind()));
}

// The values of a variable: an array's, or the one there is.
Value::Array values_of(const Value& value, const std::string& path) {
  const auto* array = value.as<Value::Array>();
  const Value::Array values = array ? *array : Value::Array{value};
  if (values.empty()) throw ValueError(value.line, path, "there are no values; write some");
  for (const auto& one : values)
    if (!one.as<std::string>() && !one.as<std::int64_t>())
      throw ValueError(one.line, path,
                       fmt::format("{} cannot be used; write texts or numbers", one.kind()));
  return values;
}

// Entries with one more variable filled in, each in as many ways as it has values.
std::vector<Entry> expand_variable(const std::vector<Entry>& entries, const Entry& variable,
                                   const std::string& path) {
  const auto& [name, value] = variable;
  if (std::any_of(name.begin(), name.end(), [](char x) { return x < 'a' || x > 'z'; }))
    throw ValueError(value.line, path, "is not a variable's name; use lower-case letters");
  std::vector<Entry> expanded;
  for (const auto& entry : entries) {
    for (const auto& one : values_of(value, path)) {
      expanded.push_back(entry);
      Value key{entry.key};
      bool used = substitute(key, name, one);
      used |= substitute(expanded.back().value, name, one);
      if (!used)
        throw ValueError(value.line, path,
                         fmt::format("no text has {{{}}}; use it, or remove it", name));
      if (const auto* text = key.as<std::string>()) expanded.back().key = *text;
    }
    if (expanded.size() > kMaxCombinations)
      throw ValueError(value.line, path,
                       fmt::format("more than {} combinations; write fewer", kMaxCombinations));
  }
  return expanded;
}

}  // namespace

std::vector<Entry> expand_each(const Entry& entry, const std::string& path) {
  const auto* table = entry.value.as<Value::Table>();
  const Value* each = table ? find(*table, kKey) : nullptr;
  if (!each) return {entry};

  Entry pattern{entry.key, {Value::Table{}, entry.value.line}};
  for (const auto& member : *table)
    if (member.key != kKey) pattern.value.as<Value::Table>()->push_back(member);

  const std::string each_path = join(path, kKey);
  const auto* tables = each->as<Value::Array>();
  std::vector<Entry> entries;
  for (const auto& variables : tables ? *tables : Value::Array{*each}) {
    std::vector<Entry> expanded{pattern};
    for (const auto& variable : table_of(variables, each_path))
      expanded = expand_variable(expanded, variable, join(each_path, variable.key));
    entries.insert(entries.end(), expanded.begin(), expanded.end());
  }
  return entries;
}

}  // namespace mmasc
