// SPDX-License-Identifier: Apache-2.0
#include "spec/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spec/embedded.h"
#include "spec/error.h"
#include "spec/rows.h"
#include "spec/suggest.h"
#include "spec/toml_file.h"
#include "spec/validate.h"

namespace mmasc {
namespace {

constexpr std::size_t kNamed = 3;  // candidates an error names
constexpr std::string_view kSuffix = ".toml";

template <class Row>
const Row* find_row(const std::vector<Row>& rows, std::string_view name) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// Adds the file's rows to those of one kind; none may take a name that is there.
template <class Row>
void merge(const Rows& file, std::vector<Row>& rows, const std::vector<SourceRow<Row>>& added) {
  for (const auto& source : added) {
    if (find_row(rows, source.row.name))
      file.refuse(source, "", "is taken by a shipped row; choose another name");
    rows.push_back(source.row);
  }
}

template <class Row>
const Row& resolve(const Rows& file, const SourceRow<Instruction>& source, std::string_view key,
                   const std::vector<Row>& rows, std::string_view name) {
  if (const Row* row = find_row(rows, name)) return *row;
  Names known;
  for (const auto& row : rows) known.push_back(row.name);
  file.refuse(
      source, key,
      fmt::format("unknown {} \"{}\"; {}", key, name,
                  known.empty() ? fmt::format("add a [{}.NAME]", key)
                                : "nearest are " + quoted_list(nearest(name, known, kNamed))));
}

// A unit's error at the field of the instruction it belongs to.
[[noreturn]] void refuse_unit(const Rows& file, const SourceRow<Instruction>& source,
                              const RowError& error) {
  constexpr std::string_view kInstruction = "instruction.";
  if (error.key.starts_with(kInstruction))
    file.refuse(source, error.key.substr(kInstruction.size()), error.reason);
  file.refuse(
      source, "datapath",
      fmt::format("\"{}\" does not fit: {}: {}", source.row.datapath, error.key, error.reason));
}

// By id or a unique part of one. `place` begins the error.
const Unit& find_among(std::span<const Unit> units, std::string_view id, std::string_view place) {
  Names ids, parts;
  for (const auto& unit : units) {
    if (unit.instruction.id == id) return unit;
    ids.push_back(unit.instruction.id);
    if (ids.back().find(id) != std::string_view::npos) parts.push_back(ids.back());
  }
  if (parts.size() == 1)
    return *std::find_if(units.begin(), units.end(),
                         [&](const Unit& unit) { return unit.instruction.id == parts.front(); });
  if (parts.empty())
    throw InputError(fmt::format("{}unknown unit \"{}\"; nearest are {}", place, id,
                                 quoted_list(nearest(id, ids, kNamed))));
  throw InputError(fmt::format("{}\"{}\" is part of {} ids; write more of one, as {}", place, id,
                               parts.size(), quoted_list(nearest(id, parts, kNamed))));
}

Catalog with_own_rows(std::string_view toml_text, std::string_view origin) {
  Catalog rows = catalog();
  rows.add(toml_text, origin);
  return rows;
}

// The rows that a text adds to the catalogue.
std::vector<Unit> own_rows(std::string_view toml_text, std::string_view origin) {
  const Catalog rows = with_own_rows(toml_text, origin);
  const auto own = std::span(rows.units()).subspan(catalog().units().size());
  return {own.begin(), own.end()};
}

// The row of that name, or the only one.
Unit choose(const std::vector<Unit>& own, std::optional<std::string_view> name,
            std::string_view origin, std::string_view how_to_name) {
  if (own.empty())
    throw InputError(
        fmt::format("{}: there is no instruction; add an [instruction.\"my/NAME\"]", origin));
  if (name) return find_among(own, *name, fmt::format("{}: ", origin));
  if (own.size() == 1) return own.front();
  Names ids;
  for (const auto& unit : own) ids.push_back(unit.instruction.id);
  throw InputError(fmt::format("{}: there are {} instructions; {} one of {}", origin, own.size(),
                               how_to_name, quoted_list(ids)));
}

}  // namespace

std::optional<NameInFile> split_name(std::string_view name) {
  const auto suffix = name.rfind(kSuffix);
  const auto end = suffix + kSuffix.size();
  if (suffix == name.npos || (end < name.size() && name[end] != ':')) return std::nullopt;
  return NameInFile{std::string(name.substr(0, end)),
                    end < name.size() ? std::optional(name.substr(end + 1)) : std::nullopt};
}

void Catalog::add(std::string_view toml_text, std::string_view origin) {
  Catalog next = *this;
  const Rows file = read_rows(toml_text, origin, next.formats_);
  if (next.structures_.empty()) next.structures_.emplace_back();
  merge(file, next.datapaths_, file.datapaths);
  merge(file, next.structures_, file.structures);
  for (const auto& source : file.instructions) {
    const Instruction& row = source.row;
    for (const auto& unit : units_)
      if (unit.instruction.id == row.id)
        file.refuse(source, "", "is taken by a shipped row; choose another name");
    Unit unit{row, resolve(file, source, "datapath", next.datapaths_, row.datapath),
              resolve(file, source, "structure", next.structures_, row.structure), next.formats_};
    try {
      validate(unit);
    } catch (const RowError& error) {
      refuse_unit(file, source, error);
    }
    next.units_.push_back(std::move(unit));
  }
  *this = std::move(next);
}

const Unit& Catalog::find(std::string_view id) const { return find_among(units_, id, ""); }

const Catalog& catalog() {
  static const Catalog shipped = [] {
    Catalog rows;
    for (const auto& file : catalog_files()) rows.add(file.text, file.name);
    return rows;
  }();
  return shipped;
}

Unit find_unit(std::string_view name) {
  const auto in_file = split_name(name);
  if (!in_file) return catalog().find(name);
  const auto& [path, row] = *in_file;
  return choose(own_rows(read_toml_file(path), path), row, path, "write " + path + ":ROW with");
}

Formats formats_in(const std::string& path) {
  return with_own_rows(read_toml_file(path), path).formats();
}

const Format& find_format_argument(std::string_view name) {
  const auto in_file = split_name(name);
  if (!in_file) return format_named(name);
  const auto& [path, row] = *in_file;
  if (!row) throw InputError(fmt::format("{}: names no format; write {}:FORMAT", path, path));
  const Formats own = formats_in(path);
  try {
    return format_named(*row, own);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
}

std::vector<Unit> read_units(const std::string& path) {
  return own_rows(read_toml_file(path), path);
}

Unit parse_unit(std::string_view toml_text, std::string_view name, std::string_view origin) {
  return choose(own_rows(toml_text, origin), name.empty() ? std::nullopt : std::optional(name),
                origin, "name");
}

}  // namespace mmasc
