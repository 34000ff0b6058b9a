// SPDX-License-Identifier: Apache-2.0
// Which random elements the roundings of a step draw, as docs/datapath.md orders them. A step is
// walked twice: the first time its sums are noted, the second time they draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/unit/rounding.h"

namespace mmasc::exact {

class RandomOrder {
 public:
  // A sum's stochastic roundings: of its terms' alignments, in order, and its own.
  struct Sum {
    int level = 0;
    std::vector<bool> alignments;
    bool rounds = false;
    std::size_t first = 0, own = 0;  // elements
  };

  explicit RandomOrder(std::span<const std::uint64_t> elements) : elements_(elements) {}

  // The next sum that is walked; returns its number.
  std::size_t next(const Sum& sum) {
    if (!is_numbered_) sums_.push_back(sum);
    return next_++;
  }
  // After the first walk. `products`: so many elements come before.
  void number(std::size_t products) {
    std::size_t element = products;
    int levels = 0;
    for (const Sum& sum : sums_) levels = std::max(levels, sum.level + 1);
    for (int level = 0; level < levels; ++level) {
      for (Sum& sum : sums_) {
        if (sum.level != level) continue;
        sum.first = element;
        element += static_cast<std::size_t>(std::ranges::count(sum.alignments, true));
      }
      for (Sum& sum : sums_)
        if (sum.level == level && sum.rounds) sum.own = element++;
    }
    end_ = element;
    is_numbered_ = true;
    next_ = 0;
  }

  std::uint64_t of_alignment(std::size_t number, std::size_t term) const {
    if (!is_numbered_ || sums_.empty()) return 0;
    const Sum& sum = sums_[number];
    const auto end = sum.alignments.begin() + static_cast<std::ptrdiff_t>(term);
    return element(sum.first +
                   static_cast<std::size_t>(std::count(sum.alignments.begin(), end, true)));
  }
  std::uint64_t of_rounding(std::size_t number) const {
    return is_numbered_ && !sums_.empty() ? element(sums_[number].own) : 0;
  }
  // The first element after those of the sums: the result's.
  std::size_t end() const { return end_; }
  // Elements that are not given are 0.
  std::uint64_t element(std::size_t i) const {
    return is_numbered_ && i < elements_.size() ? elements_[i] : 0;
  }

 private:
  std::span<const std::uint64_t> elements_;  // of the step and what follows
  std::vector<Sum> sums_;
  std::size_t next_ = 0, end_ = 0;
  bool is_numbered_ = false;
};

}  // namespace mmasc::exact
