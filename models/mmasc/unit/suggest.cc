// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/suggest.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mmasc {
namespace {

// No name that means anything is longer; of a whole file's text taken for a name nobody waits.
constexpr std::size_t kMostCompared = 128;

std::string_view compared_part(std::string_view name) { return name.substr(0, kMostCompared); }

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view whole_x, std::string_view whole_y) {
  const std::string_view x = compared_part(whole_x), y = compared_part(whole_y);
  std::vector<std::size_t> row(y.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < y.size(); ++j) {
      const std::size_t replaced = diagonal + (x[i] == y[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// Names that rows once had: the old one and today's.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
    {"shift_out", "alignment_rounding"}};

}  // namespace

Names nearest(std::string_view name, const Names& candidates, std::size_t count) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (auto candidate : candidates) ranked.emplace_back(edit_distance(name, candidate), candidate);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  ranked.resize(std::min(count, ranked.size()));
  Names best;
  for (const auto& [distance, candidate] : ranked) best.push_back(candidate);
  return best;
}

std::string mend_name(std::string_view name, const Names& legal) {
  if (legal.empty()) return "there is none to choose from";
  for (const auto& [old, now] : kRenamed)
    if (name == old && std::ranges::find(legal, now) != legal.end())
      return "it is \"" + std::string(now) + "\" now";
  const std::string_view best = nearest(name, legal, 1).front();
  if (edit_distance(name, best) <= std::max<std::size_t>(2, compared_part(name).size() / 3))
    return "did you mean \"" + std::string(best) + "\"?";
  return "use " + std::string(legal.size() > 1 ? "one of " : "") + quoted_list(legal);
}

std::string quoted_list(const Names& names) {
  std::string text;
  for (auto name : names) text += (text.empty() ? "\"" : ", \"") + std::string(name) + '"';
  return text;
}

}  // namespace mmasc
