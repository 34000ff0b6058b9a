// SPDX-License-Identifier: Apache-2.0
#include "coverage/corners.h"

#include <fmt/format.h>

#include "coverage/plan_lister.h"

namespace mmasc {
namespace {

class Lister {
 public:
  explicit Lister(const Sequence& sequence) : sequence_(sequence) {}

  Corners run() && {
    const PlanRanges ranges = ranges_of_steps(sequence_);
    list_operands(ranges);
    corners_.steps = PlanLister(sequence_.plan(), ranges, false, corners_.list).run();
    if (sequence_.steps() > 1) list_chain();
    if (const Plan* late = sequence_.late_c_plan())
      corners_.late_c = PlanLister(*late, ranges_of_late_c(sequence_), true, corners_.list).run();
    return std::move(corners_);
  }

 private:
  int add(CornerStage stage, std::string name, std::string why) {
    Goal goal;
    goal.kind = Goal::Kind::special;
    corners_.list.push_back({std::move(name), stage, std::move(why), goal});
    return static_cast<int>(corners_.list.size()) - 1;
  }

  OperandCorners list_operand(const char* name, const Format& stored, const Format& seen,
                              bool is_input) {
    using enum CornerStage;
    const std::string dot = std::string(name) + ".";
    OperandCorners corners;
    corners.nan = add(multiplier, dot + "nan",
                      stored.has_nan() ? "" : fmt::format("{} has no NaN", stored.name));
    corners.infinity =
        add(multiplier, dot + "infinity",
            stored.has_infinity() ? "" : fmt::format("{} has no infinity", stored.name));
    const bool subnormal = stored.has_subnormals &&
                           stored.least_exponent() - stored.fraction_bits < seen.least_exponent() &&
                           stored.fraction_bits > 0;
    std::string why;
    if (!subnormal)
      why = stored == seen
                ? fmt::format("{} has no subnormal numbers", stored.name)
                : fmt::format("every number of {} is normal in {}", stored.name, seen.name);
    const bool flushed = is_input && sequence_.plan().multiplier.flush_inputs != Flush::none;
    corners.subnormal =
        add(multiplier, dot + (flushed ? "subnormal flushed" : "subnormal"), std::move(why));
    return corners;
  }

  void list_operands(const PlanRanges& ranges) {
    using enum CornerStage;
    const Instruction& row = sequence_.unit().instruction;
    const MultiplierPlan& m = sequence_.plan().multiplier;
    corners_.a = list_operand("a", *row.a, m.a, true);
    corners_.b = list_operand("b", *row.b, m.b, true);
    corners_.c = list_operand("c", *row.c, m.c, !row.late_c);
    if (m.scale_lanes == 0) return;
    const std::string why = ranges.scale.nan ? "" : fmt::format("{} has no NaN", m.scale.name);
    corners_.scale_a_nan = add(multiplier, "scale_a.nan", why);
    corners_.scale_b_nan = add(multiplier, "scale_b.nan", why);
  }

  // What becomes d is what the next step takes.
  void list_chain() {
    const auto chained = [&](const char* name, int result) {
      return add(CornerStage::sequence, std::string("chain.") + name,
                 corners_.list[static_cast<std::size_t>(result)].unreachable);
    };
    const RoundCorners& result = corners_.steps.result;
    const std::vector<Corner>& list = corners_.list;
    const bool overflows = list[static_cast<std::size_t>(result.overflow)].unreachable.empty();
    const RoundPlan& round = sequence_.plan().result;
    corners_.chain.zero = chained("zero", result.plus_zero);
    corners_.chain.subnormal = chained("subnormal", result.subnormal);
    corners_.chain.normal = chained("normal", result.normal);
    corners_.chain.infinity =
        chained("infinity", overflows && !round.saturates ? result.overflow : result.infinity);
    if (!round.has_infinity)
      corners_.list.back().unreachable = fmt::format("{} has no infinity", sequence_.plan().d.name);
    corners_.chain.nan = chained(
        "nan", overflows && !round.saturates && !round.has_infinity             ? result.overflow
               : round.has_infinity                                             ? result.nan
               : list[static_cast<std::size_t>(result.nan)].unreachable.empty() ? result.nan
                                                                                : result.infinity);
  }

  const Sequence& sequence_;
  Corners corners_;
};

}  // namespace

std::string_view name_of(CornerStage stage) {
  switch (stage) {
    case CornerStage::multiplier:
      return "multiplier";
    case CornerStage::aligner:
      return "aligner";
    case CornerStage::adder_tree:
      return "adder_tree";
    case CornerStage::normalizer:
      return "normalizer";
    case CornerStage::sequence:
      return "sequence";
  }
  return {};
}

int Corners::reachable() const {
  return static_cast<int>(
      std::ranges::count_if(list, [](const Corner& corner) { return corner.unreachable.empty(); }));
}

Corners corners_of(const Sequence& sequence) { return Lister(sequence).run(); }

}  // namespace mmasc
