// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/toml_reader.h"

#include <fmt/format.h>

#include <optional>

namespace mmasc::toml_reader {

void refuse_value(const Value& value, const std::string& path, const std::string& reason) {
  throw ValueError(value.line, path, reason);
}

void refuse_name(const Value& value, const std::string& path, const std::string& name,
                 const Names& legal) {
  refuse_value(value, path, fmt::format("unknown value \"{}\"; {}", name, mend_name(name, legal)));
}

double to_number(const Value& value, const std::string& path, double least, double most) {
  std::optional<double> number;
  if (const auto* whole = value.as<std::int64_t>()) number = static_cast<double>(*whole);
  if (const auto* other = value.as<Value::Other>()) number = other->fraction;
  if (!number)
    refuse_value(value, path, fmt::format("{} cannot be used; write a number", value.kind()));
  if (!(*number >= least && *number <= most))
    refuse_value(value, path, fmt::format("{} is out of range; use {}..{}", *number, least, most));
  return *number;
}

int to_whole(const Value& value, const std::string& path, int least, int most) {
  const auto* number = value.as<std::int64_t>();
  if (!number)
    refuse_value(
        value, path,
        fmt::format("{} cannot be used; write a whole number, {}..{}", value.kind(), least, most));
  if (*number < least || *number > most)
    refuse_value(value, path, fmt::format("{} is out of range; use {}..{}", *number, least, most));
  return static_cast<int>(*number);
}

const std::string& to_line(const Value& value, const std::string& path) {
  const auto* text = value.as<std::string>();
  if (!text)
    refuse_value(value, path, fmt::format("{} cannot be used; write text in quotes", value.kind()));
  if (text->empty() || std::ranges::any_of(*text, [](unsigned char x) { return x < ' '; }))
    refuse_value(value, path, "is no line of text; write one");
  return *text;
}

Fields::Fields(const Value& value, std::string path, Names legal)
    : value_(value), path_(std::move(path)) {
  const auto* table = value.as<Value::Table>();
  if (!table)
    refuse_value(value, path_, fmt::format("{} cannot be used; write a table", value.kind()));
  for (const auto& [key, member] : *table)
    if (std::ranges::find(legal, key) == legal.end())
      refuse_value(member, join(path_, key), "unknown field; " + mend_name(key, legal));
}

const Value& Fields::need(std::string_view key) const {
  if (const Value* value = get(key)) return *value;
  refuse_value(value_, path_, fmt::format("\"{}\" is missing; add it", key));
}

double Fields::number(std::string_view key, double least, double most) const {
  const Value* value = get(key);
  return value ? to_number(*value, path(key), least, most) : 0;
}

std::vector<std::string> Fields::lines(std::string_view key) const {
  const Value* value = get(key);
  return value ? to_list(*value, path(key), to_line) : std::vector<std::string>{};
}

}  // namespace mmasc::toml_reader
