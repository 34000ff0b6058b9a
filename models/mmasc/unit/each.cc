// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/each.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

namespace mmasc {
namespace {

constexpr std::size_t kMaxCombinations = 4096;
constexpr std::size_t kMaxText = 4096;  // values that hold variables could grow without end

std::string upper(std::string text) {
  for (char& letter : text)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  return text;
}

std::optional<double> fraction_of(const Value& value) {
  const auto* other = value.as<Value::Other>();
  return other != nullptr ? other->fraction : std::nullopt;
}

std::string text_of(const Value& value) {
  if (const auto* text = value.as<std::string>()) return *text;
  const std::optional<double> fraction = fraction_of(value);
  return fraction ? fmt::format("{}", *fraction) : to_text(value);
}

// Puts a variable's value into texts.
class Substitution {
 public:
  Substitution(const std::string& name, const Value& replacement)
      : lower_mark_('{' + name + '}'),
        upper_mark_(upper(lower_mark_)),
        replacement_(replacement),
        inserted_(text_of(replacement)) {}

  bool used() const { return used_; }          // some text had the variable
  bool too_long() const { return too_long_; }  // and grew beyond kMaxText

  // Puts it into the text, which stays one.
  void apply(std::string& text) {
    replace(text, lower_mark_, inserted_);
    replace(text, upper_mark_, upper(inserted_));
  }

  // In every text of the value.
  void apply(Value& value) {
    if (auto* text = value.as<std::string>()) {
      if (*text == lower_mark_) {
        value.data = replacement_.data;
        used_ = true;
        return;
      }
      apply(*text);
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
std::span<const Value> values_of(const Value& value, const std::string& path) {
  const auto* array = value.as<Value::Array>();
  const auto values = array ? std::span(*array) : std::span(&value, 1);
  if (values.empty()) throw ValueError(value.line, path, "there are no values; write some");
  for (const auto& one : values)
    if (!one.as<std::string>() && !one.as<std::int64_t>() && !fraction_of(one))
      throw ValueError(one.line, path,
                       fmt::format("{} cannot be used; write texts or numbers", one.kind()));
  return values;
}

// A variable with one of its values.
struct Binding {
  const Entry* variable;
  const Value* value;
};
using Combination = std::vector<Binding>;

// Combinations with one more variable, each in as many ways as it has values.
std::vector<Combination> with_variable(const std::vector<Combination>& combinations,
                                       const Entry& variable, const std::string& path) {
  const auto& [name, value] = variable;
  if (std::any_of(name.begin(), name.end(), [](char x) { return x < 'a' || x > 'z'; }))
    throw ValueError(value.line, path, "is not a variable's name; use lower-case letters");
  const std::span<const Value> values = values_of(value, path);
  std::vector<Combination> longer;
  for (const Combination& combination : combinations) {
    for (const Value& one : values) longer.emplace_back(combination).push_back({&variable, &one});
    if (longer.size() > kMaxCombinations)
      throw ValueError(value.line, path,
                       fmt::format("more than {} combinations; write fewer", kMaxCombinations));
  }
  return longer;
}

std::vector<Combination> combinations_of(const Value& each, const std::string& path) {
  const auto* tables = each.as<Value::Array>();
  std::vector<Combination> all;
  for (const Value& variables : tables ? std::span(*tables) : std::span(&each, 1)) {
    std::vector<Combination> combinations(1);
    for (const Entry& variable : table_of(variables, path))
      combinations = with_variable(combinations, variable, join(path, variable.key));
    all.insert(all.end(), combinations.begin(), combinations.end());
  }
  return all;
}

// Puts a combination into an entry's key and texts.
Entry filled(Entry entry, const Combination& combination, const std::string& each_path) {
  for (const auto& [variable, value] : combination) {
    const auto refuse = [&, name = variable](const std::string& reason) {
      throw ValueError(name->value.line, join(each_path, name->key), reason);
    };
    Substitution substitution(variable->key, *value);
    substitution.apply(entry.key);
    substitution.apply(entry.value);
    if (substitution.too_long())
      refuse(fmt::format("makes a text of more than {} characters; write shorter texts", kMaxText));
    if (!substitution.used())
      refuse(fmt::format("no text has {{{}}}; use it, or remove it", variable->key));
  }
  return entry;
}

const Value* each_of(const Entry& entry) {
  const auto* table = entry.value.as<Value::Table>();
  return table ? find(*table, kEachField) : nullptr;
}

Entry without_each(const Entry& entry) {
  Entry pattern = entry;
  std::erase_if(*pattern.value.as<Value::Table>(),
                [](const Entry& member) { return member.key == kEachField; });
  return pattern;
}

}  // namespace

std::vector<Entry> expand_each(const Entry& entry, const std::string& path) {
  const Value* each = each_of(entry);
  if (!each) return {entry};
  const std::string each_path = join(path, kEachField);
  const Entry pattern = without_each(entry);
  std::vector<Entry> entries;
  for (const Combination& combination : combinations_of(*each, each_path))
    entries.push_back(filled(pattern, combination, each_path));
  return entries;
}

Entry expand_one(const Entry& entry, const std::string& path, std::size_t index) {
  const Value* each = each_of(entry);
  if (!each) return entry;
  const std::string each_path = join(path, kEachField);
  return filled(without_each(entry), combinations_of(*each, each_path).at(index), each_path);
}

std::vector<std::string> each_key(const Entry& entry, const std::string& path) {
  const Value* each = each_of(entry);
  if (!each) return {entry.key};
  std::vector<std::string> keys;
  for (const Combination& combination : combinations_of(*each, join(path, kEachField))) {
    keys.push_back(entry.key);
    for (const auto& [variable, value] : combination)
      Substitution(variable->key, *value).apply(keys.back());
  }
  return keys;
}

}  // namespace mmasc
