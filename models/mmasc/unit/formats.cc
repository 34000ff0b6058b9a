// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <unordered_map>

#include "mmasc/unit/embedded.h"
#include "mmasc/unit/format_rows.h"
#include "mmasc/unit/read.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/validate.h"

namespace mmasc {
namespace {

// The shipped formats and their rows.
class Shipped {
 public:
  Shipped() {
    for (const EmbeddedFile& file : format_files()) {
      const Value root = parse_toml(file.text);
      for (const auto& [name, table] :
           *find(*root.as<Value::Table>(), "format")->as<Value::Table>())
        rows_.emplace_back(read_row<FormatRow>(table, name)).name = name;
    }
    for (const FormatRow& row : rows_) formats_.push_back(format_of(row));
  }

  std::span<const Format> formats() const { return formats_; }

  const Format* find_named(std::string_view name) const {
    const auto found = std::ranges::find(formats_, name, &Format::name);
    return found == formats_.end() ? nullptr : &*found;
  }

  std::string_view source_of(const Format& format) const {
    const auto row = std::ranges::find(rows_, format.name, &FormatRow::name);
    return row == rows_.end() ? std::string_view() : row->source;
  }

 private:
  std::vector<FormatRow> rows_;
  std::vector<Format> formats_;
};

const Shipped& shipped() {
  static const Shipped formats;
  return formats;
}

// The formats that were given out besides. Two files may mean different formats by one name.
class GivenOut {
 public:
  const Format* keep(const FormatRow& row) {
    const Format format = format_of(row);
    const std::lock_guard lock(mutex_);
    auto& [name, namesakes] = *formats_.try_emplace(row.name).first;
    const auto found = std::ranges::find(namesakes, format);
    if (found != namesakes.end()) return &*found;
    namesakes.push_back(format);
    namesakes.back().name = name;
    return &namesakes.back();
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::list<Format>> formats_;  // nodes stay where they are
};

GivenOut& given_out() {
  static GivenOut formats;
  return formats;
}

// Null where the name is none, or its fields make no format.
const Format* find_generic(std::string_view name) {
  const auto row = generic_row(name);
  if (!row) return nullptr;
  try {
    return given_out().keep(*row);
  } catch (const RowError&) {
    return nullptr;
  }
}

}  // namespace

std::span<const Format> shipped_formats() { return shipped().formats(); }

const Format* find_format(std::string_view name, std::span<const Format* const> own) {
  const auto found = std::ranges::find(own, name, &Format::name);
  if (found != own.end()) return *found;
  if (const Format* format = shipped().find_named(name)) return format;
  return find_generic(name);
}

const Format& format_named(std::string_view name, std::span<const Format* const> own,
                           const std::function<bool(const Format&)>& is_taken) {
  if (const Format* format = find_format(name, own)) return *format;
  if (const auto row = generic_row(name)) {
    try {
      (void)format_of(*row);
    } catch (const RowError& error) {
      throw InputError(fmt::format("{} is no format: {}", name,
                                   error.key.empty() ? error.reason : error.what()));
    }
  }
  Names legal;
  for (const Format& format : shipped_formats())
    if (is_taken(format)) legal.push_back(format.name);
  for (const Format* format : own)
    if (is_taken(*format)) legal.push_back(format->name);
  std::string generic;
  for (const std::string_view example : {"e3m3", "s8"})
    if (is_taken(*find_generic(example)))
      generic += (generic.empty() ? "" : " or ") + quoted_list({example});
  std::string mend = mend_name(name, legal);
  if (!mend.ends_with('?') && !generic.empty()) mend += ", or a generic name as " + generic;
  throw InputError(fmt::format("unknown format \"{}\"; {}", name, mend));
}

const Format* define_format(const FormatRow& row) {
  if (!is_identifier(row.name))
    throw RowError("", fmt::format("is not a format's name; use up to {} letters, digits and _",
                                   kMaxIdentifier));
  if (shipped().find_named(row.name))
    throw RowError("", "is the name of a shipped format; choose another name");
  if (generic_row(row.name))
    throw RowError("", fmt::format("is a generic name and needs no table; choose another name"));
  return given_out().keep(row);
}

bool is_known_everywhere(const Format& format) { return find_format(format.name) != nullptr; }

std::string_view source_of(const Format& format) { return shipped().source_of(format); }

}  // namespace mmasc
