// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/unit_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kKey = "unit";
// The id, or part of it, that the name gives; empty where it names a file alone.
std::string_view row_in(std::string_view name) {
  const auto in_file = split_name(name);
  return in_file ? in_file->row.value_or("") : name;
}

}  // namespace

std::string place_of(const VectorFile& file, std::string_view key) {
  const HeaderLine* line = file.find(key);
  return line ? fmt::format("{}:{}", file.name, line->line) : file.name;
}

UnitArgument unit_argument_of(const VectorFile& file) {
  const HeaderLine* line = file.find(kKey);
  if (line == nullptr) return {file.instruction};
  try {
    if (std::ranges::count(file.header, kKey, &HeaderLine::key) > 1)
      throw InputError("there are two of these lines; keep one");
    const UnitArgument argument = parse_unit_argument(line->value);
    if (file.instruction.find(row_in(argument.name)) == std::string::npos)
      throw InputError(fmt::format("{} is not the instruction {}; mend one of the two",
                                   argument.name, file.instruction));
    return argument;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: unit: {}", place_of(file, kKey), error.what()));
  }
}

std::optional<Unit> unit_in_named_file(const VectorFile& file) {
  const auto in_file = split_name(unit_argument_of(file).name);
  if (!in_file) return std::nullopt;
  const std::string& path = in_file->path;
  try {
    if (!std::filesystem::exists(path))
      throw InputError(fmt::format("{}: no such file; give --units the one that has {}", path,
                                   file.instruction));
    for (Unit& unit : read_units(path)) {
      if (unit.instruction.id != file.instruction) continue;
      if (unit.has_own_stages())
        throw InputError(
            fmt::format("{}: {} has stages of its own, which are code; give --units {}", path,
                        file.instruction, shell_word(path)));
      return std::move(unit);
    }
    throw InputError(
        fmt::format("{}: has no {}; give --units the file that has it", path, file.instruction));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: unit: {}", place_of(file, kKey), error.what()));
  }
}

Unit changed_unit_of(const VectorFile& file, const Unit& unchanged) {
  const UnitArgument argument = unit_argument_of(file);
  try {
    return with_changes(unchanged, argument.changes);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: unit: {}", place_of(file, kKey), error.what()));
  }
}

}  // namespace mmasc
