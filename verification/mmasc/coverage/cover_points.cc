// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/cover_points.h"

#include <fmt/format.h>

#include "mmasc/coverage/plan_lister.h"

namespace mmasc {
namespace {

class Lister {
 public:
  Lister(const Sequence& sequence, bool crosses)
      : sequence_(sequence), crosses_(crosses), ranges_(ranges_of_steps(sequence)) {}

  CoverPoints run() && {
    list_operands();
    list_lanes();
    points_.steps = PlanLister(sequence_.plan(), ranges_, false, points_.list).run();
    if (sequence_.steps() > 1) list_chain();
    if (const Plan* late = sequence_.late_c_plan())
      points_.late_c = PlanLister(*late, ranges_of_late_c(sequence_), true, points_.list).run();
    if (crosses_) list_crosses();
    return std::move(points_);
  }

 private:
  int add(CoverStage stage, std::string name, std::string why) {
    Goal goal;
    goal.kind = Goal::Kind::special;
    points_.list.push_back({std::move(name), stage, std::move(why), goal});
    return static_cast<int>(points_.list.size()) - 1;
  }

  OperandPoints list_operand(const char* name, const Format& stored, const Format& seen,
                             bool is_input) {
    using enum CoverStage;
    const std::string dot = std::string(name) + ".";
    OperandPoints points;
    points.nan = add(multiplier, dot + "nan",
                     stored.has_nan() ? "" : fmt::format("{} has no NaN", stored.name));
    points.infinity =
        add(multiplier, dot + "infinity",
            stored.has_infinity() ? "" : fmt::format("{} has no infinity", stored.name));
    const int lowest =  // leading bit
        stored.least_exponent() - (stored.has_subnormals ? stored.fraction_bits : 0);
    const bool subnormal = lowest < seen.least_exponent();
    std::string why;
    if (!subnormal)
      why = stored == seen
                ? fmt::format("{} has no subnormal numbers", stored.name)
                : fmt::format("every number of {} is normal in {}", stored.name, seen.name);
    const bool flushed = is_input && ranges_.rules.flush_inputs != Flush::none;
    points.subnormal =
        add(multiplier, dot + (flushed ? "subnormal flushed" : "subnormal"), std::move(why));
    return points;
  }

  void list_operands() {
    using enum CoverStage;
    const Instruction& row = sequence_.unit().instruction;
    const StepRules& rules = ranges_.rules;
    points_.a = list_operand("a", *row.a, *rules.a, true);
    points_.b = list_operand("b", *row.b, *rules.b, true);
    points_.c = list_operand("c", *row.c, *rules.c, !row.late_c);
    for (const ScaleRule& scale : rules.scales)
      points_.scale_nans.push_back(
          add(multiplier, fmt::format("{}.nan", row_of(scale.operand).name),
              scale.format->has_nan() ? "" : fmt::format("{} has no NaN", scale.format->name)));
  }

  void list_lanes() {
    const Lanes lanes(sequence_.unit());
    for (const LaneSpecial& special : lanes.specials()) {
      points_.lanes.set(special, add(CoverStage::multiplier, special.name(), ""));
      Goal& goal = points_.list.back().goal;
      goal.kind = Goal::Kind::lane;
      goal.lane = special;
    }
  }

  // A class that a format has not is listed once, not for each lane. All other crosses can be
  // reached: operands are free of each other.
  void list_crosses() {
    const Lanes lanes(sequence_.unit());
    const Format& c = *sequence_.unit().instruction.c;
    const auto lacks = [&](std::string name, const Format& format, ElementClass of) {
      std::string why = lack_of(format, of);
      if (why.empty()) return false;
      add(CoverStage::multiplier, std::move(name), std::move(why));
      return true;
    };
    std::vector<ElementClass> classes_of_c;
    for (const ElementClass of : kElementClasses)
      if (!lacks("lane[*] x c." + std::string(name_of(of)), c, of)) classes_of_c.push_back(of);
    for (const bool of_b : {false, true})
      for (const ElementClass element : kElementClasses) {
        if (element == ElementClass::number) continue;
        const std::string name = std::string(of_b ? "b." : "a.") + std::string(name_of(element));
        if (lacks("lane[*]." + name + " x c", lanes.format(of_b), element)) continue;
        for (int lane = 0; lane < lanes.count(); ++lane)
          for (const ElementClass of_c : classes_of_c) {
            const LaneCross cross{lane, of_b, element, of_c};
            points_.crosses.set(cross, add(CoverStage::multiplier, cross.name(), ""));
            Goal& goal = points_.list.back().goal;
            goal.kind = Goal::Kind::cross;
            goal.cross = cross;
          }
      }
  }

  // Lists the classes of a chained c. It is the d of the step before: a class that d cannot have, c
  // cannot.
  void list_chain() {
    const auto chained = [&](const char* name, int result) {
      return add(CoverStage::sequence, std::string("chain.") + name,
                 points_.list[static_cast<std::size_t>(result)].unreachable);
    };
    const RoundPoints& result = points_.steps.result;
    const RoundingRule& round = ranges_.rules.result_round;
    if (round.is_integer()) {
      points_.chain.zero = chained("zero", result.plus_zero);
      points_.chain.normal = chained("number", result.normal);
      return;
    }
    const std::vector<CoverPoint>& list = points_.list;
    const bool overflows = list[static_cast<std::size_t>(result.overflow)].unreachable.empty();
    const bool all_saturate = round.saturates(false) && round.saturates(true);
    const bool has_infinity = round.format->has_infinity();
    points_.chain.zero = chained("zero", result.plus_zero);
    points_.chain.subnormal = chained("subnormal", result.subnormal);
    if (const auto& widening = sequence_.program().chained;
        widening && widening->from.least_exponent() - widening->from.fraction_bits >=
                        widening->to.least_exponent())
      points_.list.back().unreachable = fmt::format("every number of {} is a normal one of {}",
                                                    widening->from.name, widening->to.name);
    points_.chain.normal = chained("normal", result.normal);
    points_.chain.infinity =
        chained("infinity", overflows && !all_saturate ? result.overflow : result.infinity);
    if (!has_infinity)
      points_.list.back().unreachable = fmt::format("{} has no infinity", round.format->name);
    points_.chain.nan = chained(
        "nan", overflows && !all_saturate && !has_infinity                      ? result.overflow
               : has_infinity                                                   ? result.nan
               : list[static_cast<std::size_t>(result.nan)].unreachable.empty() ? result.nan
                                                                                : result.infinity);
  }

  const Sequence& sequence_;
  const bool crosses_;
  const PlanRanges ranges_;
  CoverPoints points_;
};

}  // namespace

std::string_view name_of(CoverStage stage) {
  switch (stage) {
    case CoverStage::multiplier:
      return "multiplier";
    case CoverStage::aligner:
      return "aligner";
    case CoverStage::adder_tree:
      return "adder_tree";
    case CoverStage::normalizer:
      return "normalizer";
    case CoverStage::sequence:
      return "sequence";
  }
  return {};
}

int CoverPoints::reachable() const {
  return static_cast<int>(std::ranges::count_if(
      list, [](const CoverPoint& point) { return point.unreachable.empty(); }));
}

CoverPoints cover_points_of(const Sequence& sequence, bool crosses) {
  return Lister(sequence, crosses).run();
}

}  // namespace mmasc
