// SPDX-License-Identifier: Apache-2.0
#include "spec/each.h"

#include <fmt/format.h>

#include <algorithm>

namespace mmasc {
namespace {

constexpr std::string_view kKey = "each";
constexpr std::size_t kMaxCombinations = 4096;
constexpr std::size_t kMaxText = 4096;  // values that hold variables could grow without end

std::string upper(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

// Puts a variable's value into texts.
class Substitution {
 public:
  Substitution(const std::string& name, const Value& replacement)
      : lower_mark_(fmt::format("{{{}}}", name)),
        upper_mark_(upper(lower_mark_)),
        replacement_(replacement),
        inserted_(replacement.as<std::string>() ? *replacement.as<std::string>()
                                                : to_text(replacement)) {}

  bool used() const { return used_; }          // some text had the variable
  bool too_long() const { return too_long_; }  // and grew beyond kMaxText

  // In every text of the value.
  void apply(Value& value) {
    if (auto* text = value.as<std::string>()) {
      if (*text == lower_mark_) {
        value.data = replacement_.data;
        used_ = true;
        return;
      }
      replace(*text, lower_mark_, inserted_);
      replace(*text, upper_mark_, upper(inserted_));
    } else if (auto* array = value.as<Value::Array>()) {
      for (auto& element : *array) apply(element);
    } else if (auto* table = value.as<Value::Table>()) {
      for (auto& [key, member] : *table) apply(member);
    }
  }

 private:
  void replace(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != text.npos && !too_long_;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
      used_ = true;
      too_long_ = text.size() > kMaxText;
    }
  }

  const std::string lower_mark_, upper_mark_;
  const Value& replacement_;
  const std::string inserted_;
  bool used_ = false, too_long_ = false;
};

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
      Substitution substitution(name, one);
      substitution.apply(key);
      substitution.apply(expanded.back().value);
      if (substitution.too_long())
        throw ValueError(
            value.line, path,
            fmt::format("makes a text of more than {} characters; write shorter texts", kMaxText));
      if (!substitution.used())
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
