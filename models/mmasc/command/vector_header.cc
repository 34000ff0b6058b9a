// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/vector_header.h"

#include <algorithm>
#include <utility>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

bool is_shipped(const Unit& unit) {
  return std::ranges::find(catalog().ids(), unit.instruction.id) != catalog().ids().end();
}

}  // namespace

VectorFile vector_file_of(const Unit& unit, const UnitArgument& typed, std::string provenance) {
  VectorFile file;
  file.instruction = unit.instruction.id;
  if (!is_shipped(unit) || !typed.changes.empty())
    file.header.insert(file.header.begin() + 1, {"unit", as_typed(typed)});
  file.layout = layout_of(unit);
  file.provenance = std::move(provenance);
  file.nan = unit.datapath.result.nan ? NanMatch::exact : NanMatch::any;
  return file;
}

}  // namespace mmasc
