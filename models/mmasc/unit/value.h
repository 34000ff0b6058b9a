// SPDX-License-Identifier: Apache-2.0
// A TOML document as plain values that know their lines, in file order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mmasc/unit/error.h"

namespace mmasc {

struct Entry;

struct Value {
  using Array = std::vector<Value>;
  using Table = std::vector<Entry>;
  // Fractions, which no field of a unit takes, and dates. A string, not a view, in a struct: a
  // variant of nothing but numbers, views, strings and vectors libstdc++ takes to be never empty,
  // and where copying one runs out of memory it destroys what was not made.
  struct Other {
    std::string kind;
    std::optional<double> fraction{};
  };
  std::variant<std::int64_t, bool, std::string, Array, Table, Other> data;
  int line = 0;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&data);
  }
  std::string_view kind() const;  // "a number", "a text", ...
};

struct Entry {
  std::string key;
  Value value;
};

// Null when the table has no such key.
const Value* find(const Value::Table& table, std::string_view key);
Value* find(Value::Table& table, std::string_view key);

// Adds the key, or replaces its value.
Value& set(Value::Table& table, std::string_view key, Value value);

// A key path as TOML writes it: join("datapath", "my.fp8") is `datapath."my.fp8"`.
std::string join(std::string_view path, std::string_view key);

// The keys of a path.
std::vector<std::string> split(std::string_view path);

// The path of element i of the array at `path`: by its name where it has one, else by [i].
std::string element_path(std::string_view path, const Value::Array& array, std::size_t i);

// The line of the value at `path` inside `value`, or of the nearest table around it.
int line_of(const Value& value, std::string_view path);

// The value as TOML, on one line but for long arrays.
std::string to_text(const Value& value);

// A value that cannot be used, with its path and line.
struct ValueError : RowError {
  ValueError(int line_, std::string path, const std::string& what_and_mend)
      : RowError(std::move(path), what_and_mend), line(line_) {}
  int line;
};

}  // namespace mmasc
