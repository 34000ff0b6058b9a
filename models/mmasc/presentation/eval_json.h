// SPDX-License-Identifier: Apache-2.0
// The document of `mmasc eval --json`, for it and for the explorer in the browser.
#pragma once

#include "mmasc/presentation/arguments.h"
#include "mmasc/presentation/json.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

// {"bits": "05", "raised": ["OF", "NX"]}
inline Json flags_json(std::uint64_t flags) {
  Json raised = Json::array();
  for (int place = kStatusFlagBits - 1; place >= 0; --place)
    if ((flags >> place & 1) != 0)
      raised.push_back(kStatusFlagNames[static_cast<std::size_t>(place)]);
  return {{"bits", fmt::format("{:02x}", flags)}, {"raised", raised}};
}

inline Json eval_json(const Unit& unit, const std::vector<std::string>& changes,
                      std::string_view engine, const Case& row, std::uint64_t d) {
  Json json = json_document("eval");
  json["unit"] = unit.instruction.id;
  json["set"] = changes;
  json["engine"] = engine;
  add_operands(json, layout_of(unit), row);
  json["d"] = json_element(unit.d(), d);
  return json;
}

}  // namespace mmasc
