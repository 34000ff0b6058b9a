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

std::set<int> PlanLister::edges_of(const GroupRange& group) {
  std::set<int> edges{0, 1};
  const auto about = [&edges](int distance) {
    for (int near = -1; near <= 1; ++near) edges.insert(distance + near);
  };
  const int kept = group.fraction_bits();
  if (group.exact && group.rule.alignment_rounding == Rounding::toward_zero) {
    edges.insert(group.greatest_distance);  // a window for every term: its end is what counts
  } else {
    about(kept);
    about(kept - group.input.fraction_bits + 1);  // the first bit cut off
    about(group.bits_from_e_max());               // nothing left
    about(kept - group.term.fraction + 1);        // the first bit that operands have
  }
  if (group.rule.may_vanish()) edges.insert({group.rule.reach(), group.rule.reach() + 1});
  edges.erase(edges.begin(), edges.lower_bound(0));
  return edges;
}

GroupPoints PlanLister::list_group(const std::string& sum_name, const std::string& group_name,
                                   const SumRange& sum, const GroupRange& group) {
  using enum CoverStage;
  using Kind = Goal::Kind;
  const std::string name = sum_name + "." + group_name + ".";
  const TermRange& term = group.term;
  const int kept = group.fraction_bits();
  const Rounding rounding = group.rule.alignment_rounding;
  const std::string never = term.nonzero ? "" : fmt::format("{} is always zero here", group_name);
  const auto reach = [&](int distance) {
    if (!never.empty()) return never;
    if (sum.has_grid() && sum.on_grid(term.exponent.low + distance) > term.exponent.high + distance)
      return fmt::format("no exponent of the grid is {} above one of {}", distance, group_name);
    if (contains(group.distances, distance)) return std::string();
    if (group.greatest_distance < distance)
      return fmt::format("{} lies at most {} below the largest exponent of {}", group_name,
                         group.greatest_distance, sum_name);
    return fmt::format("no exponent is {} above one of {}", distance, group_name);
  };
  GroupPoints points;
  points.terms = group.count;
  for (const int distance : edges_of(group))
    points.distances.push_back(
        {distance, add(aligner, fmt::format("{}distance = {}", name, distance), reach(distance),
                       Kind::distance, distance)});
  const std::string whole = !never.empty()
                                ? never
                                : fmt::format("{} keeps every bit: it lies at most {} below",
                                              group_name, group.greatest_distance);
  const bool loses = term.nonzero && group.greatest_loss > 0;
  points.keeps_all = add(aligner, name + "keeps_all", never);
  points.loses_bits = add(aligner, name + "loses_bits", loses ? "" : whole, Kind::loss, kept);
  points.loses_all = add(
      aligner, name + "loses_all",
      group.loses_all ? ""
      : loses && !may_leave_nothing(rounding.mode, false) && !may_leave_nothing(rounding.mode, true)
          ? "what is shifted out leaves a bit"
      : loses && group.rule.may_vanish() ? "what would lose every bit vanishes"
      : loses ? fmt::format("a bit is left: {} lies at most {} below", group_name,
                            group.greatest_distance)
              : whole,
      Kind::loss, kept);
  if (group.rule.may_vanish())
    points.vanishes =
        add(aligner, name + "vanishes",
            group.rule.vanishes_at(group.greatest_distance)
                ? never
                : fmt::format("{} lies at most {} below", group_name, group.greatest_distance),
            Kind::distance, group.rule.reach() + 1);
  if (rounding != Rounding::toward_zero) {
    points.cuts = true;
    points.cut = list_cut(
        aligner, name + "alignment_rounding", rounding, term.nonzero ? group.greatest_loss : 0,
        never,
        fmt::format("{} has at most {} bits to lose", group_name, std::max(0, group.greatest_loss)),
        term.negative, Kind::loss, kept);
  }
  list_zero_exponent(name, group_name, sum, group, points);
  return points;
}

void PlanLister::list_zero_exponent(const std::string& name, const std::string& group_name,
                                    const SumRange& sum, const GroupRange& group,
                                    GroupPoints& points) {
  using enum CoverStage;
  if (!group.rule.zero_in_e_max(0)) return;
  const int above = highest(group.zero_above);
  const bool under_floor = sum.has_floor() && group.rule.fixed_zero_exponent() &&
                           group.rule.zero_exponent.value < sum.floor();
  const auto why = [&](int needed) {
    if (!group.term.zero) return fmt::format("{} has no zero", group_name);
    if (group.zero_above.empty()) return std::string("no other term is there");
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
            contains(group.zero_above, beside) ? "" : why(beside), Goal::Kind::zero_above, beside);
}

int PlanLister::list_opposites(const std::string& name, const std::vector<std::string>& groups,
                               const SumRange& sum, std::size_t g, std::size_t h) {
  const TermRange &x = sum.groups[g].term, &y = sum.groups[h].term;
  std::string why;
  if (!x.infinite)
    why = groups[g] + " is never infinite";
  else if (!y.infinite)
    why = groups[h] + " is never infinite";
  else if (g == h && sum.groups[g].count == 1)
    why = "there is one such term";
  else if (!x.negative && !y.negative)
    why = "no term is negative";
  const std::string between = g == h ? groups[g] : groups[g] + " and " + groups[h];
  return add(CoverStage::aligner, fmt::format("{}.opposite_infinities of {}", name, between),
             std::move(why), Goal::Kind::special);
}

void PlanLister::list_zeros(const std::string& name, const SumRange& sum, SumPoints& points) {
  using enum CoverStage;
  if (sum.has_floor()) {
    const int above = highest(sum.floor_above);
    const std::string why =
        fmt::format("the floor lies at most {} above the largest exponent", above);
    points.floor_leads =
        add(aligner, name + ".floor_leads", above >= 1 ? "" : why, Goal::Kind::zero_above, 1);
    for (int beside = -1; beside <= 1; ++beside)
      points.floor_beside[static_cast<std::size_t>(beside + 1)] = add(
          aligner, fmt::format("{}.floor {}", name, kBeside[static_cast<std::size_t>(beside + 1)]),
          contains(sum.floor_above, beside) ? "" : why, Goal::Kind::zero_above, beside);
  }
  const bool all =
      std::ranges::all_of(sum.groups, [](const GroupRange& group) { return group.term.zero; });
  points.all_zero = add(aligner, name + ".all_zero", all ? "" : "a term has no zero");
}

}  // namespace mmasc
