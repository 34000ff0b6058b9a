// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/step_rules.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <string>
#include <utility>

namespace mmasc {
namespace {

// The elements of a named value that a selection takes.
std::vector<int> selected(const std::vector<int>& elements, const Selection& selection) {
  std::vector<int> taken;
  for (int i = 0; i < static_cast<int>(elements.size()); ++i) {
    const bool take =
        selection.kind == Selection::Kind::all ||
        (selection.kind == Selection::Kind::even && i % 2 == 0) ||
        (selection.kind == Selection::Kind::odd && i % 2 == 1) ||
        (selection.kind == Selection::Kind::range && i >= selection.first && i < selection.last);
    if (take) taken.push_back(elements[static_cast<std::size_t>(i)]);
  }
  return taken;
}

// A root that is rounded to the whole result's format is the result.
bool root_is_result(const Datapath& row) {
  const ResultRow& result = row.result;
  const SumRow& root = row.sums.back();
  if (root.round_to == nullptr || *root.round_to != *result.format || result.prerounding)
    return false;
  for (const auto& kept : {root.significand_fraction, result.significand_fraction})
    if (kept && *kept < result.format->fraction_bits) return false;
  return true;
}

// The sums of a step, in the order of the row and then level by level: a sum is of the level after
// the last of its terms.
class TreeReader {
 public:
  TreeReader(const Datapath& row, int lanes) : row_(row) {
    for (int lane = 0; lane <= lanes; ++lane) {
      values_[lane < lanes ? "products" : "c"].push_back(lane);
      levels_.push_back(0);
    }
  }

  std::vector<SumRule> read() && {
    for (const SumRow& row : row_.sums) {
      std::vector<int> outputs;
      for (int group = 0; group < row.groups; ++group)
        outputs.push_back(read_sum(row, addends(row, group)));
      values_[row.name] = std::move(outputs);
    }
    if (root_is_result(row_)) sums_.back().round.reset();
    std::ranges::stable_sort(sums_, {}, &SumRule::level);
    return std::move(sums_);
  }

 private:
  static AddendRule plain(int value, const SumRow& row) {
    AddendRule addend;
    addend.value = value;
    addend.fraction_bits = row.fraction_bits;
    addend.alignment_rounding = row.alignment_rounding;
    addend.zero_exponent = row.zero_exponent;
    return addend;
  }

  std::vector<AddendRule> addends(const SumRow& row, int group) const {
    std::vector<AddendRule> all;
    for (const TermRow& term : row.terms) {
      const std::vector<int> elements = selected(values_.at(term.from), term.selection);
      const auto part = elements.size() / static_cast<std::size_t>(row.groups);
      for (std::size_t i = 0; i < part; ++i) {
        AddendRule addend = plain(elements[static_cast<std::size_t>(group) * part + i], row);
        if (term.fraction_bits) addend.fraction_bits = *term.fraction_bits;
        if (term.alignment_rounding) addend.alignment_rounding = *term.alignment_rounding;
        if (term.zero_exponent) addend.zero_exponent = *term.zero_exponent;
        addend.vanishes_below = term.vanishes_below;
        addend.exponent_offset = term.exponent_offset.value_or(0);
        addend.negated = term.negated;
        addend.gives_frame = term.from == row.ones_complement;
        all.push_back(addend);
      }
    }
    return all;
  }

  // The value that the sum of the addends is, in the row's shape.
  int read_sum(const SumRow& row, std::vector<AddendRule> addends) {
    if (row.shape == Shape::fused || addends.size() == 1) return add(row, std::move(addends));
    while (addends.size() > 1) {
      std::vector<AddendRule> next;
      const auto pair = [&](std::size_t i) {
        next.push_back(plain(add(row, {addends[i], addends[i + 1]}), row));
      };
      std::size_t i = 0;
      if (row.shape == Shape::pairwise)
        for (; i + 1 < addends.size(); i += 2) pair(i);
      else
        pair(0), i = 2;
      next.insert(next.end(), addends.begin() + static_cast<std::ptrdiff_t>(i), addends.end());
      addends = std::move(next);
    }
    return addends.front().value;
  }

  int add(const SumRow& row, std::vector<AddendRule> addends) {
    const bool is_root = &row == &row_.sums.back();
    SumRule sum;
    for (const AddendRule& addend : addends)
      sum.level = std::max(sum.level, levels_[static_cast<std::size_t>(addend.value)]);
    sum.addends = std::move(addends);
    sum.output = static_cast<int>(levels_.size());
    levels_.push_back(sum.level + 1);
    sum.exponent_floor = row.exponent_floor;
    sum.exponent_grid = row.exponent_grid;
    sum.has_ieee_zero_sign = row.zero_sign.value_or(row_.zero_sign) == ZeroSign::ieee;
    sum.rounds_down = row.round_to != nullptr ? row.rounding == Rounding::down
                                              : is_root && row_.result.rounding == Rounding::down;
    sum.complements = !row.ones_complement.empty();
    sum.accumulator = row.accumulator;
    sum.cut = row.cut;
    sum.cancelled = row.cancelled;
    sum.sticky = row.sticky;
    if (row.round_to != nullptr) {
      sum.round = rule_of(*row.round_to, row.rounding);
      if (row.significand_fraction) sum.round->fraction_bits = *row.significand_fraction;
      sum.round->overflow = row.overflow;
    }
    sums_.push_back(std::move(sum));
    return sums_.back().output;
  }

  const Datapath& row_;
  std::map<std::string, std::vector<int>> values_;
  std::vector<int> levels_;  // of each value: the first that may use it
  std::vector<SumRule> sums_;
};

class StepReader {
 public:
  StepReader(const Unit& unit, const Windows& windows) : unit_(unit), row_(unit.datapath) {
    rules_.sums = TreeReader(row_, unit.lanes()).read();
    for (std::size_t s = 0; s < windows.sums.size(); ++s) hold(rules_.sums[s], windows.sums[s]);
    rules_.nowhere = windows.nowhere;
  }

  StepRules read() && {
    read_operands();
    read_result();
    number_random();
    return std::move(rules_);
  }

 private:
  // An exact term takes the window's fields.
  static void hold(SumRule& sum, const SumWindow& window) {
    assert(window.terms.size() == sum.addends.size());
    for (std::size_t i = 0; i < sum.addends.size(); ++i) {
      AddendRule& addend = sum.addends[i];
      if (addend.fraction_bits) continue;
      addend.fraction_bits = window.terms[i].fraction_bits;
      addend.alignment_rounding = window.terms[i].rounding;
      addend.zero_exponent = window.terms[i].zero_exponent;
    }
    if (!window.has_exponent_floor) sum.exponent_floor.reset();
  }

  void read_operands() {
    const Instruction& instruction = unit_.instruction;
    rules_.a = &unit_.a();
    rules_.b = &unit_.b();
    rules_.c = &unit_.c();
    rules_.lanes = unit_.lanes();
    rules_.flush_inputs = row_.flush.inputs;
    if (const auto& scale = instruction.scale)
      for (const Operand operand : {Operand::sa, Operand::sb})
        rules_.scales.push_back({operand, scale->format, scale->block});
    if (instruction.tensor_scale != nullptr)
      rules_.scales.push_back({Operand::st, instruction.tensor_scale, unit_.products()});
    rules_.product = row_.product;
    rules_.fixed_point = std::ranges::any_of(
        row_.sums, [](const SumRow& sum) { return sum.exponent == ExponentSource::scales; });
    if (row_.product.round_to != nullptr)
      rules_.product_round = flushing(rule_of(*row_.product.round_to, row_.product.rounding));
  }

  RoundingRule flushing(RoundingRule rule) const {
    rule.flush = row_.flush.results;
    rule.tininess = row_.flush.tininess;
    return rule;
  }

  void read_result() {
    const ResultRow& row = row_.result;
    const SumRow& root = row_.sums.back();
    rules_.d = row.format;
    rules_.result = row;
    for (SumRule& sum : rules_.sums)
      if (sum.round) sum.round = flushing(*sum.round);
    RoundingRule rule = rule_of(*row.format, row.rounding);
    if (root_is_result(row_)) {
      rule.rounding = root.rounding;
      rule.overflow = root.overflow;
    } else {
      rule.overflow = row.overflow;
      rule.underflow = row.underflow;
      rule.prerounding = row.prerounding;
      if (row.significand_fraction) rule.fraction_bits = *row.significand_fraction;
    }
    rules_.result_round = flushing(rule);
  }

  int drawn(Rounding rounding) {
    const auto element = static_cast<int>(rules_.random_bits.size());
    if (rounding.is_stochastic()) rules_.random_bits.push_back(rounding.random_bits);
    return element;
  }

  void number_random() {
    if (rules_.product_round)
      for (int lane = 0; lane < rules_.lanes; ++lane) drawn(rules_.product_round->rounding);
    auto& sums = rules_.sums;
    for (auto first = sums.begin(); first != sums.end();) {
      const auto end = std::ranges::find_if(
          first, sums.end(), [&](const SumRule& sum) { return sum.level != first->level; });
      for (auto sum = first; sum != end; ++sum)
        for (AddendRule& addend : sum->addends) {
          // Nothing is ever shifted out of an exact term: it draws nothing.
          if (!addend.fraction_bits) addend.alignment_rounding = Rounding::toward_zero;
          addend.random = drawn(addend.alignment_rounding);
        }
      for (auto sum = first; sum != end; ++sum)
        if (sum->round) sum->random = drawn(sum->round->rounding);
      first = end;
    }
    const RoundingRule& result = rules_.result_round;
    rules_.result_random = static_cast<int>(rules_.random_bits.size());
    if (result.prerounding) drawn(result.prerounding->rounding);
    drawn(result.rounding);
  }

  const Unit& unit_;
  const Datapath& row_;
  StepRules rules_;
};

}  // namespace

StepRules read_step(const Unit& unit, const Windows& windows) {
  return StepReader(unit, windows).read();
}

Unit late_addition(const Unit& unit) {
  Unit addition;
  Instruction& instruction = addition.instruction;
  instruction.a = instruction.b = instruction.c = &unit.d();
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
  row.result.format = &unit.d();
  row.result.rounding = unit.instruction.late_c->rounding;
  row.result.nan = unit.datapath.result.nan;
  return addition;
}

}  // namespace mmasc
