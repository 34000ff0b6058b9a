// SPDX-License-Identifier: Apache-2.0
// Alignment and addition.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mmasc/onlookers/cover_events.h"
#include "mmasc/rtl/descriptor.h"

namespace mmasc {
namespace {

std::string word(int value) { return fmt::format("32'h{:08x}", static_cast<std::uint32_t>(value)); }

}  // namespace

void CoverEvents::sums(int stage) {
  const LevelPlan& level = plan_.levels[unit_.stage(stage).level];
  int first_addend = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    align(stage, level.first_sum + s);
    add(stage, level.first_sum + s, first_addend);
    first_addend += plan_.sums[level.first_sum + s].addend_count;
  }
}

void CoverEvents::align(int stage, int index) {
  const SumPlan& sum = plan_.sums[index];
  const SumPoints& points = here().sums[static_cast<std::size_t>(index)];
  const std::string name = fmt::format("o_align_{}", index);
  const int before = stage - 1;
  const std::string when = wire(name + "_moves", 1, unit_.moves(before));
  const int count = sum.addend_count;
  wire(name + "_e_max", 32);
  wire(name + "_finite", 1);
  std::vector<int> slots;
  std::vector<std::string> exponents;
  int g = 0;
  for (const AddendGroup& one : groups_of(plan_, sum)) {
    for (int i = 0; i < one.count; ++i) slots.push_back(one.slot_of(i));
    exponents.insert(exponents.begin(), fmt::format("{}_{}_exponent", name, g));
    group(before, index, g++, name, when);
  }
  const std::string nan = unit_.part(before, slots, "nan");
  const std::string has_nan = wire(name + "_nan", 1, fmt::format("|({})", nan));
  instance("mmasc_observe_exponents", name + "_of",
           {{"TERMS", std::to_string(count)},
            {"LEAST", word(sum.has_exponent_floor ? sum.exponent_floor : plan_.absent_exponent)},
            {"HAS_FLOOR", sum.has_exponent_floor ? "1" : "0"},
            {"GRID_STEP", word(sum.grid.step)},
            {"GRID_FIRST", word(sum.grid.first)}},
           {{"exponent", fmt::format("{{{}}}", fmt::join(exponents, ", "))},
            {"zero", unit_.part(before, slots, "zero")},
            {"nan", nan},
            {"infinite", unit_.part(before, slots, "infinite")}},
           {{"e_max", 32},
            {"finite", 1},
            {"raised", 1},
            {"all_zero", 1},
            {"zero_leads", count},
            {"zero_below", count},
            {"zero_level", count},
            {"zero_above", count},
            {"floor_leads", 1},
            {"floor_below", 1},
            {"floor_level", 1},
            {"floor_above", 1}});
  text_ += fmt::format("  assign {0}_e_max = {0}_of_e_max;\n  assign {0}_finite = {0}_of_finite;\n",
                       name);
  const auto of = [&](const char* what) { return fmt::format("{} && {}_of_{}", when, name, what); };
  meet(points.all_zero, of("all_zero"));
  meet(points.coarse, of("raised"));
  meet(points.floor_leads, of("floor_leads"));
  meet(points.floor_beside[0], of("floor_below"));
  meet(points.floor_beside[1], of("floor_level"));
  meet(points.floor_beside[2], of("floor_above"));
  int first = 0;
  const auto groups = groups_of(plan_, sum);
  for (std::size_t at = 0; at < groups.size(); ++at) {
    const GroupPoints& own = points.groups[at];
    const auto zeros = [&](const char* what) {
      return fmt::format("{} && |({})", when,
                         count == 1 ? fmt::format("{}_of_{}", name, what)
                                    : fmt::format("{}_of_{}[{}:{}]", name, what,
                                                  first + groups[at].count - 1, first));
    };
    meet(own.zero_leads, zeros("zero_leads"));
    meet(own.zero_beside[0], zeros("zero_below"));
    meet(own.zero_beside[1], zeros("zero_level"));
    meet(own.zero_beside[2], zeros("zero_above"));
    first += groups[at].count;
    for (std::size_t h = at; h < groups.size(); ++h) {
      const auto infinite = [&](const char* x, const char* y) {
        return fmt::format("({0}_{1}_{3} && {0}_{2}_{4})", name, at, h, x, y);
      };
      meet(own.opposite_infinities[h - at],
           fmt::format("{} && !{} && ({} || {})", when, has_nan,
                       infinite("plus_infinity", "minus_infinity"),
                       infinite("minus_infinity", "plus_infinity")));
    }
  }
}

void CoverEvents::group(int before, int index, int at, const std::string& sum_name,
                        const std::string& when) {
  const SumPlan& sum = plan_.sums[index];
  const AddendGroup& group = groups_of(plan_, sum)[static_cast<std::size_t>(at)];
  const GroupPoints& points =
      here().sums[static_cast<std::size_t>(index)].groups[static_cast<std::size_t>(at)];
  const std::string name = fmt::format("{}_{}", sum_name, at);
  std::vector<int> slots;
  for (int i = 0; i < group.count; ++i) slots.push_back(group.slot_of(i));
  const bool draws = group.alignment_rounding.is_stochastic();
  const bool own_zero = group.own_zero_exponent();
  instance("mmasc_observe_group", name,
           {{"COUNT", std::to_string(group.count)},
            {"EXPONENT_BITS", std::to_string(plan_.exponent_bits)},
            {"BITS", std::to_string(group.input.magnitude_bits)},
            {"PRE_SHIFT", std::to_string(group.pre_shift)},
            {"POST_SHIFT", std::to_string(group.post_shift)},
            {"MODE", code_of(group.alignment_rounding)},
            {"SHIFTS", group.shifts ? "1" : "0"},
            {"OWN_ZERO", own_zero ? "1" : "0"},
            {"ZERO_EXPONENT", word(group.zero_exponent)},
            {"RAISED", word(group.exponent_in_e_max(0, false))},
            {"VANISHES", group.may_vanish() ? "1" : "0"},
            {"VANISHES_BELOW", word(group.may_vanish() ? group.reach() : 0)},
            {"NEGATED", group.enters_negative(false) ? "1" : "0"}},
           {{"significand", unit_.part(before, slots, "significand")},
            {"exponent", unit_.part(before, slots, "exponent")},
            {"negative", unit_.part(before, slots, "negative")},
            {"zero", unit_.part(before, slots, "zero")},
            {"infinite", unit_.part(before, slots, "infinite")},
            {"random",
             draws ? unit_.random(before, group.first_random, group.count) : std::string("1'b0")},
            {"e_max", sum_name + "_e_max"},
            {"finite", sum_name + "_finite"}},
           {{"exponent", group.count * 32},
            {"distance", group.count * 32},
            {"number", group.count},
            {"vanishes", 1},
            {"keeps_all", 1},
            {"loses_bits", 1},
            {"loses_all", 1},
            {"plus_cut", CutPoints::kCases},
            {"minus_cut", CutPoints::kCases},
            {"goes_up", 1},
            {"stays", 1},
            {"plus_infinity", 1},
            {"minus_infinity", 1}});
  const auto of = [&](const char* what) { return fmt::format("{} && {}_{}", when, name, what); };
  for (const GroupPoints::Distance& edge : points.distances) {
    const std::string own = fmt::format("{}_at_{}", name, edge.distance);
    instance("mmasc_observe_equal", own,
             {{"COUNT", std::to_string(group.count)}, {"VALUE", word(edge.distance)}},
             {{"x", name + "_distance"}, {"counts", name + "_number"}}, {{"any", 1}});
    meet(edge.point, both_of(when, own + "_any"));
  }
  meet(points.vanishes, of("vanishes"));
  meet(points.keeps_all, of("keeps_all"));
  meet(points.loses_bits, of("loses_bits"));
  meet(points.loses_all, of("loses_all"));
  if (points.cuts)
    cut(points.cut, name + "_plus_cut", name + "_minus_cut", name + "_goes_up", name + "_stays",
        when);
}

void CoverEvents::cut(const CutPoints& points, const std::string& plus, const std::string& minus,
                      const std::string& up, const std::string& stays, const std::string& when) {
  for (std::size_t c = 0; c < CutPoints::kCases; ++c) {
    meet(points.of_sign[0][c], fmt::format("{} && {}[{}]", when, plus, c));
    meet(points.of_sign[1][c], fmt::format("{} && {}[{}]", when, minus, c));
  }
  meet(points.goes_up, both_of(when, up));
  meet(points.stays, both_of(when, stays));
}

void CoverEvents::add(int stage, int index, int first_addend) {
  const SumPlan& sum = plan_.sums[index];
  const SumPoints& points = here().sums[static_cast<std::size_t>(index)];
  const int s = index - plan_.levels[unit_.stage(stage).level].first_sum;
  const std::string name = fmt::format("o_add_{}", index);
  std::vector<Slice> slices;
  for (int i = 0; i < sum.addend_count; ++i)
    slices.push_back(unit_.slice(stage, fmt::format("addend_{}", first_addend + i)));
  const auto flag = [&](const char* what) {
    return unit_.field(stage, fmt::format("sum_{}.{}", s, what));
  };
  const std::string when =
      wire(name + "_moves", 1,
           fmt::format("{} && !{} && !{}", unit_.moves(stage), flag("nan"), flag("infinite")));
  const std::string addends = unit_.filled(slices, sum.sum_bits);
  const std::string count = std::to_string(sum.addend_count), bits = std::to_string(sum.sum_bits);
  instance("mmasc_observe_addition", name, {{"COUNT", count}, {"BITS", bits}},
           {{"addend", addends}}, {{"largest", 32}, {"total", 32}, {"sum", sum.sum_bits}});
  const std::string counts =
      wire(name + "_counts", 1, fmt::format("{} && {}_total != 0", when, name));
  const std::string zero = wire(name + "_zero", 1, fmt::format("{} && {}_total == 0", when, name));
  const std::string carry = wire(name + "_carry", 32, fmt::format("{0}_total - {0}_largest", name));
  for (std::size_t n = 0; n < points.carries.size(); ++n)
    meet(points.carries[n], fmt::format("{} && {} == 32'd{}", counts, carry, n));
  meet(points.cancels_one, fmt::format("{} && {} == 32'hffffffff", counts, carry));
  meet(points.cancels_more,
       fmt::format("{} && $signed({}) < $signed(32'hffffffff)", counts, carry));
  meet(points.cancels_to_zero, fmt::format("{} && {}_largest != 0", zero, name));
  meet(points.plus_zero, fmt::format("{} && !{}", zero, flag("negative_zero")));
  meet(points.minus_zero, both_of(zero, flag("negative_zero")));
  meet(points.has_few_bits, fmt::format("{} && {}_total <= 32'd{}", counts, name, points.few_bits));
  int t = 0;
  for (const SumPoints::TopBit& top : points.top_bits) {
    int span = 1;
    for (int level = 0; level <= top.tree_level && span < sum.addend_count; ++level)
      span = std::min(span * plan_.adder_radix, sum.addend_count);
    const std::string own = fmt::format("{}_nodes_{}", name, t++);
    instance("mmasc_observe_nodes", own,
             {{"COUNT", count},
              {"BITS", bits},
              {"SPAN", std::to_string(span)},
              {"FILLS", std::to_string(top.bits)}},
             {{"addend", addends}}, {{"plus", 1}, {"minus", 1}});
    meet(top.of_sign[0], both_of(when, own + "_plus"));
    meet(top.of_sign[1], both_of(when, own + "_minus"));
  }
  totals(stage, index, name, when);
}

void CoverEvents::totals(int stage, int index, const std::string& name, const std::string& when) {
  const SumPlan& sum = plan_.sums[index];
  const TotalPlan& total = sum.total;
  const SumPoints& points = here().sums[static_cast<std::size_t>(index)];
  const int s = index - plan_.levels[unit_.stage(stage).level].first_sum;
  if (total.accumulator_bits > 0 && total.accumulator_bits < sum.sum_bits) {
    const std::string above =
        fmt::format("{}_sum[{}:{}]", name, sum.sum_bits - 1, total.accumulator_bits - 1);
    meet(points.beyond_accumulator, fmt::format("{0} && |{1} && !(&{1})", when, above));
  }
  const std::string lost =
      total.asks_lost() ? unit_.field(stage, fmt::format("sum_{}.lost", s)) : "1'b0";
  if (total.cut_bits == 0) meet(points.lost, both_of(when, lost));
  if (total.cut_bits == 0 && total.accumulator_bits == 0)
    meet(points.exact_zero,
         fmt::format("{}_zero && !{}{}", name, unit_.field(stage, fmt::format("sum_{}.zero", s)),
                     total.cancelled == Cancelled::zero_unless_lost ? " && !" + lost : ""));
}

}  // namespace mmasc
