// SPDX-License-Identifier: Apache-2.0
#include "spec/plan.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "spec/error.h"

namespace mmasc {
namespace {

constexpr int kMaxWordBits = 4480;

int ceil_log2(std::uint64_t count) {
  return count <= 1 ? 0 : static_cast<int>(std::bit_width(count - 1));
}

// Signed width of every integer in [low, high].
int signed_bits(int low, int high) {
  const auto magnitude = static_cast<unsigned>(std::max(high, -(low + 1)));
  return static_cast<int>(std::bit_width(magnitude)) + 1;
}

// The leading bit, the fraction kept, a guard bit and a sticky bit; and no bit of the input lost.
int work_bits(const RoundPlan& round) {
  const int fraction = std::max(round.fraction_bits, round.prerounding_fraction_bits);
  return std::max(round.input.magnitude_bits, fraction + 3);
}

// A live value of the tree while it is elaborated.
struct Value {
  TermWidths widths;
  int slot = 0;   // in the current level's input
  int level = 0;  // the first level that may use it
  bool used = false;
};

class Elaborator {
 public:
  explicit Elaborator(const Unit& unit) : unit_(unit), row_(unit.datapath) {}

  Plan run() {
    plan_multiplier();
    collect_sums();
    plan_levels();
    plan_result();
    plan_exponents();
    plan_word();
    plan_stages();
    return plan_;
  }

 private:
  // A sum of the row cut down to one node: which values it adds, by index into values_.
  struct Operand {
    int value = 0;
    const TermRow* term = nullptr;  // null: a node of a pairwise or sequential sum
  };
  struct Node {
    const SumRow* row = nullptr;
    int index = 0;
    std::vector<Operand> operands;
    int output = 0;  // index into values_
    int level = 0;
  };

  [[noreturn]] static void fail(const std::string& key, const std::string& what) {
    throw RowError(key, what);
  }

  RoundPlan round_to(const Format& format, const TermWidths& input, Rounding rounding) const {
    RoundPlan round = plan_rounding(input, format, rounding);
    round.flush = row_.flush.results;
    return round;
  }

  void plan_multiplier() {
    MultiplierPlan& m = plan_.multiplier;
    const Instruction& instruction = unit_.instruction;
    m.a = instruction.widen ? *instruction.widen : *instruction.a;
    m.b = instruction.widen ? *instruction.widen : *instruction.b;
    m.c = *instruction.c;
    m.lanes = unit_.lanes();
    m.flush_inputs = row_.flush.inputs;
    m.c_term = widths_of(m.c);

    TermWidths& p = m.product;
    p.magnitude_bits = m.a.significand_bits() + m.b.significand_bits();
    p.fraction_bits = m.a.fraction_bits + m.b.fraction_bits;
    p.exponent_min = m.a.least_exponent() + m.b.least_exponent();
    p.exponent_max = m.a.greatest_exponent() + m.b.greatest_exponent();
    const bool fixed_point = std::any_of(row_.sums.begin(), row_.sums.end(), [](const SumRow& sum) {
      return sum.exponent == ExponentSource::scales;
    });
    if (fixed_point) {
      m.fixed_point_shift = p.exponent_max - p.exponent_min;
      p.magnitude_bits += m.fixed_point_shift;
      p.fraction_bits -= p.exponent_min;
      p.exponent_min = p.exponent_max = 0;
    }
    if (instruction.scale) {
      m.scale = *instruction.scale->format;
      m.scale_lanes = std::min(instruction.scale->block, m.lanes);
      if (m.scale.fraction_bits > 0) p.magnitude_bits += 2 * m.scale.significand_bits();
      p.fraction_bits += 2 * m.scale.fraction_bits;
      p.exponent_min += 2 * m.scale.least_exponent();
      p.exponent_max += 2 * m.scale.greatest_exponent();
    }
    // A limit no product can reach costs nothing.
    if (row_.product.infinity_at && p.exponent_max + p.integer_bits() > *row_.product.infinity_at)
      m.infinity_at = *row_.product.infinity_at;

    if (row_.product.round_to != nullptr) {
      m.rounds = true;
      m.round = round_to(*row_.product.round_to, p, row_.product.rounding);
    }
  }

  // Resolves names to values and every sum to nodes, in an order that levels follow.
  void collect_sums() {
    const MultiplierPlan& m = plan_.multiplier;
    for (int k = 0; k <= m.lanes; ++k) {
      Value value;
      value.widths = k == m.lanes ? m.c_term : m.rounds ? m.round.output() : m.product;
      value.slot = k;
      values_.push_back(value);
      names_[k == m.lanes ? "c" : "products"].push_back(k);
    }
    for (std::size_t i = 0; i < row_.sums.size(); ++i) collect_sum(row_.sums[i]);
    root_ = names_[row_.sums.back().name].front();
  }

  void collect_sum(const SumRow& row) {
    std::vector<std::vector<Operand>> parts(static_cast<std::size_t>(row.groups));
    for (const TermRow& term : row.terms) {
      const auto found = names_.find(term.from);
      if (found == names_.end()) fail(key(row, "terms"), "unknown term '" + term.from + "'");
      const std::vector<int> selected = select(found->second, term.selection);
      const std::size_t size = selected.size() / parts.size();
      if (size == 0 || size * parts.size() != selected.size())
        fail(key(row, "groups"), "the " + std::to_string(selected.size()) + " elements of '" +
                                     term.from + "' do not divide into " +
                                     std::to_string(parts.size()) + " equal groups");
      for (std::size_t i = 0; i < selected.size(); ++i)
        parts[i / size].push_back({selected[i], &term});
    }
    std::vector<int> outputs;
    int index = 0;
    for (const auto& part : parts) outputs.push_back(collect_part(row, part, index));
    names_[row.name] = outputs;
  }

  int collect_part(const SumRow& row, std::vector<Operand> part, int& index) {
    if (row.shape == Shape::fused || part.size() == 1) return add_node(row, part, index);
    while (part.size() > 1) {
      std::vector<Operand> next;
      if (row.shape == Shape::pairwise) {
        std::size_t i = 0;
        for (; i + 1 < part.size(); i += 2)
          next.push_back({add_node(row, {part[i], part[i + 1]}, index), nullptr});
        if (i < part.size()) next.push_back(part[i]);
      } else {
        next.push_back({add_node(row, {part[0], part[1]}, index), nullptr});
        next.insert(next.end(), part.begin() + 2, part.end());
      }
      part = std::move(next);
    }
    return part.front().value;
  }

  int add_node(const SumRow& row, std::vector<Operand> operands, int& index) {
    Node node;
    node.row = &row;
    node.index = index++;
    for (const Operand& operand : operands) {
      Value& value = values_[static_cast<std::size_t>(operand.value)];
      if (value.used) fail(key(row, "terms"), "a term is used twice");
      value.used = true;
      node.level = std::max(node.level, value.level);
    }
    node.operands = std::move(operands);
    node.output = static_cast<int>(values_.size());
    Value output;
    output.level = node.level + 1;
    values_.push_back(output);
    nodes_.push_back(node);
    if (static_cast<int>(nodes_.size()) > kMaxSumNodes || node.level >= kMaxLevels)
      fail(key(row, "shape"), "the tree has too many sums; at most " +
                                  std::to_string(kMaxSumNodes) + " in " +
                                  std::to_string(kMaxLevels) + " levels");
    return node.output;
  }

  static std::vector<int> select(const std::vector<int>& all, const Selection& selection) {
    const int size = static_cast<int>(all.size());
    int first = 0, last = size, stride = 1;
    switch (selection.kind) {
      case Selection::Kind::all:
        break;
      case Selection::Kind::odd:
        first = 1;
        [[fallthrough]];
      case Selection::Kind::even:
        stride = 2;
        break;
      case Selection::Kind::range:
        first = selection.first;
        last = std::min(selection.last, size);
        break;
    }
    std::vector<int> selected;
    for (int i = first; i < last; i += stride) selected.push_back(all[static_cast<std::size_t>(i)]);
    return selected;
  }

  void plan_levels() {
    const int level_count = values_[static_cast<std::size_t>(root_)].level;
    std::vector<int> live;  // values in slot order
    for (int k = 0; k <= plan_.multiplier.lanes; ++k) live.push_back(k);
    for (int l = 0; l < level_count; ++l) {
      LevelPlan level;
      level.first_sum = plan_.sums.size();
      std::vector<int> next;
      for (Node& node : nodes_) {
        if (node.level != l) continue;
        plan_sum(node, level);
        next.push_back(node.output);
        for (const Operand& operand : node.operands) std::erase(live, operand.value);
      }
      for (int value : live) {
        level.passing.push_back(
            static_cast<std::int16_t>(values_[static_cast<std::size_t>(value)].slot));
        next.push_back(value);
      }
      level.sum_count = plan_.sums.size() - level.first_sum;
      plan_.levels.push_back(level);
      live = next;
      for (std::size_t slot = 0; slot < live.size(); ++slot)
        values_[static_cast<std::size_t>(live[slot])].slot = static_cast<int>(slot);
    }
    if (live.size() != 1)
      fail("sum", std::to_string(live.size() - 1) +
                      " terms are never used; the last sum must take what is left");
  }

  void plan_sum(const Node& node, LevelPlan& level) {
    const SumRow& row = *node.row;
    const bool is_root = node.output == root_;
    SumPlan sum;
    sum.name = Name(row.name);
    sum.index = node.index;
    sum.first_group = plan_.groups.size();
    sum.first_addend = level.addend_count;
    sum.addend_count = static_cast<int>(node.operands.size());
    sum.has_exponent_floor = row.exponent_floor.has_value();
    sum.exponent_floor = row.exponent_floor.value_or(0);
    sum.zero_sign = row_.zero_sign;

    sum.rounds = row.round_to != nullptr && !(is_root && root_is_result());
    sum.rounds_down = row.round_to != nullptr ? row.rounding == Rounding::down
                                              : is_root && row_.result.rounding == Rounding::down;
    group_operands(node);
    sum.group_count = plan_.groups.size() - sum.first_group;
    plan_alignment(row, is_root, sum);
    if (sum.rounds) {
      sum.round = round_to(*row.round_to, sum.output, row.rounding);

      level.rounds = true;
    }
    values_[static_cast<std::size_t>(node.output)].widths = sum.result();
    level.addend_count += sum.addend_count;
    plan_.sums.push_back(sum);
  }

  // Operands of one row entry with one width and an even stride become one group.
  void group_operands(const Node& node) {
    static const TermRow kPlain;
    const TermRow* last_term = nullptr;
    for (const Operand& operand : node.operands) {
      const Value& value = values_[static_cast<std::size_t>(operand.value)];
      AddendGroup* open =
          last_term != nullptr && last_term == operand.term ? &plan_.groups.back() : nullptr;
      if (open != nullptr && open->count == 1) open->stride = value.slot - open->first_slot;
      if (open != nullptr && open->stride > 0 &&
          open->first_slot + open->count * open->stride == value.slot) {
        ++open->count;
        continue;
      }
      AddendGroup group;
      const SumRow& row = *node.row;
      const TermRow& term = operand.term != nullptr ? *operand.term : kPlain;
      group.first_slot = value.slot;
      group.input = value.widths;
      group.exact = !term.fraction_bits.value_or(row.fraction_bits).has_value();
      group.fraction_bits = term.fraction_bits.value_or(row.fraction_bits).value_or(0);
      group.shift_out = term.shift_out.value_or(row.shift_out);
      group.zero_rule = term.zero_exponent.value_or(row.zero_exponent);
      group.vanishes_below = term.vanishes_below.value_or(kNoLimit);
      plan_.groups.push_back(group);
      last_term = operand.term;
    }
  }

  // Fraction bits, widths and exponent range of one sum.
  void plan_alignment(const SumRow& row, bool is_root, SumPlan& sum) {
    AddendGroup* const groups = &plan_.groups[sum.first_group];
    const int count = sum.group_count;
    bool all_exact = true, vanishes = false;
    for (int g = 0; g < count; ++g) {
      all_exact = all_exact && groups[g].exact;
      vanishes = vanishes || groups[g].vanishes_below != kNoLimit;
    }
    const bool rounds = row.round_to != nullptr || is_root;
    // The value of an exact sum that rounds does not depend on its zeros.
    if (all_exact && rounds && !vanishes)
      for (int g = 0; g < count; ++g) groups[g].zero_rule.kind = ZeroExponent::Kind::ignored;

    int low = groups[0].input.exponent_min, high = groups[0].input.exponent_max;
    int raised = high;  // what e_max may reach, exact zeros and the floor included
    for (int g = 0; g < count; ++g) {
      low = std::min(low, groups[g].input.exponent_min);
      high = std::max(high, groups[g].input.exponent_max);
      if (groups[g].zero_rule.kind == ZeroExponent::Kind::fixed)
        raised = std::max(raised, groups[g].zero_rule.value);
    }
    if (sum.has_exponent_floor) {
      low = std::max(low, sum.exponent_floor);
      raised = std::max(raised, sum.exponent_floor);
    }
    raised = std::max(raised, high);

    for (int g = 0; g < count; ++g)  // nothing of an exact term is ever shifted out
      if (groups[g].exact)
        groups[g].fraction_bits =
            groups[g].input.fraction_bits + raised - groups[g].input.exponent_min;
    sum.exact = all_exact;
    if (all_exact && rounds && !vanishes && !sum.has_exponent_floor && sum.addend_count == 2)
      narrow_window(row, sum);

    for (int g = 0; g < count; ++g) {
      if (groups[g].fraction_bits > kMaxFractionBits)
        fail(key(row, "fraction_bits"),
             "an exact window here takes " + std::to_string(groups[g].fraction_bits) +
                 " fraction bits; at most " + std::to_string(kMaxFractionBits));
      sum.fraction_bits = std::max(sum.fraction_bits, groups[g].fraction_bits);
    }

    int widest = 1;
    for (int g = 0; g < count; ++g) widest = std::max(widest, plan_group(groups[g], sum));
    std::uint64_t addends = 0;  // in units of the widest
    bool fractional = false;
    for (int g = 0; g < count; ++g) {
      const int narrower = widest - groups[g].magnitude_bits;
      const auto each = static_cast<std::uint64_t>(groups[g].count);
      addends += narrower < 8 ? each >> narrower : 0;
      fractional = fractional || narrower >= 8 || ((each >> narrower) << narrower) != each;
    }
    const int magnitude_bits =
        widest + ceil_log2(addends + (fractional ? 1 + static_cast<std::uint64_t>(count) : 0));
    sum.sum_bits = magnitude_bits + 1;
    sum.output = {magnitude_bits, sum.fraction_bits, low, raised};
  }

  // Shifts and width of one group's addends; returns the width.
  static int plan_group(AddendGroup& group, const SumPlan& sum) {
    const int difference = group.fraction_bits - group.input.fraction_bits;
    group.pre_shift = std::max(0, difference);
    group.post_shift = std::max(0, -difference);
    group.scale_up = sum.fraction_bits - group.fraction_bits;
    int bits = std::max(1, group.input.magnitude_bits + difference);
    if (may_increment(group.shift_out)) ++bits;
    group.magnitude_bits = bits + group.scale_up;
    return group.magnitude_bits;
  }

  // Two terms x and y, the exponent of x the larger: y is cut only where it is so small that the
  // leading bit of x + y stays at or above the last bit of x less one. Then a window that reaches
  // one guard and one sticky bit below the rounding is enough; y's lost bits go into the sticky
  // bit. Holds for y whole above the window where it can still cancel.
  void narrow_window(const SumRow& row, SumPlan& sum) {
    AddendGroup* const first = &plan_.groups[sum.first_group];
    AddendGroup* const second = sum.group_count == 2 ? first + 1 : first;
    const ResultRow& result = row_.result;
    int kept = 0;
    if (sum.rounds)
      kept = row.round_to->fraction_bits;
    else
      kept = std::max(result.significand_fraction.value_or(result.format->fraction_bits),
                      result.prerounding ? result.prerounding->significand_fraction : 0);
    int window = 0;
    for (const auto& [x, y] : {std::pair{first, second}, std::pair{second, first}})
      window = std::max({window,
                         x->input.fraction_bits + y->input.integer_bits() + y->input.fraction_bits,
                         x->input.fraction_bits + kept + 3});
    if (window >= std::max(first->fraction_bits, second->fraction_bits)) return;
    sum.sticky = true;
    for (AddendGroup* group : {first, second}) {
      group->fraction_bits = window;
      group->shift_out = Rounding::to_odd;
    }
  }

  // A root rounded to the whole result format is rounded once, by the result's normalizer.
  bool root_is_result() const {
    const ResultRow& result = row_.result;
    return row_.sums.back().round_to == result.format && !result.significand_fraction &&
           !result.prerounding;
  }

  void plan_result() {
    const ResultRow& row = row_.result;
    const TermWidths root = values_[static_cast<std::size_t>(root_)].widths;
    plan_.d = *row.format;
    plan_.nan = row.nan.value_or(row.format->default_nan());
    plan_.nan_known = row.nan.has_value();
    RoundPlan& round = plan_.result;
    if (root_is_result()) {
      round = round_to(*row.format, root, row_.sums.back().rounding);
    } else {
      round = round_to(*row.format, root, row.rounding);
      round.saturates = row.overflow == Overflow::saturate;
      round.keeps_underflow_sign = row.underflow == Underflow::keep_sign;
    }
    if (row.significand_fraction) {
      round.fraction_bits = *row.significand_fraction;
      round.greatest_significand >>= row.format->fraction_bits - round.fraction_bits;
    }
    if (row.prerounding) {
      round.prerounding_fraction_bits = row.prerounding->significand_fraction;
      round.prerounding = row.prerounding->rounding;
    }
    round.work_bits = work_bits(round);
  }

  template <class F>
  void for_each_round(F&& f) {
    if (plan_.multiplier.rounds) f(plan_.multiplier.round);
    for (const SumPlan& sum : plan_.sums)
      if (sum.rounds) f(sum.round);
    f(plan_.result);
  }

  // One signed width for every exponent, exponent distance and shift amount.
  void plan_exponents() {
    const MultiplierPlan& m = plan_.multiplier;
    int low = std::min(m.c.least_exponent(), m.a.least_exponent() + m.b.least_exponent());
    int high = std::max(m.c.greatest_exponent(), m.a.greatest_exponent() + m.b.greatest_exponent());
    const auto include = [&](int exponent) {
      low = std::min(low, exponent);
      high = std::max(high, exponent);
    };
    const auto include_widths = [&](const TermWidths& widths) {
      include(widths.exponent_min);
      include(widths.exponent_max);
    };
    include(m.a.least_exponent());
    include(m.b.least_exponent());
    include_widths(m.product);
    for (const SumPlan& sum : plan_.sums) {
      include_widths(sum.output);
      if (sum.has_exponent_floor) include(sum.exponent_floor);
    }
    for (const AddendGroup& group : plan_.groups)
      if (group.zero_rule.kind == ZeroExponent::Kind::fixed) include(group.zero_rule.value);
    for_each_round([&](const RoundPlan& round) { include_widths(round.output()); });
    plan_.absent_exponent = low - 1;
    for (AddendGroup& group : plan_.groups)
      group.zero_exponent = group.zero_rule.kind == ZeroExponent::Kind::fixed
                                ? group.zero_rule.value
                                : plan_.absent_exponent;

    // NaN and Inf operands and scales lie one above their format's greatest exponent.
    const int least = low - 1, greatest = high + 4;
    int reach = std::max(-least, greatest);
    for (const AddendGroup& group : plan_.groups) {
      reach = std::max({reach, greatest - least + group.post_shift, group.shifted_bits() + 1});
      if (group.vanishes_below != kNoLimit) reach = std::max(reach, group.vanishes_below);
    }
    for_each_round([&](const RoundPlan& round) {
      const int lowest = least - 1 - std::max(0, round.input.fraction_bits);
      const int denormal = std::max(0, round.least_exponent - lowest);
      reach = std::max({reach, -lowest, greatest + round.work_bits, denormal + round.work_bits});
    });
    if (m.infinity_at != kNoLimit)
      reach = std::max({reach, std::abs(m.infinity_at), greatest + m.product.magnitude_bits});
    plan_.exponent_bits = signed_bits(-reach, reach);
  }

  // One signed width for every word: ports, significands, addends and the workings of a rounding.
  void plan_word() {
    const MultiplierPlan& m = plan_.multiplier;
    int bits = std::max({m.a.storage_bits(), m.b.storage_bits(), m.c.storage_bits(),
                         plan_.d.storage_bits(), m.product.magnitude_bits}) +
               1;
    constexpr int kRoundingBits = 3;  // shift.h: twice what is dropped, and a sign
    for (const AddendGroup& group : plan_.groups)
      bits = std::max(bits, group.shifted_bits() + kRoundingBits);
    for (const SumPlan& sum : plan_.sums) bits = std::max(bits, sum.sum_bits);
    for_each_round([&](const RoundPlan& round) {
      bits = std::max({bits, round.work_bits + kRoundingBits,
                       round.prerounding_fraction_bits + 2 + kRoundingBits});
    });
    plan_.word_bits = bits;
    if (bits > kMaxWordBits)
      fail("sum", "the widest sum takes " + std::to_string(bits) + " bits; at most " +
                      std::to_string(kMaxWordBits) + ", so keep fewer fraction_bits");
  }

  void plan_stages() {
    const Structure& structure = unit_.structure;
    plan_.adder_radix = structure.adder_tree.radix;
    const auto stage = [&](StageKind kind, int level, int registers) -> StagePlan& {
      StagePlan next;
      next.kind = kind;
      next.level = level;
      next.registers = registers;
      plan_.stages.push_back(next);
      return plan_.stages.back();
    };
    stage(StageKind::multiplier, -1, structure.multiplier.registers);
    if (plan_.multiplier.rounds) stage(StageKind::normalizer, -1, structure.normalizer.registers);
    for (int l = 0; l < plan_.levels.size(); ++l) {
      const LevelPlan& level = plan_.levels[l];
      stage(StageKind::aligner, l, structure.aligner.registers);
      int most = 1;
      for (int s = 0; s < level.sum_count; ++s)
        most = std::max(most, plan_.sums[level.first_sum + s].addend_count);
      const int depth = tree_levels(most, plan_.adder_radix);
      for (int t = 0; t < depth; ++t) {
        StagePlan& tree = stage(StageKind::adder_tree, l, structure.adder_tree.registers_per_level);
        tree.tree_level = t;
        tree.last_tree_level = t + 1 == depth;
      }
      if (level.rounds) stage(StageKind::normalizer, l, structure.normalizer.registers);
    }
    stage(StageKind::normalizer, -1, structure.normalizer.registers).last = true;
    if (structure.normalizer.registers < 1)
      fail("structure.normalizer.registers", "a unit's outputs are registered; at least 1");
  }

  static std::string key(const SumRow& row, const char* field) {
    return "sum." + row.name + "." + field;
  }

  const Unit& unit_;
  const Datapath& row_;
  Plan plan_;
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::map<std::string, std::vector<int>> names_;
  int root_ = 0;
};

}  // namespace

RoundPlan plan_rounding(const TermWidths& input, const Format& format, Rounding rounding) {
  RoundPlan round;
  round.input = input;
  round.fraction_bits = format.fraction_bits;
  round.rounding = rounding;
  round.least_exponent = format.least_exponent();
  round.greatest_exponent = format.greatest_exponent();
  round.greatest_significand = format.greatest_significand();
  round.has_infinity = format.has_infinity();
  round.has_minus_zero = format.has_minus_zero();
  round.work_bits = work_bits(round);
  return round;
}

Plan make_plan(const Unit& unit) { return Elaborator(unit).run(); }

Plan make_late_c_plan(const Unit& unit) {
  Unit addition;
  addition.structure = unit.structure;
  Instruction& instruction = addition.instruction;
  instruction.a = instruction.b = instruction.c = unit.datapath.result.format;
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
  row.result.format = instruction.c;
  row.result.rounding = unit.instruction.late_c->rounding;
  row.result.nan = unit.datapath.result.nan;
  return make_plan(addition);
}

}  // namespace mmasc
