// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "mmasc/coverage/plan_lister.h"

namespace mmasc {
namespace {

constexpr std::array kBeside{"one_below", "level", "one_above"};

bool contains(const std::vector<Interval>& intervals, int x) {
  return std::ranges::any_of(intervals, [x](Interval i) { return i.contains(x); });
}

int highest(const std::vector<Interval>& intervals) {
  int high = -kNoLimit;
  for (const Interval interval : intervals) high = std::max(high, interval.high);
  return high;
}

}  // namespace

std::set<int> PlanLister::edges_of(const AddendGroup& group, const GroupRange& range) {
  std::set<int> edges{0, 1};
  const auto about = [&edges](int distance) {
    for (int near = -1; near <= 1; ++near) edges.insert(distance + near);
  };
  if (group.exact && group.alignment_rounding == Rounding::toward_zero) {
    edges.insert(range.greatest_distance);  // a window for every term: its end is what counts
  } else {
    about(group.fraction_bits);
    about(group.pre_shift - group.post_shift + 1);         // the first bit cut off
    about(group.shifted_bits() - group.post_shift);        // nothing left
    about(group.fraction_bits - range.term.fraction + 1);  // the first bit that operands have
  }
  if (group.may_vanish()) edges.insert({group.reach(), group.reach() + 1});
  edges.erase(edges.begin(), edges.lower_bound(0));
  return edges;
}

GroupPoints PlanLister::list_group(const std::string& sum_name, const std::string& group_name,
                                   const SumPlan& sum, const AddendGroup& plan,
                                   const GroupRange& range) {
  using enum CoverStage;
  using Kind = Goal::Kind;
  const std::string name = sum_name + "." + group_name + ".";
  const std::string never =
      range.term.nonzero ? "" : fmt::format("{} is always zero here", group_name);
  const auto reach = [&](int distance) {
    if (!never.empty()) return never;
    if (sum.has_grid() &&
        sum.on_grid(range.term.exponent.low + distance) > range.term.exponent.high + distance)
      return fmt::format("no exponent of the grid is {} above one of {}", distance, group_name);
    if (contains(range.distances, distance)) return std::string();
    if (range.greatest_distance < distance)
      return fmt::format("{} lies at most {} below the largest exponent of {}", group_name,
                         range.greatest_distance, sum_name);
    return fmt::format("no exponent is {} above one of {}", distance, group_name);
  };
  GroupPoints points;
  for (const int distance : edges_of(plan, range))
    points.distances.push_back(
        {distance, add(aligner, fmt::format("{}distance = {}", name, distance), reach(distance),
                       Kind::distance, distance)});
  const std::string whole = !never.empty()
                                ? never
                                : fmt::format("{} keeps every bit: it lies at most {} below",
                                              group_name, range.greatest_distance);
  const bool loses = range.term.nonzero && range.greatest_loss > 0;
  points.keeps_all = add(aligner, name + "keeps_all", never);
  points.loses_bits =
      add(aligner, name + "loses_bits", loses ? "" : whole, Kind::loss, plan.fraction_bits);
  points.loses_all = add(aligner, name + "loses_all",
                         range.loses_all ? ""
                         : loses && !may_leave_nothing(plan.alignment_rounding.mode, false) &&
                                 !may_leave_nothing(plan.alignment_rounding.mode, true)
                             ? "what is shifted out leaves a bit"
                         : loses && plan.may_vanish() ? "what would lose every bit vanishes"
                         : loses ? fmt::format("a bit is left: {} lies at most {} below",
                                               group_name, range.greatest_distance)
                                 : whole,
                         Kind::loss, plan.fraction_bits);
  if (plan.may_vanish())
    points.vanishes =
        add(aligner, name + "vanishes",
            plan.vanishes_at(range.greatest_distance)
                ? never
                : fmt::format("{} lies at most {} below", group_name, range.greatest_distance),
            Kind::distance, plan.reach() + 1);
  if (plan.alignment_rounding != Rounding::toward_zero) {
    points.cuts = true;
    points.cut = list_cut(
        aligner, name + "alignment_rounding", plan.alignment_rounding,
        range.term.nonzero ? range.greatest_loss : 0, never,
        fmt::format("{} has at most {} bits to lose", group_name, std::max(0, range.greatest_loss)),
        range.term.negative, Kind::loss, plan.fraction_bits);
  }
  list_zero_exponent(name, group_name, sum, plan, range, points);
  return points;
}

void PlanLister::list_zero_exponent(const std::string& name, const std::string& group_name,
                                    const SumPlan& sum, const AddendGroup& plan,
                                    const GroupRange& range, GroupPoints& points) {
  using enum CoverStage;
  if (!plan.zero_in_e_max(0)) return;
  const int above = highest(range.zero_above);
  const bool under_floor = sum.has_exponent_floor && plan.fixed_zero_exponent() &&
                           plan.zero_exponent < sum.exponent_floor;
  const auto why = [&](int needed) {
    if (!range.term.zero) return fmt::format("{} has no zero", group_name);
    if (range.zero_above.empty()) return std::string("no other term is there");
    if (above < needed)
      return fmt::format("a zero of {} lies at most {} above another term", group_name, above);
    return fmt::format("a zero of {} never lies there", group_name);
  };
  points.zero_leads = add(aligner, name + "zero_leads",
                          under_floor  ? "the exponent floor is higher"
                          : above >= 1 ? ""
                                       : why(1),
                          Goal::Kind::zero_above, 1);
  for (int beside = -1; beside <= 1; ++beside)
    points.zero_beside[static_cast<std::size_t>(beside + 1)] =
        add(aligner, fmt::format("{}zero {}", name, kBeside[static_cast<std::size_t>(beside + 1)]),
            contains(range.zero_above, beside) ? "" : why(beside), Goal::Kind::zero_above, beside);
}

int PlanLister::list_opposites(const std::string& name, const std::vector<std::string>& groups,
                               const SumPlan& sum, const SumRange& range, std::size_t g,
                               std::size_t h) {
  const TermRange &x = range.groups[g].term, &y = range.groups[h].term;
  std::string why;
  if (!x.infinite)
    why = groups[g] + " is never infinite";
  else if (!y.infinite)
    why = groups[h] + " is never infinite";
  else if (g == h && groups_of(plan_, sum)[g].count == 1)
    why = "there is one such term";
  else if (!x.negative && !y.negative)
    why = "no term is negative";
  const std::string between = g == h ? groups[g] : groups[g] + " and " + groups[h];
  return add(CoverStage::aligner, fmt::format("{}.opposite_infinities of {}", name, between),
             std::move(why), Goal::Kind::special);
}

void PlanLister::list_zeros(const std::string& name, const SumPlan& sum, const SumRange& range,
                            SumPoints& points) {
  using enum CoverStage;
  if (sum.has_exponent_floor) {
    const int above = highest(range.floor_above);
    const std::string why =
        fmt::format("the floor lies at most {} above the largest exponent", above);
    points.floor_leads =
        add(aligner, name + ".floor_leads", above >= 1 ? "" : why, Goal::Kind::zero_above, 1);
    for (int beside = -1; beside <= 1; ++beside)
      points.floor_beside[static_cast<std::size_t>(beside + 1)] = add(
          aligner, fmt::format("{}.floor {}", name, kBeside[static_cast<std::size_t>(beside + 1)]),
          contains(range.floor_above, beside) ? "" : why, Goal::Kind::zero_above, beside);
  }
  const bool all =
      std::ranges::all_of(range.groups, [](const GroupRange& group) { return group.term.zero; });
  points.all_zero = add(aligner, name + ".all_zero", all ? "" : "a term has no zero");
}

}  // namespace mmasc
