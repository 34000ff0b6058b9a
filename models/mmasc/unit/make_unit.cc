// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/make_unit.h"

#include <fmt/format.h>

#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/unit/validate.h"

namespace mmasc {
namespace {

[[noreturn]] void refuse_name(const Rows& file, const SourceRow<Instruction>& source,
                              std::string_view key, std::string_view name, const Names& known) {
  file.refuse(source, key,
              fmt::format("unknown {} \"{}\"; {}", key, name,
                          known.empty() ? fmt::format("add a [{}.NAME]", key)
                                        : "nearest are " + quoted_list(nearest(name, known))));
}

// A unit's error at the field of the instruction it belongs to.
[[noreturn]] void refuse_unit(const Rows& file, const SourceRow<Instruction>& source,
                              const RowError& error) {
  constexpr std::string_view kInstruction = "instruction.";
  if (error.key.starts_with(kInstruction))
    file.refuse(source, error.key.substr(kInstruction.size()), error.reason);
  const bool is_structure = error.key.starts_with("structure.");
  file.refuse(source, is_structure ? "structure" : "datapath",
              fmt::format("\"{}\" does not fit: {}: {}",
                          is_structure ? source.row.structure : source.row.datapath, error.key,
                          error.reason));
}

}  // namespace

const Structure& default_structure() {
  static const Structure structure;
  return structure;
}

Unit make_unit(const Rows& file, const SourceRow<Instruction>& source, const NamedRows& named,
               const Formats& formats) {
  const Instruction& row = source.row;
  const Datapath* datapath = named.find_datapath(row.datapath);
  if (!datapath) refuse_name(file, source, "datapath", row.datapath, named.datapath_names());
  const Structure* structure = named.find_structure(row.structure);
  if (!structure) refuse_name(file, source, "structure", row.structure, named.structure_names());
  Unit unit{row, *datapath, *structure, formats};
  try {
    validate(unit);
  } catch (const RowError& error) {
    refuse_unit(file, source, error);
  }
  return unit;
}

void check_plan(const Rows& file, const SourceRow<Instruction>& source, const Unit& unit) {
  if (unit.has_own_stages()) return;
  try {
    (void)make_plan(unit);
  } catch (const RowError& error) {
    refuse_unit(file, source, error);
  }
}

void check_undecided(const Rows& file, const SourceRow<Instruction>& source, const Unit& unit) {
  for (const Undecided& question : unit.undecided()) {
    try {
      with_changes(unit, question.set);
    } catch (const InputError& error) {
      file.refuse(source, "datapath",
                  fmt::format("\"{}\": undecided: {}", source.row.datapath, error.what()));
    }
  }
}

}  // namespace mmasc
