// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/shipped_rows.h"

#include <algorithm>
#include <iterator>

#include "mmasc/unit/each.h"
#include "mmasc/unit/make_unit.h"
#include "mmasc/unit/toml.h"

namespace mmasc {
namespace {

constexpr std::string_view kDatapathTable = "datapath", kInstructionTable = "instruction";

// The first line of a text with its end; taken off.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n') + 1);
  text.remove_prefix(line.empty() ? text.size() : line.size());
  return line;
}

// A field of a table's text with all its lines, of which only the first begins with a letter; empty
// where there is none.
std::string_view find_field(std::string_view text, std::string_view key) {
  while (!text.empty() && !text.starts_with(key)) take_line(text);
  const std::string_view from_field = text;
  take_line(text);
  while (!text.empty() && (text.front() < 'a' || text.front() > 'z')) take_line(text);
  return from_field.substr(0, from_field.size() - text.size());
}

// The names of the rows that a table makes.
std::vector<std::string> row_names(std::string_view name, std::string_view text,
                                   std::string_view kind) {
  if (name.find('{') == name.npos) return {std::string(name)};
  return each_key({std::string(name), parse_toml(find_field(text, kEachField))}, std::string(kind));
}

}  // namespace

ShippedRows::ShippedRows(std::span<const EmbeddedFile> files) {
  for (const EmbeddedFile& file : files) add_tables(file);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    if (tables_[i].kind == kInstructionTable) add_ids(tables_[i]);
    if (tables_[i].kind == kDatapathTable) add_datapaths(i);
  }
  units_.resize(ids_.size());
  is_read_ = std::make_unique<std::atomic<bool>[]>(ids_.size());
}

void ShippedRows::add_tables(const EmbeddedFile& file) {
  std::string_view rest = file.text;
  Table* table = nullptr;
  for (int number = 1; !rest.empty(); ++number) {
    const char* const begin = rest.data();
    const std::string_view line = take_line(rest);
    if (line.starts_with('[')) {
      const auto dot = line.find('.'), end = line.find(']');
      std::string_view name = line.substr(dot + 1, end - dot - 1);
      if (name.starts_with('"')) name = name.substr(1, name.size() - 2);
      tables_.push_back({file.name, number, line, line.substr(1, dot - 1), name});
      table = &tables_.back();
    } else if (table != nullptr) {
      const char* const head = table->text.data();
      table->text = {head, static_cast<std::size_t>(begin + line.size() - head)};
    }
  }
}

void ShippedRows::add_ids(Table& table) {
  table.first_id = ids_.size();
  std::ranges::move(row_names(table.name, table.text, table.kind), std::back_inserter(ids_));
  table.id_count = ids_.size() - table.first_id;
}

void ShippedRows::add_datapaths(std::size_t table) {
  const auto& [file, line, text, kind, name, first_id, id_count] = tables_[table];
  std::size_t index = 0;
  for (std::string& row : row_names(name, text, kind))
    datapath_places_.push_back({std::move(row), table, index++});
}

// The lines of errors are the file's.
Rows ShippedRows::read(const Table& table, std::optional<std::size_t> only) const {
  Formats formats;
  return read_rows(std::string(static_cast<std::size_t>(table.line - 1), '\n').append(table.text),
                   table.file, *this, formats, only);
}

void ShippedRows::keep(std::size_t index, const Rows& rows,
                       const SourceRow<Instruction>& row) const {
  if (is_read_[index]) return;
  units_[index] = make_unit(rows, row, *this, {});
  is_read_[index] = true;
}

const Unit& ShippedRows::unit(std::size_t index) const {
  if (!is_read_[index]) {
    const std::lock_guard lock(mutex_);
    const auto table = std::ranges::find_if(tables_, [&](const Table& one) {
      return index - one.first_id < one.id_count;  // below first_id it wraps around
    });
    const Rows rows = read(*table, index - table->first_id);
    keep(index, rows, rows.instructions.front());
  }
  return units_[index];
}

const std::vector<Unit>& ShippedRows::units() const {
  if (!all_are_read_) {
    const std::lock_guard lock(mutex_);
    for (const Table& table : tables_) {
      if (table.id_count == 0) continue;
      const Rows rows = read(table);
      for (std::size_t i = 0; i < table.id_count; ++i)
        keep(table.first_id + i, rows, rows.instructions[i]);
    }
    all_are_read_ = true;
  }
  return units_;
}

const Datapath* ShippedRows::find_datapath(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto known = datapaths_.find(name);
  if (known != datapaths_.end()) return &known->second;
  const auto place = std::ranges::find(datapath_places_, name, &DatapathPlace::name);
  if (place == datapath_places_.end()) return nullptr;
  const Rows rows = read(tables_[place->table], place->index);
  return &datapaths_.emplace(place->name, rows.datapaths.front().row).first->second;
}

const Structure* ShippedRows::find_structure(std::string_view name) const {
  return name == default_structure().name ? &default_structure() : nullptr;
}

Names ShippedRows::datapath_names() const {
  Names names;
  for (const DatapathPlace& place : datapath_places_) names.push_back(place.name);
  return names;
}

Names ShippedRows::structure_names() const { return {default_structure().name}; }

}  // namespace mmasc
