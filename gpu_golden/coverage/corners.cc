// SPDX-License-Identifier: Apache-2.0
#include "coverage/corners.h"

#include <fmt/format.h>

#include <set>

#include "arith/term_names.h"

namespace mmasc {
namespace {

constexpr std::array kCaseNames{"exact", "below_half", "tie_even", "tie_odd", "above_half"};
constexpr std::array kSignNames{" +", " -"};
constexpr std::array kBeside{"one_below", "level", "one_above"};

bool is_directed(Rounding rounding) {
  return rounding == Rounding::down || rounding == Rounding::up;
}

bool contains(const std::vector<Interval>& intervals, int x) {
  return std::ranges::any_of(intervals, [x](Interval i) { return i.contains(x); });
}

int highest(const std::vector<Interval>& intervals) {
  int high = -kNoLimit;
  for (const Interval interval : intervals) high = std::max(high, interval.high);
  return high;
}

// What a group's terms are called: "products", "c", the sum they come from; with the first
// element's number where a sum has two groups of one name.
std::vector<std::string> group_names(const Plan& plan, int level, const SumPlan& sum, bool late) {
  const TermNames slots = term_names(plan)[static_cast<std::size_t>(level)];
  std::vector<std::string> names;
  const auto name_at = [&](const AddendGroup& group) {
    if (group.first_slot < plan.lanes() && level == 0) return std::string(late ? "d" : "products");
    const std::string& slot = slots[static_cast<std::size_t>(group.first_slot)];
    if (slot.size() > 1 && slot[0] == 'p' &&
        slot.find_first_not_of("0123456789", 1) == std::string::npos)
      return std::string("products");
    return group.count > 1 ? slot.substr(0, slot.find('[')) : slot;
  };
  for (int g = 0; g < sum.group_count; ++g)
    names.push_back(name_at(plan.groups[sum.first_group + g]));
  std::vector<std::string> unique = names;
  for (std::size_t g = 0; g < names.size(); ++g)
    if (std::ranges::count(names, names[g]) > 1)
      unique[g] +=
          fmt::format("@{}", plan.groups[sum.first_group + static_cast<int>(g)].first_slot);
  return unique;
}

class PlanLister {
 public:
  PlanLister(const Plan& plan, const PlanRanges& ranges, bool late, std::vector<Corner>& list)
      : plan_(plan), ranges_(ranges), late_(late), prefix_(late ? "late_c." : ""), list_(list) {}

  PlanCorners run() {
    PlanCorners corners;
    if (!late_) corners.products = list_products();
    for (int level = 0; level < plan_.levels.size(); ++level)
      for (int s = 0; s < plan_.levels[level].sum_count; ++s)
        corners.sums.push_back(list_sum(level, plan_.levels[level].first_sum + s));
    const SumPlan& last = plan_.sums[plan_.levels[plan_.levels.size() - 1].first_sum];
    TermRange root = ranges_.root;
    root.zero = root.zero || last.addend_count > 1;
    const int integer_bits = last.rounds ? 1 : ranges_.sums.back().integer_bits;
    goal_ = {Goal::Kind::any, -1, -1, 0, late_};
    const std::string name = late_ ? "d" : "result";
    corners.result =
        list_rounding(name, name, plan_.result, root, integer_bits, ranges_.root_overflows);
    return corners;
  }

 private:
  int add(CornerStage stage, const std::string& name, std::string unreachable = "",
          Goal::Kind kind = Goal::Kind::any, int value = 0) {
    goal_.kind = kind;
    goal_.value = value;
    list_.push_back({prefix_ + name, stage, std::move(unreachable), goal_});
    return static_cast<int>(list_.size()) - 1;
  }

  ProductCorners list_products() {
    using enum CornerStage;
    const TermRange& product = ranges_.products.front();
    const MultiplierPlan& m = plan_.multiplier;
    goal_ = {};
    goal_.product = true;
    ProductCorners corners;
    const auto special = [&](const char* name, bool reachable, std::string why) {
      return add(multiplier, std::string("products.") + name, reachable ? "" : std::move(why),
                 Goal::Kind::special);
    };
    corners.plus_zero = special("plus_zero", product.zero, fmt::format("{} has no zero", m.a.name));
    corners.minus_zero = special("minus_zero", product.minus_zero, "no zero has a negative sign");
    corners.infinity_times_zero =
        special("infinity_times_zero", ranges_.a.infinite && ranges_.b.zero,
                ranges_.a.infinite ? "b has no zero" : "a has no infinity");
    corners.zero_times_infinity =
        special("zero_times_infinity", ranges_.b.infinite && ranges_.a.zero,
                ranges_.b.infinite ? "a has no zero" : "b has no infinity");
    if (m.scale_lanes > 0) {
      const bool infinite = ranges_.a.infinite || ranges_.b.infinite;
      corners.infinity_times_zero_scale =
          special("infinity_times_zero_scale", infinite && ranges_.scale.zero,
                  infinite ? fmt::format("{} has no zero", m.scale.name)
                           : "neither a nor b has an infinity");
    }
    if (m.infinity_at != kNoLimit) {
      const int top = ranges_.a.top + ranges_.b.top + 2 * ranges_.scale.top;
      const std::string why = fmt::format("products stay below 2^{}", top);
      corners.below_limit = add(multiplier, fmt::format("products.leads = {}", m.infinity_at - 1),
                                "", Goal::Kind::product_top, m.infinity_at - 1);
      corners.at_limit =
          add(multiplier, fmt::format("products.leads = {}", m.infinity_at),
              top > m.infinity_at ? "" : why, Goal::Kind::product_top, m.infinity_at);
    }
    if (m.rounds)
      corners.round = list_rounding("products", "products.rounded", m.round, product,
                                    m.product.integer_bits(), may_overflow(m.round, product));
    return corners;
  }

  SumCorners list_sum(int level, int index) {
    const SumPlan& sum = plan_.sums[index];
    const SumRange& range = ranges_.sums[static_cast<std::size_t>(index)];
    const std::string name = late_ ? "sum" : sum_name(plan_, sum);
    const std::vector<std::string> groups = group_names(plan_, level, sum, late_);
    SumCorners corners;
    goal_ = {Goal::Kind::any, index, -1, 0, late_};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      goal_.group = static_cast<int>(g);
      corners.groups.push_back(list_group(name, groups[g], sum,
                                          plan_.groups[sum.first_group + static_cast<int>(g)],
                                          range.groups[g]));
      for (std::size_t h = g; h < groups.size(); ++h)
        corners.groups.back().opposite_infinities.push_back(
            list_opposites(name, groups, sum, range, g, h));
    }
    goal_.group = -1;
    list_zeros(name, sum, range, corners);
    list_carries(name, sum, range, corners);
    if (sum.rounds) {
      TermRange before = range.sum;
      before.zero = before.zero || sum.addend_count > 1;
      corners.round = list_rounding(name, name + ".rounded", sum.round, before, range.integer_bits,
                                    may_overflow(sum.round, before));
    }
    return corners;
  }

  // The distances about which a group's behaviour changes.
  static std::set<int> edges_of(const AddendGroup& group, const GroupRange& range) {
    std::set<int> edges{0, 1};
    const auto about = [&edges](int distance) {
      for (int near = -1; near <= 1; ++near) edges.insert(distance + near);
    };
    if (group.exact && group.shift_out == Rounding::toward_zero) {
      edges.insert(range.greatest_distance);  // a window for every term: its end is what counts
    } else {
      about(group.fraction_bits);
      about(group.pre_shift - group.post_shift + 1);         // the first bit cut off
      about(group.shifted_bits() - group.post_shift);        // nothing left
      about(group.fraction_bits - range.term.fraction + 1);  // the first bit that operands have
    }
    if (group.vanishes_below != kNoLimit) {
      edges.insert(group.vanishes_below);
      edges.insert(group.vanishes_below + 1);
    }
    edges.erase(edges.begin(), edges.lower_bound(0));
    return edges;
  }

  GroupCorners list_group(const std::string& sum_name, const std::string& group_name,
                          const SumPlan& sum, const AddendGroup& plan, const GroupRange& range) {
    using enum CornerStage;
    using Kind = Goal::Kind;
    const std::string name = sum_name + "." + group_name + ".";
    const std::string never =
        range.term.nonzero ? "" : fmt::format("{} is always zero here", group_name);
    const auto reach = [&](int distance) {
      if (!never.empty()) return never;
      if (contains(range.distances, distance)) return std::string();
      if (range.greatest_distance < distance)
        return fmt::format("{} lies at most {} below the largest exponent of {}", group_name,
                           range.greatest_distance, sum_name);
      return fmt::format("no exponent is {} above one of {}", distance, group_name);
    };
    GroupCorners corners;
    for (const int distance : edges_of(plan, range))
      corners.distances.push_back(
          {distance, add(aligner, fmt::format("{}distance = {}", name, distance), reach(distance),
                         Kind::distance, distance)});
    const std::string whole = !never.empty()
                                  ? never
                                  : fmt::format("{} keeps every bit: it lies at most {} below",
                                                group_name, range.greatest_distance);
    const bool loses = range.term.nonzero && range.greatest_loss > 0;
    corners.keeps_all = add(aligner, name + "keeps_all", never);
    corners.loses_bits =
        add(aligner, name + "loses_bits", loses ? "" : whole, Kind::loss, plan.fraction_bits);
    corners.loses_all =
        add(aligner, name + "loses_all",
            range.loses_all ? ""
            : loses && (plan.shift_out == Rounding::to_odd || plan.shift_out == Rounding::away)
                ? "what is shifted out leaves a bit"
            : loses ? fmt::format("a bit is left: {} lies at most {} below", group_name,
                                  range.greatest_distance)
                    : whole,
            Kind::loss, plan.fraction_bits);
    if (plan.vanishes_below != kNoLimit)
      corners.vanishes =
          add(aligner, name + "vanishes",
              range.greatest_distance > plan.vanishes_below
                  ? never
                  : fmt::format("{} lies at most {} below", group_name, range.greatest_distance),
              Kind::distance, plan.vanishes_below + 1);
    if (plan.shift_out != Rounding::toward_zero) {
      corners.cuts = true;
      corners.cut = list_cut(aligner, name + "shift_out", plan.shift_out,
                             range.term.nonzero ? range.greatest_loss : 0, never,
                             fmt::format("{} has at most {} bits to lose", group_name,
                                         std::max(0, range.greatest_loss)),
                             range.term.negative, Kind::loss, plan.fraction_bits);
    }
    list_zero_exponent(name, group_name, sum, plan, range, corners);
    return corners;
  }

  void list_zero_exponent(const std::string& name, const std::string& group_name,
                          const SumPlan& sum, const AddendGroup& plan, const GroupRange& range,
                          GroupCorners& corners) {
    using enum CornerStage;
    if (plan.zero_rule.kind == ZeroExponent::Kind::ignored) return;
    const int above = highest(range.zero_above);
    const bool under_floor = sum.has_exponent_floor &&
                             plan.zero_rule.kind == ZeroExponent::Kind::fixed &&
                             plan.zero_exponent < sum.exponent_floor;
    const auto why = [&](int needed) {
      if (!range.term.zero) return fmt::format("{} has no zero", group_name);
      if (range.zero_above.empty()) return std::string("no other term is there");
      if (above < needed)
        return fmt::format("a zero of {} lies at most {} above another term", group_name, above);
      return fmt::format("a zero of {} never lies there", group_name);
    };
    corners.zero_leads = add(aligner, name + "zero_leads",
                             under_floor  ? "the exponent floor is higher"
                             : above >= 1 ? ""
                                          : why(1),
                             Goal::Kind::zero_above, 1);
    for (int beside = -1; beside <= 1; ++beside)
      corners.zero_beside[static_cast<std::size_t>(beside + 1)] = add(
          aligner, fmt::format("{}zero {}", name, kBeside[static_cast<std::size_t>(beside + 1)]),
          contains(range.zero_above, beside) ? "" : why(beside), Goal::Kind::zero_above, beside);
  }

  int list_opposites(const std::string& name, const std::vector<std::string>& groups,
                     const SumPlan& sum, const SumRange& range, std::size_t g, std::size_t h) {
    const TermRange &x = range.groups[g].term, &y = range.groups[h].term;
    std::string why;
    const int count = plan_.groups[sum.first_group + static_cast<int>(g)].count;
    if (!x.infinite)
      why = groups[g] + " is never infinite";
    else if (!y.infinite)
      why = groups[h] + " is never infinite";
    else if (g == h && count == 1)
      why = "there is one such term";
    else if (!x.negative && !y.negative)
      why = "no term is negative";
    const std::string between = g == h ? groups[g] : groups[g] + " and " + groups[h];
    return add(CornerStage::aligner, fmt::format("{}.opposite_infinities of {}", name, between),
               std::move(why), Goal::Kind::special);
  }

  void list_zeros(const std::string& name, const SumPlan& sum, const SumRange& range,
                  SumCorners& corners) {
    using enum CornerStage;
    if (sum.has_exponent_floor) {
      const int above = highest(range.floor_above);
      const std::string why =
          fmt::format("the floor lies at most {} above the largest exponent", above);
      corners.floor_leads =
          add(aligner, name + ".floor_leads", above >= 1 ? "" : why, Goal::Kind::zero_above, 1);
      for (int beside = -1; beside <= 1; ++beside)
        corners.floor_beside[static_cast<std::size_t>(beside + 1)] =
            add(aligner,
                fmt::format("{}.floor {}", name, kBeside[static_cast<std::size_t>(beside + 1)]),
                contains(range.floor_above, beside) ? "" : why, Goal::Kind::zero_above, beside);
    }
    const bool all =
        std::ranges::all_of(range.groups, [](const GroupRange& group) { return group.term.zero; });
    corners.all_zero = add(aligner, name + ".all_zero", all ? "" : "a term has no zero");
  }

  void list_carries(const std::string& name, const SumPlan& sum, const SumRange& range,
                    SumCorners& corners) {
    using enum CornerStage;
    using Kind = Goal::Kind;
    int terms = 0;
    bool negative = false;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      if (!range.groups[g].term.nonzero) continue;
      terms += plan_.groups[sum.first_group + static_cast<int>(g)].count;
      negative = negative || range.groups[g].term.negative;
    }
    for (int carry = 0; carry <= ceil_log2(sum.addend_count); ++carry)
      corners.carries.push_back(add(
          adder_tree, fmt::format("{}.carry = {}", name, carry),
          carry <= range.most_carries
              ? ""
              : fmt::format("{} terms are too few, or not full enough, for {} bits", terms, carry),
          Kind::carry, carry));
    const std::string lone = terms < 2  ? "one term that is not zero cannot cancel"
                             : negative ? ""
                                        : "no term is negative";
    corners.cancels_one = add(adder_tree, name + ".cancels = 1", lone, Kind::cancel, 1);
    corners.cancels_more = add(adder_tree, name + ".cancels > 1", lone, Kind::cancel, 2);
    corners.cancels_to_zero = add(adder_tree, name + ".cancels_to_zero", lone, Kind::cancel);
    const bool loses_all =
        std::ranges::any_of(range.groups, [](const GroupRange& group) { return group.loses_all; });
    corners.plus_zero =
        add(adder_tree, name + ".plus_zero",
            range.sum.zero || loses_all || lone.empty() ? "" : "the sum is never zero");
    corners.minus_zero = add(adder_tree, name + ".minus_zero",
                             range.sum.minus_zero              ? ""
                             : sum.zero_sign == ZeroSign::plus ? "a sum that is zero is +0"
                                                               : "a term is never a negative zero",
                             Kind::minus_zero);
  }

  CutCorners list_cut(CornerStage stage, const std::string& name, Rounding rounding, int loss,
                      const std::string& never, const std::string& why, bool negative,
                      Goal::Kind kind, int value) {
    CutCorners corners;
    const bool directed = is_directed(rounding);
    for (std::size_t sign = 0; sign < 2; ++sign) {
      if (sign == 1 && !directed) {
        corners.of_sign[1] = corners.of_sign[0];
        break;
      }
      for (std::size_t c = 0; c < CutCorners::kCases; ++c) {
        const int bits = c == CutCorners::exact                                  ? 0
                         : c == CutCorners::tie_even || c == CutCorners::tie_odd ? 1
                                                                                 : 2;
        const bool too_many = bits > std::max(0, loss);
        const bool no_sign = sign == 1 && !negative;
        corners.of_sign[sign][c] = add(
            stage, fmt::format("{}.{}{}", name, kCaseNames[c], directed ? kSignNames[sign] : ""),
            !never.empty() ? never
            : no_sign      ? "it is never negative"
            : too_many     ? why
                           : "",
            kind, value);
      }
    }
    return corners;
  }

  // `name`: whose rounding it is; `outcome`: of what it gives.
  RoundCorners list_rounding(const std::string& name, const std::string& outcome,
                             const RoundPlan& round, const TermRange& in, int integer_bits,
                             bool overflows) {
    using enum CornerStage;
    using Kind = Goal::Kind;
    RoundCorners corners;
    const auto most = [&](int fraction_bits) {
      return std::max(normal_loss(round, fraction_bits, in, integer_bits),
                      subnormal_loss(round, fraction_bits, in));
    };
    const int loss = most(round.fraction_bits);
    const auto too_few = [](int bits) {
      return bits <= 0 ? std::string("no bit lies below the last one kept")
                       : fmt::format("at most {} bits lie below the last one kept", bits);
    };
    int last_loss = loss;
    if (round.prerounding_fraction_bits > 0) {
      const int first = most(round.prerounding_fraction_bits);
      corners.first =
          list_cut(normalizer, name + ".preround", round.prerounding, first, "", too_few(first),
                   in.negative, Kind::rounding, round.prerounding_fraction_bits);
      last_loss = std::min(loss, round.prerounding_fraction_bits - round.fraction_bits);
    }
    corners.last = list_cut(normalizer, name + ".round", round.rounding, last_loss, "",
                            too_few(last_loss), in.negative, Kind::rounding, round.fraction_bits);

    const auto increments = [](Rounding rounding, bool negative) {
      return may_increment(rounding) && (rounding != Rounding::down || negative);
    };
    const bool rounds_up = (loss > 0 && increments(round.rounding, in.negative)) ||
                           (round.prerounding_fraction_bits > 0 && loss > 0 &&
                            increments(round.prerounding, in.negative));
    const std::string never_up =
        loss > 0 ? "the rounding never moves away from zero" : too_few(loss);
    const int ulp = round.least_exponent - round.fraction_bits;
    const std::string lowest =
        in.lowest_leading >= round.least_exponent
            ? fmt::format("nothing but zero lies below 2^{}", round.least_exponent)
            : fmt::format("its lowest bit is 2^{}, or higher",
                          std::max(in.lowest_bit, in.exponent.low - in.fraction));
    const bool above_ulp = in.lowest_leading >= round.least_exponent ||
                           std::max(in.lowest_bit, in.exponent.low - in.fraction) >= ulp;
    const int of_normal = normal_loss(round, round.fraction_bits, in, integer_bits);
    const bool has_normal = in.top > round.least_exponent;
    const bool has_subnormal =
        std::max(in.lowest_bit, in.exponent.low - in.fraction) < round.least_exponent &&
        in.lowest_leading < round.least_exponent;
    const auto state = [&](const char* what, std::string why, Kind kind, int value = 0) {
      return add(normalizer, outcome + "." + what, std::move(why), kind, value);
    };
    corners.carries = state("carries",
                            !rounds_up       ? never_up
                            : of_normal <= 0 ? too_few(of_normal)
                                             : "",
                            Kind::rounding, round.fraction_bits);
    // Without fraction bits the last bit that to_odd sets is the leading one.
    const bool sets_leading = round.fraction_bits == 0 && round.rounding == Rounding::to_odd;
    const bool few_bits = in.bits <= round.fraction_bits;  // to be just below the least normal
    corners.becomes_normal = state("becomes_normal",
                                   above_ulp  ? lowest
                                   : few_bits ? fmt::format("{} bits need no rounding", in.bits)
                                   : rounds_up || sets_leading ? ""
                                                               : never_up,
                                   Kind::least);
    corners.plus_zero = state("plus_zero", "", Kind::cancel);
    const bool flushes = round.flush != Flush::none;
    const bool minus_by_underflow =
        in.negative && round.keeps_underflow_sign && !above_ulp && round.has_minus_zero;
    const bool minus_by_flush =
        in.negative && round.flush == Flush::keep_sign && has_subnormal && round.has_minus_zero;
    corners.minus_zero = state("minus_zero",
                               !round.has_minus_zero ? "the format has no -0"
                               : (in.minus_zero || minus_by_underflow || minus_by_flush)
                                   ? ""
                                   : "zeros are +0, and no negative number becomes zero",
                               Kind::minus_zero);
    corners.underflow = state("underflow", above_ulp ? lowest : "", Kind::least);
    const std::string not_below = has_subnormal ? "" : lowest;
    if (flushes) corners.flushed = state("flushed", not_below, Kind::least);
    corners.subnormal =
        state("subnormal", flushes ? "subnormal results are flushed" : not_below, Kind::least);
    const bool low_enough = in.lowest_bit <= round.least_exponent;
    const std::string too_small = fmt::format("it stays below 2^{}", in.top);
    corners.least_normal = state("least_normal",
                                 !has_normal  ? too_small
                                 : low_enough ? ""
                                              : lowest,
                                 Kind::least);
    corners.normal = state("normal", has_normal ? "" : too_small, Kind::any);
    const int needed = round.fraction_bits + 1 - std::countr_zero(round.greatest_significand);
    const bool fills = in.bits >= needed && in.lowest_bit <= round.greatest_exponent - needed + 1;
    corners.greatest = state("greatest",
                             in.top <= round.greatest_exponent ? too_small
                             : fills                           ? ""
                                     : "the greatest number has more bits",
                             Kind::greatest);
    corners.overflow =
        state("overflow",
              overflows                           ? ""
              : in.top <= round.greatest_exponent ? too_small
                                                  : "beside the greatest number every other term "
                                                    "is shifted out",
              Kind::greatest);
    corners.infinity = state("infinity", in.infinite ? "" : "no term is infinite", Kind::special);
    corners.nan = state("nan", in.nan ? "" : "no term is NaN", Kind::special);
    return corners;
  }

  const Plan& plan_;
  const PlanRanges& ranges_;
  bool late_;
  std::string prefix_;
  std::vector<Corner>& list_;
  Goal goal_;
};

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
