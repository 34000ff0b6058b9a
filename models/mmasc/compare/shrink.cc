// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/shrink.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "mmasc/arith/sequence_plan.h"

namespace mmasc::compare {
namespace {

using Elements = std::vector<std::uint64_t>;

// Elements of k that go together: those that share a scale, or out of which a sparse a keeps some.
int block_of(const OperandLayout& layout) {
  const int kept_of = layout.sparsity ? layout.sparsity->of * layout.sparsity->together : 1;
  return std::lcm(std::max(layout.scale_block, 1), kept_of);
}

bool lies_along_k(const OperandRow& row) {
  return row.along == Along::row || row.along == Along::column;
}

class Shrinker {
 public:
  Shrinker(const OperandLayout& layout, Case row, const Shows& shows)
      : layout_(layout), block_(block_of(layout)), row_(std::move(row)), shows_(shows) {}

  Case shrink() && {
    do {
      changed_ = false;
      leave_out();
      for (const OperandRow& input : kInputs)
        if (input.scales && layout_.has(input.operand))
          set_all(input.operand, one(*layout_.format[input.operand]));
      for (const OperandRow& input : kInputs)
        if (is_number(input)) set_all(input.operand, 0);
      for (const OperandRow& input : kInputs)
        if (is_number(input)) clear_bits(input.operand);
    } while (changed_);
    return std::move(row_);
  }

 private:
  // Whether it has a format of its own, and is 0 at best.
  bool is_number(const OperandRow& row) const {
    return layout_.format[row.operand] != nullptr && !row.scales;
  }

  // Keeps the change where the row still shows what it showed.
  template <class Change>
  bool try_instead(Change change) {
    Case smaller = row_;
    change(smaller);
    const bool is_same = std::ranges::all_of(kInputs, [&](const OperandRow& input) {
      return smaller[input.operand] == row_[input.operand];
    });
    if (is_same || !shows_(smaller)) return false;
    row_ = std::move(smaller);
    return changed_ = true;
  }

  static void erase(Elements& elements, std::size_t first, std::size_t count) {
    const auto at = [&](std::size_t i) {
      return elements.begin() + static_cast<std::ptrdiff_t>(std::min(i, elements.size()));
    };
    elements.erase(at(first), at(first + count));
  }

  // Halves, quarters, ... of all blocks, then single ones.
  void leave_out() {
    const auto k = static_cast<std::size_t>(block_);
    const auto blocks = [&] { return (row_[Operand::b].size() + k - 1) / k; };
    for (std::size_t size = std::max<std::size_t>(blocks() / 2, 1); size > 0; size /= 2)
      for (std::size_t end = blocks(); end > 0; end -= std::min(size, end)) {
        const std::size_t first = end - std::min(size, end);
        try_instead([&](Case& row) {
          for (const OperandRow& input : kInputs) {
            if (!lies_along_k(input)) continue;
            const auto each =
                static_cast<std::size_t>(layout_[input.operand].count * block_ / layout_.k);
            erase(row[input.operand], first * each, (end - first) * each);
          }
        });
      }
  }

  void set_all(Operand operand, std::uint64_t bits) {
    for (std::size_t i = 0; i < row_[operand].size(); ++i)
      try_instead([&](Case& row) { row[operand][i] = bits; });
  }

  void clear_bits(Operand operand) {
    for (std::size_t i = 0; i < row_[operand].size(); ++i)
      for (int bit = 0; bit < 64; ++bit)
        try_instead([&](Case& row) { row[operand][i] &= ~(std::uint64_t{1} << bit); });
  }

  const OperandLayout& layout_;
  int block_;
  Case row_;
  const Shows& shows_;
  bool changed_ = false;
};

}  // namespace

Case shrink(const OperandLayout& layout, Case row, const Shows& shows) {
  return Shrinker(layout, std::move(row), shows).shrink();
}

}  // namespace mmasc::compare
