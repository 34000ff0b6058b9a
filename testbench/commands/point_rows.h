// SPDX-License-Identifier: Apache-2.0
// The points that `mmasc sweep --csv` writes.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace mmasc {

using PointRow = std::map<std::string, std::string>;  // by column

inline std::vector<PointRow> read_points(const std::string& csv) {
  std::ifstream text(csv);
  std::vector<std::string> names;
  std::vector<PointRow> points;
  for (std::string line; std::getline(text, line);) {
    std::vector<std::string> cells;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');) cells.push_back(cell);
    if (names.empty()) {
      names = cells;
      continue;
    }
    PointRow& point = points.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) point[names.at(i)] = cells[i];
  }
  return points;
}

inline double number(const PointRow& point, const std::string& name) {
  return std::stod(point.at(name));
}

}  // namespace mmasc
