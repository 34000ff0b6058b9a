// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mmasc {
namespace {

constexpr std::size_t kElementsALine = 16;  // of an array; keeps lines in the reader's limit

bool is_bare(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char x) {
    return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || (x >= '0' && x <= '9') || x == '_' ||
           x == '-';
  });
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string key_text(std::string_view key) {
  return is_bare(key) ? std::string(key) : in_quotes(key);
}

// The member a path segment calls: a key, an element's name, or the name of a `sum`.
const Value* member(const Value& value, std::string_view segment) {
  if (const auto* table = value.as<Value::Table>()) {
    if (const Value* found = find(*table, segment)) return found;
    const Value* sums = find(*table, "sum");
    return sums ? member(*sums, segment) : nullptr;
  }
  if (const auto* array = value.as<Value::Array>())
    for (std::size_t i = 0; i < array->size(); ++i)
      if (element_path("", *array, i) == segment) return &(*array)[i];
  return nullptr;
}

}  // namespace

std::string_view Value::kind() const {
  static constexpr std::string_view kKinds[] = {"a number", "a truth value", "a text", "an array",
                                                "a table"};
  if (const auto* other = as<Other>()) return other->kind;
  return kKinds[data.index()];
}

const Value* find(const Value::Table& table, std::string_view key) {
  for (const auto& entry : table)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

Value* find(Value::Table& table, std::string_view key) {
  return const_cast<Value*>(find(std::as_const(table), key));
}

Value& set(Value::Table& table, std::string_view key, Value value) {
  if (Value* found = find(table, key)) return *found = std::move(value);
  return table.emplace_back(Entry{std::string(key), std::move(value)}).value;
}

std::string join(std::string_view path, std::string_view key) {
  return fmt::format("{}{}{}", path, path.empty() ? "" : ".", key_text(key));
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> keys(1);
  bool inside_quotes = false;
  for (char letter : path) {
    if (letter == '"') {
      inside_quotes = !inside_quotes;
    } else if (letter == '.' && !inside_quotes) {
      keys.emplace_back();
    } else {
      if (letter == '[' && !inside_quotes) keys.emplace_back();
      keys.back() += letter;
    }
  }
  return keys;
}

std::string element_path(std::string_view path, const Value::Array& array, std::size_t i) {
  if (const auto* table = array[i].as<Value::Table>())
    if (const Value* name = find(*table, "name"))
      if (const auto* text = name->as<std::string>()) return join(path, *text);
  return fmt::format("{}[{}]", path, i);
}

int line_of(const Value& value, std::string_view path) {
  const Value* here = &value;
  for (const auto& segment : split(path)) {
    const Value* next = member(*here, segment);
    if (!next) break;
    here = next;
  }
  return here->line;
}

std::string to_text(const Value& value) {
  std::string text;
  if (const auto* number = value.as<std::int64_t>()) return std::to_string(*number);
  if (const auto* truth = value.as<bool>()) return *truth ? "true" : "false";
  if (const auto* string = value.as<std::string>()) return in_quotes(*string);
  if (const auto* array = value.as<Value::Array>()) {
    for (std::size_t i = 0; i < array->size(); ++i)
      text += (i == 0 ? "" : i % kElementsALine == 0 ? ",\n    " : ", ") + to_text((*array)[i]);
    return "[" + text + "]";
  }
  if (const auto* table = value.as<Value::Table>()) {
    for (const auto& [key, member] : *table)
      text += (text.empty() ? "" : ", ") + key_text(key) + " = " + to_text(member);
    return text.empty() ? "{}" : "{ " + text + " }";
  }
  return text;
}

}  // namespace mmasc
