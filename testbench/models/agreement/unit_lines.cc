// SPDX-License-Identifier: Apache-2.0
#include "agreement/unit_lines.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {
namespace {

std::vector<std::string> changes_of(std::string_view line) {
  return parse_unit_argument("x " + std::string(line)).changes;
}

struct Block {
  std::string unit;
  std::vector<std::vector<std::string>> with, also, tell, same;
};

const std::vector<std::vector<std::string>>& or_nothing(
    const std::vector<std::vector<std::string>>& lines) {
  static const std::vector<std::vector<std::string>> nothing{{}};
  return lines.empty() ? nothing : lines;
}

void add_units(const Block& block, std::vector<Varied>& all) {
  if (block.unit.empty()) return;
  const Unit base = unit_of_line(block.unit);
  for (const auto& with : or_nothing(block.with))
    for (const auto& also : or_nothing(block.also)) {
      const Unit plain = with_changes(with_changes(base, with), also);
      if (block.tell.empty() && block.same.empty()) all.push_back({plain, {}});
      for (const auto& tell : block.tell) all.push_back({with_changes(plain, tell), {plain}});
      for (const auto& same : block.same) all.push_back({with_changes(plain, same), {plain}, true});
    }
}

}  // namespace

std::string path_in_agreement(std::string_view file) {
  return std::string(MMASC_AGREEMENT "/") += file;
}

std::string text_in_agreement(std::string_view file) {
  std::ifstream in(path_in_agreement(file));
  if (!in) throw std::runtime_error("no file " + std::string(file));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

Unit unit_of_line(std::string_view line) {
  const UnitArgument argument = parse_unit_argument(line);
  if (!argument.name.starts_with("rows.toml:")) return find_unit(argument);
  const std::string id = argument.name.substr(argument.name.find(':') + 1);
  for (const Unit& row : written_rows())
    if (row.instruction.id == id) return with_changes(row, argument.changes);
  throw std::runtime_error("no row " + argument.name);
}

const std::vector<Unit>& written_rows() {
  static const std::vector<Unit> rows = read_units(path_in_agreement("rows.toml"));
  return rows;
}

const std::vector<Varied>& varied_units() {
  static const std::vector<Varied> all = [] {
    std::vector<Varied> units;
    std::istringstream text(text_in_agreement("varied.units"));
    Block block;
    bool has_unit = false;
    int number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      if (line.empty() || line.starts_with('#')) continue;
      const std::string key = line.substr(0, line.find(' '));
      const std::string rest = line.size() > key.size() ? line.substr(key.size() + 1) : "";
      if (key == "unit") {
        add_units(block, units);
        block = {rest, {}, {}, {}, {}};
        has_unit = true;
      } else {
        auto& lines = key == "with"   ? block.with
                      : key == "and"  ? block.also
                      : key == "tell" ? block.tell
                                      : block.same;
        if (!has_unit || (&lines == &block.same && key != "same"))
          throw std::runtime_error("varied.units:" + std::to_string(number) + ": " + line);
        lines.push_back(changes_of(rest));
      }
    }
    add_units(block, units);
    return units;
  }();
  return all;
}

}  // namespace mmasc
