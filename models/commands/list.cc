// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/command/command.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/names.h"

namespace mmasc {
namespace {

struct ListOptions {
  std::string filter;
  bool json = false;
};

bool matches(const Unit& unit, const std::string& filter) {
  return unit.instruction.id.find(filter) != std::string::npos ||
         is_in_names(unit.instruction, filter) ||
         unit.datapath.name.find(filter) != std::string::npos;
}

std::string undecided_count(const Unit& unit) {
  const auto questions = unit.undecided();
  return questions.empty() ? "" : std::to_string(questions.size());
}

int list_units(const ListOptions& options) {
  std::vector<const Unit*> units;
  for (const Unit& unit : catalog().units())
    if (matches(unit, options.filter)) units.push_back(&unit);
  if (units.empty())
    throw InputError(
        fmt::format("no id, mnemonic, SASS name or datapath contains \"{}\"; mmasc list shows all",
                    options.filter));
  if (options.json) {
    Json json = json_document("list");
    for (const Unit* unit : units) json["units"].push_back(json_unit(*unit));
    print_json(json);
    return kGood;
  }
  using enum Table::Align;
  Table table({left, left, left, left, left, right});
  table.add({"id", "shape", "formats", "datapath", "evidence", "undecided"});
  for (const Unit* unit : units)
    table.add({unit->instruction.id, shape_text(unit->instruction.shape), formats_text(*unit),
               unit->datapath.name, evidence_kind(unit->instruction), undecided_count(*unit)});
  fmt::print("{}", table.text());
  return kGood;
}

CommandRow list_command() {
  return make_command(
      "list", "the units of the catalogue",
      "undecided: questions about the silicon that no recording settles; mmasc show "
      "prints them.\n"
      "Example: mmasc list hopper/wgmma",
      list_units, [](ListOptions& x, OptionRows& rows) {
        rows.add("FILTER", &x.filter,
                 "a part of the id, mnemonic, SASS name or datapath (default: all)");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kListCommand(list_command);

}  // namespace
}  // namespace mmasc
