// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/simplify.h"

#include <map>

#include "mmasc/identify/moves.h"
#include "mmasc/identify/search.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::identify {
namespace {

std::size_t length_of(const Unit& unit) { return to_toml(unit).size(); }

// Moves that shorten the row, by the last word of their field.
std::map<std::string, std::vector<Move>> shorter_fields(const Unit& unit) {
  const std::size_t now = length_of(unit);
  std::map<std::string, std::vector<Move>> fields;
  for (Move& move : moves_of(unit, Reach::next, {})) {
    const Unit other = move.of(unit);
    if (!sequence_of(other) || length_of(other) >= now) continue;
    auto& moves = fields[move.field.substr(move.field.rfind('.') + 1)];
    if (moves.empty() || moves.back().field != move.field) moves.push_back(std::move(move));
  }
  return fields;
}

}  // namespace

Judged simplified(Judged row, const Judge& judge, const std::vector<std::uint64_t>& nans,
                  const std::function<void()>& between) {
  for (bool is_shorter = true; is_shorter;) {
    is_shorter = false;
    for (const auto& [field, moves] : shorter_fields(row.unit)) {
      between();
      Unit unit = row.unit;
      for (const Move& move : moves) unit = move.of(std::move(unit));
      auto judged = judge.judge(unit);
      if (!judged) continue;
      Judged other = descend(std::move(*judged), judge, nans, Effort::glance, between);
      if (!other.wrong.empty() || length_of(other.unit) >= length_of(row.unit)) continue;
      row = std::move(other);
      is_shorter = true;
      break;
    }
  }
  return row;
}

}  // namespace mmasc::identify
