// SPDX-License-Identifier: Apache-2.0
// The catalogue's rows whose C differs, in as many parts as there are tests of them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "c_source/emitted.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {

// In so many tests, each of which takes some of the units.
inline constexpr int kShards = 16;

struct Row {
  Unit unit;
  bool stands_for_its_datapath = false;  // the first row that has it
};

// Rows whose C is the same share a test.
inline std::vector<Row> distinct_rows() {
  std::set<std::string> texts, datapaths;
  std::vector<Row> rows;
  for (const Unit& unit : catalog().units()) {
    const CSource source = emit_c(unit, {"unit", "unit.h", "", "", {}});
    const bool is_first = datapaths.insert(unit.datapath.name).second;
    if (texts.insert(source.header + source.source).second || is_first)
      rows.push_back({unit, is_first});
  }
  return rows;
}

inline std::vector<Row> rows_of_shard(int shard) {
  std::vector<Row> rows = distinct_rows(), chosen;
  for (std::size_t i = static_cast<std::size_t>(shard); i < rows.size(); i += kShards)
    chosen.push_back(rows[i]);
  return chosen;
}

}  // namespace mmasc
