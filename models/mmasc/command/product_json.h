// SPDX-License-Identifier: Apache-2.0
// The JSON of every product of matrices begins with these members.
#pragma once

#include <string>

#include "mmasc/presentation/json.h"
#include "mmasc/unit/unit.h"
#include "mmasc/unit/unit_argument.h"

namespace mmasc {

inline Json product_json(const char* command, const UnitArgument& typed, const Unit& unit,
                         const std::string& engine, std::int64_t m, std::int64_t n,
                         std::int64_t k) {
  Json json = json_document(command, 2);
  json["unit"] = unit.instruction.id;
  json["set"] = typed.changes;
  json["engine"] = engine;
  json["m"] = m;
  json["n"] = n;
  json["k"] = k;
  return json;
}

}  // namespace mmasc
