// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/shrink.h"

#include <algorithm>
#include <utility>

#include "mmasc/arith/sequence_plan.h"

namespace mmasc::compare {
namespace {

using Elements = std::vector<std::uint64_t>;

class Shrinker {
 public:
  Shrinker(const OperandLayout& layout, Case row, const Shows& shows)
      : layout_(layout),
        block_(static_cast<std::size_t>(std::max(layout.scale_block, 1))),
        row_(std::move(row)),
        shows_(shows) {}

  Case shrink() && {
    do {
      changed_ = false;
      leave_out();
      for (const Operand scale : kScales)
        if (layout_.has(scale)) set_all(scale, one(*layout_.format[scale]));
      for (const Operand operand : {Operand::a, Operand::b, Operand::c}) set_all(operand, 0);
      for (const Operand operand : {Operand::a, Operand::b, Operand::c}) clear_bits(operand);
    } while (changed_);
    return std::move(row_);
  }

 private:
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
    const auto blocks = [&] { return (row_[Operand::a].size() + block_ - 1) / block_; };
    for (std::size_t size = std::max<std::size_t>(blocks() / 2, 1); size > 0; size /= 2)
      for (std::size_t end = blocks(); end > 0; end -= std::min(size, end)) {
        const std::size_t first = end - std::min(size, end);
        try_instead([&](Case& row) {
          for (const Operand operand : {Operand::a, Operand::b})
            erase(row[operand], first * block_, (end - first) * block_);
          for (const Operand scale : kScales)
            if (row_of(scale).along != Along::whole) erase(row[scale], first, end - first);
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
  std::size_t block_;
  Case row_;
  const Shows& shows_;
  bool changed_ = false;
};

}  // namespace

Case shrink(const OperandLayout& layout, Case row, const Shows& shows) {
  return Shrinker(layout, std::move(row), shows).shrink();
}

}  // namespace mmasc::compare
