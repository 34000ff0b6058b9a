// SPDX-License-Identifier: Apache-2.0
#include "mutation/adders.h"

#include <fmt/format.h>

#include "arith/term_names.h"
#include "ranges/ranges.h"

namespace mmasc {
namespace {

class AdderLister {
 public:
  AdderLister(const Plan& plan, const PlanRanges& ranges, bool late, std::vector<AdderMutant>& out)
      : plan_(plan), ranges_(ranges), late_(late), out_(out) {}

  void run() {
    for (const LevelPlan& level : plan_.levels)
      for (int s = level.first_sum, end = s + level.sum_count; s < end;) {
        int next = s + 1;
        while (next < end && alike(s, next)) ++next;
        list(s, next - s);
        s = next;
      }
  }

 private:
  // Bits of a node's magnitude, by level of the tree.
  const std::vector<int>& needed(int s) const {
    return ranges_.sums[static_cast<std::size_t>(s)].tree_bits;
  }

  bool alike(int s, int other) const {
    const SumPlan &x = plan_.sums[s], &y = plan_.sums[other];
    return x.name.view() == y.name.view() && x.sum_bits == y.sum_bits && needed(s) == needed(other);
  }

  // "dot"; "pairs[0-3]" of several in one level.
  std::string name_of(int first, int count) const {
    const SumPlan& sum = plan_.sums[first];
    return count == 1 ? sum_name(plan_, sum)
                      : fmt::format("{}[{}-{}]", sum.name.view(), sum.index, sum.index + count - 1);
  }

  void list(int first, int count) {
    const std::vector<int>& bits = needed(first);
    const int planned = plan_.sums[first].sum_bits;
    const std::string name = late_ ? "late_c" : name_of(first, count);
    const int last = static_cast<int>(bits.size()) - 1;
    for (int level = 0; level < last; ++level) {
      const auto i = static_cast<std::size_t>(level);
      if (bits[i] > 0 && bits[i] < bits[i + 1])
        out_.push_back({{late_, first, count, level, bits[i]},
                        fmt::format("{}.tree[{}].adder_bits", name, level),
                        planned,
                        why_modulo(name, bits[i])});
    }
    for (int kept = planned - 1; kept >= std::max(1, bits.back()); --kept)
      out_.push_back({{late_, first, count, last, kept},
                      name + ".adder_bits",
                      planned,
                      kept > bits.back()
                          ? fmt::format("{}: its greatest terms add up to {} bits and a sign", name,
                                        bits.back())
                          : why_modulo(name, kept)});
  }

  // Where d wraps, so may the adders above it.
  std::string why_modulo(const std::string& name, int bits) const {
    const RoundPlan& result = plan_.result;
    if (!result.is_integer() || result.saturates || bits < result.stored_bits) return "";
    return fmt::format("{}: d is the sum modulo 2^{}, of which an adder of {} bits loses nothing",
                       name, result.stored_bits, bits);
  }

  const Plan& plan_;
  const PlanRanges& ranges_;
  const bool late_;
  std::vector<AdderMutant>& out_;
};

}  // namespace

std::vector<AdderMutant> narrow_adders(const Sequence& sequence) {
  std::vector<AdderMutant> adders;
  AdderLister(sequence.plan(), ranges_of_steps(sequence), false, adders).run();
  if (const Plan* late = sequence.late_c_plan())
    AdderLister(*late, ranges_of_late_c(sequence), true, adders).run();
  return adders;
}

}  // namespace mmasc
