// SPDX-License-Identifier: Apache-2.0
#include "spec/suggest.h"

#include <algorithm>
#include <numeric>

namespace mmasc {
namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view x, std::string_view y) {
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

}  // namespace

Names nearest(std::string_view name, Names candidates, std::size_t count) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](auto x, auto y) { return edit_distance(name, x) < edit_distance(name, y); });
  candidates.resize(std::min(count, candidates.size()));
  return candidates;
}

std::string mend_name(std::string_view name, const Names& legal) {
  if (legal.empty()) return "there is none to choose from";
  const std::string_view best = nearest(name, legal, 1).front();
  if (edit_distance(name, best) <= std::max<std::size_t>(2, name.size() / 3))
    return "did you mean \"" + std::string(best) + "\"?";
  return "use " + std::string(legal.size() > 1 ? "one of " : "") + quoted_list(legal);
}

std::string quoted_list(const Names& names) {
  std::string text;
  for (auto name : names) text += (text.empty() ? "\"" : ", \"") + std::string(name) + '"';
  return text;
}

}  // namespace mmasc
