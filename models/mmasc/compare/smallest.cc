// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compare/smallest.h"

#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence_plan.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/vectors/answers.h"

namespace mmasc::compare {
namespace {

class Pair {
 public:
  Pair(const Engine& expected, const Engine& got, bool any_nan)
      : engines_{&expected, &got}, any_nan_(any_nan) {}

  // Both answers; none where one engine has none.
  std::optional<Smallest> ask(const Case& row) const {
    Smallest asked;
    asked.row = row;
    try {
      for (const bool is_got : {false, true}) {
        PackedCases packed(std::span(&row, 1));
        packed.evaluate(*engines_[is_got]);
        (is_got ? asked.got : asked.expected) = packed.d.front();
        if (has_flags()) (is_got ? asked.got_flags : asked.expected_flags) = packed.flags.front();
      }
    } catch (const Unanswered&) {
      return std::nullopt;
    }
    return asked;
  }

  bool differ(const Case& row) const {
    const auto asked = ask(row);
    return asked && (!same_bits(engines_[0]->unit().d(), asked->expected, asked->got, any_nan_) ||
                     asked->expected_flags != asked->got_flags);
  }

 private:
  bool has_flags() const { return engines_[0]->gives_flags() && engines_[1]->gives_flags(); }

  const Engine* engines_[2];
  bool any_nan_;
};

}  // namespace

Case shrink_whole(const OperandLayout& layout, const Case& row, const Shows& shows) {
  const auto whole = [&](Case smaller) {
    for (const OperandRow& input : kInputs) {
      const std::size_t left = smaller[input.operand].size();
      const auto count = static_cast<std::size_t>(layout[input.operand].count);
      smaller[input.operand].resize(
          count, input.scales && count > 0 ? one(*layout.format[input.operand]) : 0);
      if (input.operand == Operand::metadata)  // no group twice
        for (std::size_t i = left; i < count; ++i)
          smaller[input.operand][i] = i % static_cast<std::size_t>(layout.sparsity->keep);
    }
    return smaller;
  };
  Case smallest =
      whole(shrink(layout, row, [&](const Case& smaller) { return shows(whole(smaller)); }));
  smallest.name.clear();
  smallest.line = 0;
  return smallest;
}

std::optional<Smallest> smallest_difference(const Engine& expected, const Engine& got,
                                            std::span<const Case> vectors, bool any_nan,
                                            const std::function<void()>& between) {
  const Pair pair(expected, got, any_nan);
  const auto shows = [&](const Case& row) {
    between();
    return pair.differ(row);
  };
  for (const Case& row : vectors)
    if (shows(row)) return pair.ask(shrink_whole(layout_of(expected.unit()), row, shows));
  return std::nullopt;
}

}  // namespace mmasc::compare
