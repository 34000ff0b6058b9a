// SPDX-License-Identifier: Apache-2.0
// A row of each family.
#pragma once

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/plan.h"

namespace mmasc::testing {

inline std::size_t bits_of(const Unit& unit) {
  const Plan plan = make_plan(unit);
  return static_cast<std::size_t>(plan.word_bits) * static_cast<std::size_t>(unit.products());
}

inline std::string unit_text(const std::string& id) {
  return emit_rtl(make_plan(catalog().find(id)), "unit").files.back().text;
}

// The row of each family, dense and sparse, whose sums have the fewest bits, fewest first; those
// whose RTL is another's are proved by that one.
inline std::vector<std::string> smallest_of_families() {
  std::map<std::string, const Unit*> smallest;
  for (const Unit& unit : catalog().units()) {
    const std::string family = unit.instruction.id.substr(0, unit.instruction.id.find('/'));
    const bool is_sparse = make_plan(unit).multiplier.is_sparse();
    const Unit*& of = smallest[family + (is_sparse ? "_sparse" : "")];
    if (of == nullptr || bits_of(unit) < bits_of(*of)) of = &unit;
  }
  std::vector<std::string> ids;
  std::set<std::string> seen;
  for (const auto& [family, unit] : smallest)
    if (seen.insert(unit_text(unit->instruction.id)).second) ids.push_back(unit->instruction.id);
  std::ranges::sort(ids, {}, [](const auto& id) { return bits_of(catalog().find(id)); });
  return ids;
}

// Those of them whose RTL is not another's with other numbers, and whose factors are narrower than
// FP32's, which take as long as all others.
inline std::vector<std::string> different_families() {
  static const std::regex kNumber(R"(\d+'[bdh][0-9a-f]+|\d+)");
  std::vector<std::string> ids;
  std::set<std::string> seen;
  for (const std::string& id : smallest_of_families())
    if (catalog().find(id).instruction.a->fraction_bits < 23 &&
        seen.insert(std::regex_replace(unit_text(id), kNumber, "0")).second)
      ids.push_back(id);
  return ids;
}

}  // namespace mmasc::testing
