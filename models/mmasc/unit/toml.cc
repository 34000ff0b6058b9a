// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/toml.h"

#include <toml++/toml.h>

#include <algorithm>

#include "mmasc/unit/toml_limits.h"

namespace mmasc {
namespace {

int line_of_region(const toml::source_region& region) {
  return static_cast<int>(region.begin.line);
}

Value to_value(const toml::node& node);

Value::Array to_array(const toml::array& array) {
  Value::Array values;
  for (const auto& element : array) values.push_back(to_value(element));
  return values;
}

// toml++ keeps the keys sorted; rows are wanted in the order of the file.
Value::Table to_table(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (auto&& [key, node] : table) entries.emplace_back(&key, &node);
  std::stable_sort(entries.begin(), entries.end(), [](const auto& x, const auto& y) {
    return x.first->source().begin < y.first->source().begin;
  });
  Value::Table values;
  for (auto [key, node] : entries) {
    values.push_back({std::string(key->str()), to_value(*node)});
    values.back().value.line = line_of_region(key->source());
  }
  return values;
}

Value to_value(const toml::node& node) {
  Value value;
  value.line = line_of_region(node.source());
  if (const auto* table = node.as_table()) {
    value.data = to_table(*table);
  } else if (const auto* array = node.as_array()) {
    value.data = to_array(*array);
  } else if (const auto* text = node.as_string()) {
    value.data = text->get();
  } else if (const auto* number = node.as_integer()) {
    value.data = number->get();
  } else if (const auto* truth = node.as_boolean()) {
    value.data = truth->get();
  } else if (const auto* fraction = node.as_floating_point()) {
    value.data = Value::Other{"a fraction", fraction->get()};
  } else {
    value.data = Value::Other{"a date or time"};
  }
  return value;
}

}  // namespace

Value parse_toml(std::string_view text) {
  check_toml_limits(text);
  try {
    return to_value(toml::parse(text));
  } catch (const toml::parse_error& error) {
    std::string description(error.description());
    std::replace(description.begin(), description.end(), '\n', ' ');
    const bool twice = description.find("cannot redefine") != description.npos;
    throw ValueError(line_of_region(error.source()), "",
                     twice ? "this table or key stands here a second time; rename one of the two"
                           : description + "; write it as TOML 1.0");
  }
}

}  // namespace mmasc
