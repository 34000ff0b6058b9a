// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/sum_mutants.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "mmasc/arith/term_names.h"
#include "mmasc/ranges/ranges.h"

namespace mmasc {
namespace {

class SumMutantLister {
 public:
  SumMutantLister(const Plan& plan, PlanRanges ranges, bool late, std::vector<SumMutant>& out)
      : plan_(plan), ranges_(std::move(ranges)), late_(late), out_(out) {}

  void list_narrow() const {
    for_alike([this](int first, int count) { list_narrow(first, count); });
  }

  void list_miscounting() const {
    if (ranges_.rules.result_round.is_integer()) return;
    for_alike([this](int first, int count) { list_miscounting(first, count); });
  }

 private:
  // Calls list(first, count) for sums alike, side by side.
  template <class List>
  void for_alike(const List& list) const {
    for (const LevelPlan& level : plan_.levels)
      for (int s = level.first_sum, end = s + level.sum_count; s < end;) {
        int next = s + 1;
        while (next < end && alike(s, next)) ++next;
        list(s, next - s);
        s = next;
      }
  }

  // Bits of a node's magnitude, by level of the tree.
  const std::vector<int>& needed(int s) const { return sum(s).tree_bits; }
  int few(int s) const { return sum(s).few_bits; }
  const SumRange& sum(int s) const { return ranges_.sums[static_cast<std::size_t>(s)]; }

  bool alike(int s, int other) const {
    return sum(s).name.view() == sum(other).name.view() && sum(s).sum_bits == sum(other).sum_bits &&
           needed(s) == needed(other) && few(s) == few(other);
  }

  // "dot"; "pairs[0-3]" of several in one level.
  std::string name_of(int first, int count) const {
    const int index = plan_.sums[first].index;
    return count == 1 ? sum_name(plan_, plan_.sums[first])
                      : fmt::format("{}[{}-{}]", sum(first).name.view(), index, index + count - 1);
  }

  std::string prefix_of(int first, int count) const {
    return late_ ? "late_c" : name_of(first, count);
  }

  SumFault fault(int first, int count, int level, int bits,
                 SumFault::Kind kind = SumFault::Kind::narrow_adder) const {
    return {.late = late_,
            .first_sum = first,
            .sum_count = count,
            .tree_level = level,
            .bits = bits,
            .kind = kind};
  }

  void list_miscounting(int first, int count) const {
    using Kind = SumFault::Kind;
    if (!sum(first).rounds() && first != plan_.sums.size() - 1) return;
    const int last = static_cast<int>(needed(first).size()) - 1, most = needed(first).back();
    const auto add = [&](int bits, Kind kind, const char* which) {
      out_.push_back({.fault = fault(first, count, last, bits, kind),
                      .field = prefix_of(first, count) + ".leading_zeros",
                      .was = "as they are",
                      .is = fmt::format("one fewer of {} {} bits", which, bits),
                      .stage = "normalizer",
                      .why_equal = ""});
    };
    if (most < 1) return;
    add(few(first), Kind::miscounts_few, "at most");
    if (most > few(first)) add(most, Kind::miscounts_many, "at least");
  }

  void list_narrow(int first, int count) const {
    const std::vector<int>& bits = needed(first);
    const std::string planned = std::to_string(sum(first).sum_bits);
    const std::string name = prefix_of(first, count);
    const int last = static_cast<int>(bits.size()) - 1;
    for (int level = 0; level < last; ++level) {
      const auto i = static_cast<std::size_t>(level);
      if (bits[i] > 0 && bits[i] < bits[i + 1])
        out_.push_back({.fault = fault(first, count, level, bits[i]),
                        .field = fmt::format("{}.tree[{}].adder_bits", name, level),
                        .was = planned,
                        .is = std::to_string(bits[i]),
                        .stage = "adder_tree",
                        .why_equal = why_modulo(name, bits[i])});
    }
    for (int kept = sum(first).sum_bits - 1; kept >= std::max(1, bits.back()); --kept)
      out_.push_back(
          {.fault = fault(first, count, last, kept),
           .field = name + ".adder_bits",
           .was = planned,
           .is = std::to_string(kept),
           .stage = "adder_tree",
           .why_equal = kept > bits.back()
                            ? fmt::format("{}: its greatest terms add up to {} bits and a sign",
                                          name, bits.back())
                            : why_modulo(name, kept)});
  }

  // Where d wraps, so may the adders above it.
  std::string why_modulo(const std::string& name, int bits) const {
    const RoundingRule& result = ranges_.rules.result_round;
    if (!result.is_integer() || result.may_saturate() || bits < result.format->storage_bits())
      return "";
    return fmt::format("{}: d is the sum modulo 2^{}, of which an adder of {} bits loses nothing",
                       name, result.format->storage_bits(), bits);
  }

  const Plan& plan_;
  const PlanRanges ranges_;
  const bool late_;
  std::vector<SumMutant>& out_;
};

}  // namespace

std::vector<SumMutant> sum_mutants(const Sequence& sequence) {
  std::vector<SumMutant> mutants;
  const SumMutantLister steps(sequence.plan(), ranges_of_steps(sequence), false, mutants);
  std::optional<SumMutantLister> late;
  if (const Plan* plan = sequence.late_c_plan())
    late.emplace(*plan, ranges_of_late_c(sequence), true, mutants);
  steps.list_narrow();
  if (late) late->list_narrow();
  steps.list_miscounting();
  if (late) late->list_miscounting();
  return mutants;
}

}  // namespace mmasc
