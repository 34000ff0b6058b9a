// SPDX-License-Identifier: Apache-2.0
// A unit as a file of the user's own.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/write.h"

namespace mmasc {
namespace {

std::string prefixed(std::string_view prefix, const std::string& name) {
  return name.starts_with(prefix) ? name : std::string(prefix) + name;
}

// A table's fields line by line, an array of tables row by row.
std::string section(std::string_view header, const Value::Table& table) {
  std::size_t width = 0;
  for (const auto& entry : table) width = std::max(width, entry.key.size());
  std::string text = fmt::format("[{}]\n", header);
  for (const auto& [key, value] : table) {
    const auto* rows = value.as<Value::Array>();
    if (rows && rows->size() > 1 && rows->front().as<Value::Table>()) {
      text += fmt::format("{:{}} = [\n", key, width);
      for (const auto& row : *rows) text += "  " + to_text(row) + ",\n";
      text += "]\n";
    } else {
      text += fmt::format("{:{}} = {}\n", key, width, to_text(value));
    }
  }
  return text;
}

std::string to_text(const Unit& unit, const Formats& formats) {
  Instruction instruction = unit.instruction;
  instruction.evidence.clear();  // a row of the user's own has none yet
  Datapath datapath = unit.datapath;
  datapath.undecided.clear();
  const bool own = instruction.id.starts_with("my/") || instruction.note.starts_with(kChangedFrom);
  if (!own) instruction.note = "from " + instruction.id;
  instruction.id = prefixed("my/", instruction.id.substr(instruction.id.find('/') + 1));
  instruction.datapath = prefixed("my.", unit.datapath.name);

  const Value::Table structure = write_row(unit.structure);
  if (!structure.empty())
    instruction.structure = prefixed("my_", unit.structure.name);
  else
    instruction.structure = Structure{}.name;

  std::string text;
  for (const Format* format : formats)
    text += section(join("format", format->name), write_row(row_of(*format))) + '\n';
  text += section(join("datapath", instruction.datapath), write_row(datapath)) + '\n' +
          section(join("instruction", instruction.id), write_row(instruction));
  if (!structure.empty())
    text += '\n' + section(join("structure", instruction.structure), structure);
  return text;
}

}  // namespace

std::string to_toml(const Unit& unit) { return to_text(unit, own_formats(unit)); }

std::string to_toml_with_formats(const Unit& unit) {
  Formats formats = named_formats(unit);
  std::erase_if(formats, [](const Format* format) { return format->is_integer(); });
  return to_text(unit, formats);
}

std::string to_toml_of_numbers(Unit unit) {
  unit.instruction.storage = Storage::unknown;
  return to_toml(unit);
}

}  // namespace mmasc
