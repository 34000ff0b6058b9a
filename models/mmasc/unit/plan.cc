// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/plan.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/plan_parts.h"
#include "mmasc/unit/plans_made.h"
#include "mmasc/unit/saturation.h"

namespace mmasc {
namespace {

// The leading bit, the fraction kept, a guard bit and a sticky bit; and no bit of the input lost.
int work_bits(const RoundPlan& round) {
  if (round.is_integer()) return std::max(round.input.magnitude_bits, round.stored_bits);
  return std::max(round.input.magnitude_bits, round.deepest_fraction_bits() + 3);
}

// The bits of the greatest product of two magnitudes, as many as both factors have; one less with a
// signed integer, whose greatest magnitude is a power of two.
int product_bits(const Format& a, const Format& b) {
  const int bits = a.significand_bits() + b.significand_bits();
  const auto is_power = [](const Format& format) {
    return format.is_integer() && format.is_signed();  // the least integer; others stay below
  };
  return is_power(a) || is_power(b) ? bits - 1 : bits;
}

class Elaborator {
 public:
  Elaborator(const Unit& unit, Plan& plan)  // a plan takes 100 kB, and is made where it stays
      : plan_(plan),
        unit_(unit),
        row_(unit.datapath),
        tree_(build_tree(resolve_sums(unit), unit.lanes())) {}

  void run() {
    plan_multiplier();
    plan_levels();
    check_flags();
    plan_result();
    plan_random(plan_);
    plan_integers(plan_);
    plan_stages(plan_, unit_.structure);
  }

 private:
  static constexpr int kNone = -1;

  // A value of the tree, as far as it is planned.
  struct Value {
    TermWidths widths;
    int scale_block = kNone;       // all products in it share their scales, and none was rounded
    ExponentSpan beside_scales{};  // then its exponents without those of the scales
    int slot = 0;                  // in the current level's input
    bool may_cancel = false;       // its value may be zero without its being an exact zero
  };

  RoundPlan round_to(const Format& format, const TermWidths& input, Rounding rounding) const {
    RoundPlan round = plan_rounding(input, format, rounding);
    round.flush = row_.flush.results;
    round.tininess = row_.flush.tininess;
    return round;
  }

  // Fewer bits than the format's.
  static void keep_fraction(RoundPlan& round, const std::optional<int>& fraction_bits) {
    if (!fraction_bits) return;
    round.greatest_significand >>= round.fraction_bits - *fraction_bits;
    round.greatest_negative_significand = round.greatest_significand;
    round.fraction_bits = *fraction_bits;
    round.work_bits = work_bits(round);
  }

  void plan_multiplier() {
    MultiplierPlan& m = plan_.multiplier;
    const Instruction& instruction = unit_.instruction;
    m.a = unit_.a();
    m.b = unit_.b();
    m.c = unit_.c();
    m.lanes = unit_.lanes();
    m.flush_inputs = row_.flush.inputs;
    m.c_term = widths_of(m.c);

    TermWidths& p = m.product;
    m.grid = row_.product.exponent_grid.value_or(ExponentGrid{});
    const int raised_bits = 2 * (m.grid.step - 1);
    p.magnitude_bits = product_bits(m.a, m.b) + raised_bits;
    p.fraction_bits = m.a.fraction_bits + m.b.fraction_bits + raised_bits;
    p.exponent_min = m.grid.next(m.a.least_exponent()) + m.grid.next(m.b.least_exponent());
    p.exponent_max = m.grid.next(m.a.greatest_exponent()) + m.grid.next(m.b.greatest_exponent());
    const bool fixed_point = std::any_of(row_.sums.begin(), row_.sums.end(), [](const SumRow& sum) {
      return sum.exponent == ExponentSource::scales;
    });
    if (fixed_point) {
      m.fixed_point_shift = p.exponent_max - p.exponent_min;
      p.magnitude_bits += m.fixed_point_shift;
      p.fraction_bits -= p.exponent_min;
      p.exponent_min = p.exponent_max = 0;
    }
    if (instruction.sparsity) {
      m.sparsity = *instruction.sparsity;
      m.metadata = metadata_format(*instruction.sparsity);
    }
    beside_scales_ = {p.exponent_min, p.exponent_max};
    plan_scales();
    // A limit no product can reach costs nothing.
    if (row_.product.infinity_at && p.exponent_max + p.integer_bits() > *row_.product.infinity_at) {
      m.infinity_at = *row_.product.infinity_at;
      m.infinity_yields = row_.product.infinity_yields;
    }
    if (const auto zero = row_.product.zero_factor_exponent) {
      m.zero_factor_exponent = *zero;
      moved_zeros_ = m.moved_zeros().second;
    }

    if (row_.product.round_to != nullptr) {
      m.rounds = true;
      m.round = round_to(*row_.product.round_to, p, row_.product.rounding);
    }
  }

  void plan_scales() {
    MultiplierPlan& m = plan_.multiplier;
    const OperandLayout layout = layout_but_random(unit_);
    for (const Operand operand : kScales) {
      if (!layout.has(operand)) continue;
      const Format* const format = layout.format[operand];
      const int block = unit_.products() / layout[operand].count;
      const ScalePlan scale{
          .operand = operand, .format = *format, .block = block, .lanes = std::min(block, m.lanes)};
      m.scales.push_back(scale);
      m.product.magnitude_bits += scale.significand_bits();
      m.product.fraction_bits += format->fraction_bits;
      m.product.exponent_min += format->least_exponent();
      m.product.exponent_max += format->greatest_exponent();
    }
  }

  Value& value(int index) { return values_[static_cast<std::size_t>(index)]; }

  void plan_levels() {
    const MultiplierPlan& m = plan_.multiplier;
    values_.resize(tree_.ready_level.size());
    std::vector<int> live;  // values in slot order
    for (int k = 0; k <= m.lanes; ++k) {
      value(k).widths = k == m.lanes ? m.c_term : m.rounds ? m.round.output() : m.product;
      value(k).slot = k;
      if (k < m.lanes && m.is_scaled() && !m.rounds)
        share_scales(value(k), k / m.lanes_scaled_alike(), beside_scales_);
      live.push_back(k);
    }
    for (int l = 0; l < tree_.levels(); ++l) {
      LevelPlan level;
      level.first_sum = plan_.sums.size();
      std::vector<int> next;
      for (const TreeNode& node : tree_.nodes) {
        if (node.level != l) continue;
        plan_sum(node, level);
        next.push_back(node.output);
        for (const auto& operand : node.operands) std::erase(live, operand.value);
      }
      for (int waiting : live) {
        level.bypass.push_back(static_cast<std::int16_t>(value(waiting).slot));
        next.push_back(waiting);
      }
      level.sum_count = plan_.sums.size() - level.first_sum;
      if (moved_zeros_) *moved_zeros_ += level.above_own;
      plan_.levels.push_back(level);
      live = next;
      for (int slot = 0; slot < static_cast<int>(live.size()); ++slot)
        value(live[static_cast<std::size_t>(slot)]).slot = slot;
    }
  }

  void plan_sum(const TreeNode& node, LevelPlan& level) {
    const SumRow& row = *node.row;
    const bool is_root = node.output == tree_.root;
    SumPlan sum;
    sum.name = Name(row.name);
    sum.index = node.index;
    sum.first_group = plan_.groups.size();
    sum.first_addend = level.addend_count;
    sum.addend_count = static_cast<int>(node.operands.size());
    sum.grid = row.exponent_grid.value_or(ExponentGrid{});
    sum.has_exponent_floor = row.exponent_floor.has_value();
    sum.exponent_floor = sum.has_exponent_floor ? sum.on_grid(*row.exponent_floor) : 0;
    sum.zero_sign = row_.zero_sign_of(row);

    sum.rounds = row.round_to != nullptr && !(is_root && root_is_result());
    sum.rounds_down = row.round_to != nullptr ? row.rounding == Rounding::down
                                              : is_root && row_.result.rounding == Rounding::down;
    group_operands(node);
    if (!row.ones_complement.empty()) find_frame(node, sum);
    sum.group_count = plan_.groups.size() - sum.first_group;
    for (const AddendGroup& group : groups_of(plan_, sum)) {
      level.below_own = std::max(level.below_own, -group.raised());
      level.above_own = std::max(level.above_own, group.raised());
    }
    const bool may_cancel = std::ranges::any_of(
        node.operands, [&](const auto& operand) { return value(operand.value).may_cancel; });
    // A stochastic rounding looks further down.
    const int rounded = sum.rounds
                            ? row.significand_fraction.value_or(row.round_to->fraction_bits) +
                                  row.rounding.random_bits
                        : is_root ? result_fraction_bits()
                                  : -1;
    plan_alignment(sum, &plan_.groups[sum.first_group], rounded, may_cancel, moved_zeros_,
                   exponents_beside_scales(node, sum));
    plan_total(sum, row);
    if (sum.rounds) {
      sum.round = round_to(*row.round_to, sum.output, row.rounding);
      sum.round.has_lost_bit = sum.total.tells_lost;
      keep_fraction(sum.round, row.significand_fraction);
      sum.round.saturates = saturation_of(row.overflow, row.rounding);
      level.rounds = true;
    }
    value(node.output).widths = sum.result();
    const auto spans = exponents_beside_scales(node, sum);
    if (const auto reached = beside_scales_of(sum, spans); reached && !moved_zeros_)
      share_scales(value(node.output), shared_block(node), *reached);
    const bool is_told = sum.total.cancelled == Cancelled::zero && !sum.total.tells_lost;
    value(node.output).may_cancel = !sum.rounds && !is_told;
    level.addend_count += sum.addend_count;
    plan_.sums.push_back(sum);
  }

  static void share_scales(Value& value, int block, const ExponentSpan& beside_scales) {
    value.scale_block = block;
    value.beside_scales = beside_scales;
  }

  // The block whose scales all terms share.
  int shared_block(const TreeNode& node) {
    const int block = value(node.operands.front().value).scale_block;
    const bool is_one = std::ranges::all_of(
        node.operands, [&](const auto& each) { return value(each.value).scale_block == block; });
    return is_one ? block : kNone;
  }

  // Of each group of a sum whose terms share their scales; else none. Sums side by side are alike:
  // where one reaches into a second block, none is narrower.
  std::span<const ExponentSpan> exponents_beside_scales(const TreeNode& node, const SumPlan& sum) {
    const bool are_shared = std::ranges::all_of(tree_.nodes, [&](const TreeNode& other) {
      return other.row != node.row || other.level != node.level || shared_block(other) != kNone;
    });
    if (!are_shared) return {};
    return std::span(group_spans_).subspan(static_cast<std::size_t>(sum.first_group));
  }

  // The exponents of an unrounded sum of such terms; none where a number may be e_max.
  std::optional<ExponentSpan> beside_scales_of(const SumPlan& sum,
                                               std::span<const ExponentSpan> spans) const {
    if (spans.empty() || sum.rounds || sum.has_exponent_floor ||
        std::ranges::any_of(groups_of(plan_, sum), &AddendGroup::fixed_zero_exponent))
      return std::nullopt;
    return ExponentSpan{std::ranges::min(spans, {}, &ExponentSpan::min).min,
                        std::ranges::max(spans, {}, &ExponentSpan::max).max + sum.grid.step - 1};
  }

  // Flags are of the exact sum.
  void check_flags() const {
    if (row_.result.flags == StatusFlags::none) return;
    for (const SumPlan& sum : plan_.sums)
      for (int g = sum.first_group; g < sum.first_group + sum.group_count; ++g)
        if (const AddendGroup& group = plan_.groups[g];
            group.may_vanish() || !keeps_all_bits(sum, group))
          throw RowError("result.flags", "not with " + field_that_drops(sum, g) +
                                             ", which drops bits; remove one of the two");
  }

  // The path of what the row says of a group that does not keep its bits.
  std::string field_that_drops(const SumPlan& sum, int group) const {
    const auto row = std::ranges::find(row_.sums, sum.name.view(), &SumRow::name);
    const TermRow* const term = group_terms_[static_cast<std::size_t>(group)];
    const bool vanishes = plan_.groups[group].may_vanish();
    std::string path = "sum." + row->name + ".";
    if (vanishes || term->fraction_bits)
      path += "terms[" + std::to_string(term - row->terms.data()) + "].";
    return path + (vanishes ? "vanishes_below" : "fraction_bits");
  }

  void find_frame(const TreeNode& node, SumPlan& sum) {
    sum.frame_slot = SumPlan::kPlusSlot;
    for (const auto& operand : node.operands)
      if (operand.term->from == node.row->ones_complement) {
        sum.frame_slot = value(operand.value).slot;
        sum.negates_frame = operand.term->negated;
      }
  }

  // Products that are negated on their way would change what is told apart by their signs.
  void check_negated(const SumRow& sum, bool is_c) const {
    const ResultRow& result = row_.result;
    const std::string key = "sum." + sum.name + ".terms";
    if (is_c && unit_.instruction.late_c)
      throw RowError(key, "c is negated, but is added late, as it is; remove negated or late_c");
    if (!is_c && (result.factor_nan || result.c_nan != OwnNan::replaced))
      throw RowError(key,
                     "only c may be negated where NaNs are told apart by the signs of products; "
                     "remove negated, or factor_nan and c_nan");
  }

  static bool are_alike(const Value& x, const Value& y) {
    return x.widths.magnitude_bits == y.widths.magnitude_bits &&
           x.widths.fraction_bits == y.widths.fraction_bits &&
           x.widths.exponent_min == y.widths.exponent_min &&
           x.widths.exponent_max == y.widths.exponent_max && x.beside_scales == y.beside_scales;
  }

  // Operands of one row entry with one width and an even stride become one group.
  void group_operands(const TreeNode& node) {
    static const TermRow kPlain;
    const TermRow* last_term = nullptr;
    const Value* last = nullptr;
    for (const auto& operand : node.operands) {
      const Value& from = value(operand.value);
      const bool is_like_last =
          last_term != nullptr && last_term == operand.term && are_alike(*last, from);
      AddendGroup* open = is_like_last ? &plan_.groups.back() : nullptr;
      if (open != nullptr && open->count == 1) open->stride = from.slot - open->first_slot;
      if (open != nullptr && open->stride > 0 &&
          open->first_slot + open->count * open->stride == from.slot) {
        ++open->count;
        continue;
      }
      AddendGroup group;
      const SumRow& row = *node.row;
      const TermRow& term = operand.term != nullptr ? *operand.term : kPlain;
      group.first_slot = from.slot;
      group.input = from.widths;
      group.exact = !term.fraction_bits.value_or(row.fraction_bits).has_value();
      group.fraction_bits = term.fraction_bits.value_or(row.fraction_bits).value_or(0);
      group.alignment_rounding = term.alignment_rounding.value_or(row.alignment_rounding);
      // Nothing is ever shifted out of an exact term: it draws nothing.
      if (group.exact && group.alignment_rounding.is_stochastic())
        group.alignment_rounding = Rounding::toward_zero;
      group.zero_rule = term.zero_exponent.value_or(row.zero_exponent);
      group.exponent_offset = term.exponent_offset.value_or(0);
      group.negated = term.negated;
      if (group.negated) check_negated(row, operand.value == plan_.multiplier.lanes);
      group.complements = !row.ones_complement.empty();
      group.input.fraction_bits += group.raised();
      group.input.exponent_min += group.raised();
      group.input.exponent_max += group.raised();
      if (term.vanishes_below) group.vanishes_below = *term.vanishes_below - group.raised();
      plan_.groups.push_back(group);
      group_terms_.push_back(&term);
      group_spans_.push_back(
          {from.beside_scales.min + group.raised(), from.beside_scales.max + group.raised()});
      last_term = operand.term;
      last = &from;
    }
  }

  // A root rounded to the whole result format is rounded once, by the result's normalizer.
  bool root_is_result() const {
    const ResultRow& result = row_.result;
    const SumRow& root = row_.sums.back();
    return root.round_to != nullptr && *root.round_to == *result.format &&
           keeps_all(root.significand_fraction) && keeps_all(result.significand_fraction) &&
           !result.prerounding;
  }

  bool keeps_all(const std::optional<int>& significand_fraction) const {
    const int all = row_.result.format->fraction_bits;
    return significand_fraction.value_or(all) >= all;
  }

  // Kept, or seen below that, by the first rounding of the root.
  int result_fraction_bits() const {
    const ResultRow& result = row_.result;
    if (result.prerounding)
      return result.prerounding->significand_fraction + result.prerounding->rounding.random_bits;
    const Rounding rounding = root_is_result() ? row_.sums.back().rounding : result.rounding;
    return result.significand_fraction.value_or(result.format->fraction_bits) +
           rounding.random_bits;
  }

  void plan_result() {
    const ResultRow& row = row_.result;
    const TermWidths root = value(tree_.root).widths;
    plan_.d = *row.format;
    plan_.nan = row.nan.value_or(row.format->default_nan());
    plan_.nan_known = row.nan.has_value();
    plan_.factor_nan = row.factor_nan.value_or(plan_.nan);
    plan_.keeps_c_nan = row.c_nan == OwnNan::quiet;
    plan_.raises_flags = row.flags == StatusFlags::ieee;
    RoundPlan& round = plan_.result;
    if (row.format->is_integer()) check_integer(root);
    if (root_is_result()) {
      const SumRow& last = row_.sums.back();
      round = round_to(*row.format, root, last.rounding);
      round.saturates = saturation_of(last.overflow, last.rounding);
    } else {
      round = round_to(*row.format, root, row.rounding);
      round.saturates = saturation_of(row.overflow, row.rounding);
      round.keeps_underflow_sign = row.underflow == Underflow::keep_sign;
      round.keeps_prerounding_sign = round.keeps_underflow_sign;
    }
    round.has_lost_bit = !plan_.sums.back().rounds && plan_.sums.back().total.tells_lost;
    keep_fraction(round, row.significand_fraction);
    if (row.prerounding) {
      round.prerounding_fraction_bits = row.prerounding->significand_fraction;
      round.prerounding = row.prerounding->rounding;
      if (row.prerounding->underflow)
        round.keeps_prerounding_sign = *row.prerounding->underflow == Underflow::keep_sign;
    }
    round.work_bits = work_bits(round);
  }

  // Nothing is left to round off, and nothing to normalize.
  void check_integer(const TermWidths& root) const {
    if (root.fraction_bits != 0 || root.exponent_min != 0 || root.exponent_max != 0)
      throw RowError("result.format",
                     std::string(row_.result.format->name) +
                         " is an integer, and the last sum is none; add products of integers and "
                         "an integer c, exactly, or use a floating-point format");
  }

  Plan& plan_;
  const Unit& unit_;
  const Datapath& row_;
  const Tree tree_;
  std::vector<Value> values_;
  ExponentSpan beside_scales_;               // of products, without those of their scales
  std::vector<const TermRow*> group_terms_;  // of each group of the plan
  std::vector<ExponentSpan> group_spans_;    // likewise, where its terms share their scales
  std::optional<int> moved_zeros_;  // the greatest exponent of zeros, where factors move it
};

}  // namespace

Saturation saturation_of(Overflow overflow, Rounding rounding) {
  const auto saturates = [&](bool negative) {
    return overflow == Overflow::saturate ||
           (overflow == Overflow::by_rounding && !may_increment(rounding.mode, negative));
  };
  return {.plus = saturates(false), .minus = saturates(true)};
}

RoundPlan plan_rounding(const TermWidths& input, const Format& format, Rounding rounding) {
  RoundPlan round;
  round.input = input;
  round.fraction_bits = format.fraction_bits;
  round.rounding = rounding;
  round.least_exponent = format.least_exponent();
  round.greatest_exponent = format.greatest_exponent();
  round.greatest_significand = format.greatest_significand();
  round.greatest_negative_significand = format.greatest_negative_significand();
  if (format.is_integer()) round.stored_bits = format.storage_bits();
  round.has_infinity = format.has_infinity();
  round.has_minus_zero = format.has_minus_zero();
  round.work_bits = work_bits(round);
  return round;
}

namespace {
std::atomic<std::uint64_t> made{0};
}  // namespace

Plan make_plan(const Unit& unit) {
  refuse_own_stages(unit);
  made.fetch_add(1, std::memory_order_relaxed);
  Plan plan;
  Elaborator(unit, plan).run();
  return plan;
}

std::uint64_t plans_made() { return made.load(std::memory_order_relaxed); }

Unit addition_unit(const Format& x, const Format& sum_format, Rounding rounding,
                   std::optional<std::uint64_t> nan, const Structure& structure) {
  Unit addition;
  addition.structure = structure;
  Instruction& instruction = addition.instruction;
  instruction.a = instruction.b = &x;
  instruction.c = &sum_format;
  instruction.shape.k = 1;
  Datapath& row = addition.datapath;
  row.lanes = 1;
  row.zero_sign = ZeroSign::ieee;
  SumRow sum;
  sum.name = "late_c";
  sum.terms.resize(2);
  sum.terms[0].from = "products";
  sum.terms[1].from = "c";
  row.sums.push_back(sum);
  row.result.format = &sum_format;
  row.result.rounding = rounding;
  row.result.nan = nan;
  return addition;
}

Unit late_c_unit(const Unit& unit) {
  return addition_unit(unit.d(), unit.d(), unit.instruction.late_c->rounding,
                       unit.datapath.result.nan, unit.structure);
}

}  // namespace mmasc
