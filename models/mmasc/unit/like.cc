// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/like.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mmasc/unit/write.h"

namespace mmasc {
namespace {

constexpr std::string_view kBaseTables = "datapath";
constexpr std::size_t kMaxBases = 32;  // one after another

// A value that no text has stands on the line of what asked for it.
void put_on_line(Value& value, int line) {
  value.line = line;
  if (auto* table = value.as<Value::Table>())
    for (auto& [key, member] : *table) put_on_line(member, line);
  if (auto* array = value.as<Value::Array>())
    for (Value& element : *array) put_on_line(element, line);
}

class Completer {
 public:
  Completer(const Value::Table& own, const NamedRows& others) : own_(own), others_(others) {}

  Value complete(const Entry& entry, const std::string& path) {
    const auto* table = entry.value.as<Value::Table>();
    const Value* like = table ? find(*table, kLikeField) : nullptr;
    if (!like) return entry.value;
    derived_.push_back(entry.key);
    const Value base = base_of(*like, join(path, kLikeField));
    Value completed = entry.value;
    auto& fields = *completed.as<Value::Table>();
    std::erase_if(fields, [](const Entry& field) { return field.key == kLikeField; });
    if (const auto* inherited = base.as<Value::Table>())
      for (const Entry& field : *inherited)
        if (!find(fields, field.key)) fields.push_back(field);
    return completed;
  }

 private:
  Value base_of(const Value& like, const std::string& path) {
    const auto refuse = [&](const std::string& reason) {
      throw ValueError(like.line, path, reason);
    };
    const auto* name = like.as<std::string>();
    if (!name)
      refuse(fmt::format("{} cannot be used; write a datapath's name in quotes", like.kind()));
    if (std::ranges::count(derived_, *name) > 0)
      refuse(fmt::format("\"{}\" is like this one; write the fields of one of them", *name));
    if (derived_.size() > kMaxBases)
      refuse(fmt::format("more than {} datapaths stand on one another; name an earlier one",
                         kMaxBases));
    const auto entry = std::ranges::find(own_, *name, &Entry::key);
    if (entry != own_.end()) return complete(*entry, join(kBaseTables, *name));
    const Datapath* row = others_.find_datapath(*name);
    if (!row)
      refuse(fmt::format("unknown datapath \"{}\"; nearest are {}", *name,
                         quoted_list(nearest(*name, known_names()))));
    Value written{write_row(*row)};
    put_on_line(written, like.line);
    return written;
  }

  Names known_names() const {
    Names names = others_.datapath_names();
    for (const Entry& entry : own_) names.push_back(entry.key);
    return names;
  }

  const Value::Table& own_;
  const NamedRows& others_;
  Names derived_;  // that stand on the next base
};

}  // namespace

Value with_base(const Entry& entry, const std::string& path, const Value::Table& own,
                const NamedRows& others) {
  return Completer(own, others).complete(entry, path);
}

}  // namespace mmasc
