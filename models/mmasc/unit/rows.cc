// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "mmasc/unit/each.h"
#include "mmasc/unit/like.h"
#include "mmasc/unit/read.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/unit/toml.h"
#include "mmasc/unit/validate.h"

namespace mmasc {
namespace {

constexpr std::string_view kFormat = "format", kDatapath = "datapath", kInstruction = "instruction",
                           kStructure = "structure";

constexpr std::size_t kMaxName = 200;

// Letters, digits and a few marks, so that a name is one word in a shell, a path and a file.
bool is_word(std::string_view text, std::string_view marks) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char x) {
    return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || (x >= '0' && x <= '9') ||
           marks.find(x) != marks.npos;
  });
}

// What a name may have besides, where a table may stand for several.
std::string or_each(std::string_view name) {
  return name.find('{') == name.npos ? "" : fmt::format(", or {} for {{x}}", kEachField);
}

void check_name(const Entry& entry, const std::string& path, const std::string& besides = "") {
  if (!is_word(entry.key, "_.-"))
    throw ValueError(entry.value.line, path,
                     "is not a name; use letters, digits and any of _ . -" + besides);
}

void check_id(const Entry& entry, const std::string& path) {
  const auto slash = std::min(entry.key.find('/'), entry.key.size());
  if (!is_word(entry.key.substr(0, slash), "_-") ||
      !is_word(std::string_view(entry.key).substr(std::min(slash + 1, entry.key.size())), "_.:-"))
    throw ValueError(
        entry.value.line, path,
        "is not an id; write ARCH/NAME of letters, digits and any of _ . : -" + or_each(entry.key));
}

const Value::Table& table_of(const Value& value, const std::string& path, std::string_view form) {
  if (const auto* table = value.as<Value::Table>()) return *table;
  throw ValueError(value.line, path,
                   fmt::format("{} cannot be used; write a table {}", value.kind(), form));
}

template <class Row, class Named>
void add(std::vector<SourceRow<Row>>& rows, const Entry& entry, const std::string& path,
         Named named, const Formats& formats = {}, const Names& more_keys = {}) {
  table_of(entry.value, path, "of fields");
  if (entry.key.size() > kMaxName)
    throw ValueError(entry.value.line, path,
                     fmt::format("is longer than {} characters; write less", kMaxName));
  SourceRow<Row> source{read_row<Row>(entry.value, path, formats, more_keys), path, entry.value};
  source.row.*named = entry.key;
  for (const auto& other : rows)
    if (other.row.*named == entry.key)
      throw ValueError(entry.value.line, path,
                       fmt::format("is defined on line {} too; rename one", other.table.line));
  rows.push_back(std::move(source));
}

void check_kind(const Entry& kind) {
  const Names kinds{kFormat, kDatapath, kInstruction, kStructure};
  if (std::find(kinds.begin(), kinds.end(), kind.key) == kinds.end())
    throw ValueError(kind.value.line, join("", kind.key),
                     "unknown table; " + mend_name(kind.key, kinds));
  table_of(kind.value, kind.key, fmt::format("[{}.NAME]", kind.key));
}

void read_format(Rows& rows, const Entry& entry, const std::string& path, Formats& formats) {
  add(rows.formats, entry, path, &FormatRow::name);
  try {
    const Format* format = define_format(rows.formats.back().row);
    if (std::ranges::count(formats, format->name, &Format::name) > 0)
      throw RowError("", "is the name of another file's format; choose another name");
    formats.push_back(format);
  } catch (const RowError& error) {
    rows.refuse(rows.formats.back(), error.key, error.reason);
  }
}

// A text that is read, with the rows and formats that it may name.
struct Reading {
  const NamedRows& others;
  Formats& formats;
  std::optional<std::size_t> only;

  std::vector<Entry> rows_of(const Entry& table, const std::string& path) const {
    return only ? std::vector{expand_one(table, path, *only)} : expand_each(table, path);
  }
};

void read_formats(Rows& rows, const Value::Table& tables, const Reading& reading) {
  for (const Entry& entry : tables) {
    const std::string path = join(kFormat, entry.key);
    check_name(entry, path);
    read_format(rows, entry, path, reading.formats);
  }
}

void read_datapaths(Rows& rows, const Value::Table& tables, const Reading& reading) {
  Value::Table entries;
  for (const Entry& table : tables)
    std::ranges::move(reading.rows_of(table, join(kDatapath, table.key)),
                      std::back_inserter(entries));
  for (const Entry& entry : entries) {
    const std::string path = join(kDatapath, entry.key);
    check_name(entry, path, or_each(entry.key));
    add(rows.datapaths, {entry.key, with_base(entry, path, entries, reading.others)}, path,
        &Datapath::name, reading.formats, {kLikeField, kEachField});
  }
}

void read_instructions(Rows& rows, const Value::Table& tables, const Reading& reading) {
  for (const Entry& table : tables)
    for (const Entry& entry : reading.rows_of(table, join(kInstruction, table.key))) {
      const std::string path = join(kInstruction, entry.key);
      check_id(entry, path);
      add(rows.instructions, entry, path, &Instruction::id, reading.formats, {kEachField});
    }
}

void read_structures(Rows& rows, const Value::Table& tables, const Reading&) {
  for (const Entry& entry : tables) {
    const std::string path = join(kStructure, entry.key);
    check_name(entry, path);
    add(rows.structures, entry, path, &Structure::name);
  }
}

using ReadTables = void (*)(Rows&, const Value::Table&, const Reading&);

ReadTables reader_of(std::string_view kind) {
  if (kind == kFormat) return read_formats;
  if (kind == kDatapath) return read_datapaths;
  return kind == kInstruction ? read_instructions : read_structures;
}

// The formats first: rows name them wherever they stand.
void read_tables(Rows& rows, const Value::Table& root, const Reading& reading) {
  for (const auto& kind : root) check_kind(kind);
  for (const bool reads_formats : {true, false})
    for (const auto& [kind, tables] : root)
      if ((kind == kFormat) == reads_formats)
        reader_of(kind)(rows, *tables.as<Value::Table>(), reading);
}

}  // namespace

void Rows::refuse(int line, const std::string& path, const std::string& reason) const {
  throw InputError(
      fmt::format("{}:{}: {}{}{}", origin, line, path, path.empty() ? "" : ": ", reason));
}

Rows read_rows(std::string_view toml_text, std::string_view origin, const NamedRows& others,
               Formats& formats, std::optional<std::size_t> only) {
  Rows rows{std::string(origin), {}, {}, {}, {}};
  try {
    const Value root = parse_toml(toml_text);
    read_tables(rows, *root.as<Value::Table>(), {others, formats, only});
  } catch (const ValueError& error) {
    rows.refuse(error.line, error.key, error.reason);
  }
  for (const auto& source : rows.datapaths) {
    try {
      validate(source.row);
    } catch (const RowError& error) {
      rows.refuse(source, error.key, error.reason);
    }
  }
  return rows;
}

}  // namespace mmasc
