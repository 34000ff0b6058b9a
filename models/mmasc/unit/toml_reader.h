// SPDX-License-Identifier: Apache-2.0
// Values of TOML files, those of timing, platforms and studies, read or refused: ValueError, with
// line, path and mend.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/names.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/value.h"

namespace mmasc::toml_reader {

[[noreturn]] void refuse_value(const Value& value, const std::string& path,
                               const std::string& reason);
// A name that is none of the legal.
[[noreturn]] void refuse_name(const Value& value, const std::string& path, const std::string& name,
                              const Names& legal);
double to_number(const Value& value, const std::string& path, double least, double most);
int to_whole(const Value& value, const std::string& path, int least, int most);
const std::string& to_line(const Value& value, const std::string& path);

template <Enumerated E>
E to_enum(const Value& value, const std::string& path) {
  Names legal;
  for (const auto& [named, name] : kNames<E>) legal.push_back(name);
  const std::string& name = to_line(value, path);
  if (const auto found = find_enum<E>(name)) return *found;
  refuse_name(value, path, name, legal);
}

// One value, or an array of them.
template <class Read>
auto to_list(const Value& value, const std::string& path, Read read) {
  std::vector<std::decay_t<decltype(read(value, path))>> list;
  const auto* array = value.as<Value::Array>();
  if (array && array->empty()) refuse_value(value, path, "is empty; write one or more");
  for (std::size_t i = 0; i < (array ? array->size() : 1); ++i)
    list.push_back(array ? read((*array)[i], element_path(path, *array, i)) : read(value, path));
  return list;
}

// A table of fields; others than the legal are refused.
class Fields {
 public:
  Fields(const Value& value, std::string path, Names legal);

  const Value* get(std::string_view key) const { return find(*value_.as<Value::Table>(), key); }
  const Value& need(std::string_view key) const;
  std::string path(std::string_view key) const { return join(path_, key); }
  const std::string& path() const { return path_; }
  const Value& value() const { return value_; }

  double number(std::string_view key, double least, double most) const;  // 0 where there is none
  std::vector<std::string> lines(std::string_view key) const;

 private:
  const Value& value_;
  std::string path_;
};

}  // namespace mmasc::toml_reader
