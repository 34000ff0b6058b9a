// SPDX-License-Identifier: Apache-2.0
// The rows of a search, one further than the other, run many at once: to simulate one takes about
// as long as to simulate many.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "mmasc/probes/bench.h"

namespace mmasc::probes {

class RowsAhead {
 public:
  // The i-th row; nullopt ends the search.
  using Make = std::function<std::optional<Case>(int)>;

  RowsAhead(const Bench& bench, Make make) : bench_(bench), make_(std::move(make)) {}

  // The i-th with its d, i = 0, 1, 2, ... in turn; null behind the last.
  const Case* at(int i) {
    if (i == std::ssize(rows_) && !ended_) run_more();
    return i < std::ssize(rows_) ? &rows_[probes::at(i)] : nullptr;
  }

 private:
  static constexpr std::size_t kFirst = 8, kMost = 256;

  void run_more() {
    std::vector<Case> more;
    // A record need not have the rows that no answer leads to.
    const std::size_t count = bench_.is_record() ? 1 : std::clamp(rows_.size(), kFirst, kMost);
    while (!ended_ && more.size() < count) {
      auto row = make_(static_cast<int>(rows_.size() + more.size()));
      ended_ = !row;
      if (row) more.push_back(std::move(*row));
    }
    if (more.empty()) return;
    const auto d = bench_.run(more);
    for (std::size_t i = 0; i < more.size(); ++i) more[i].d() = d[i];
    rows_.insert(rows_.end(), more.begin(), more.end());
  }

  const Bench& bench_;
  Make make_;
  std::vector<Case> rows_;
  bool ended_ = false;
};

}  // namespace mmasc::probes
