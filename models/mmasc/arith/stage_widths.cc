// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/stage_widths.h"

#include <algorithm>
#include <bit>

#include "mmasc/arith/payload_fields.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

// Bits of a number 0..most.
int bits_of(int most) { return std::bit_width(static_cast<unsigned>(std::max(most, 0))); }

int element_bits(const Format& format) { return format.storage_bits() - format.ignored_low_bits; }

// Addends are narrower than the widest of their sum, to which they are extended by zeros or, those
// of a ones' complement, by copies of their sign.
int bits_without_registers(const Plan& plan, const LevelPlan& level) {
  int bits_more = 0;
  for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[s];
    const AddendBits bits = addend_bits(plan, sum, 0);
    int addend = 0;
    for (const AddendGroup& group : groups_of(plan, sum))
      for (int i = 0; i < group.count; ++i)
        bits_more += std::max(0, bits.of(addend++, sum.addend_count) - group.magnitude_bits - 1);
  }
  return bits_more;
}

// Partial sums have a sign beside them, but those of a ones' complement.
int signs_beside(const Plan& plan, const StagePlan& stage) {
  int signs = 0;
  if (stage.kind == StageKind::adder_tree && !stage.last_tree_level)
    for (const auto& [sum, first, count] : addends_behind(plan, stage))
      if (is_subtracted(plan.sums[sum])) signs += count;
  return signs;
}

double register_bits(const Plan& plan, const StagePlan& stage) {
  int payload = 0;
  for (const PayloadField& field : payload_fields(plan, stage)) payload += field.width;
  if (stage.kind == StageKind::aligner)
    payload -= bits_without_registers(plan, plan.levels[stage.level]);
  return static_cast<double>(stage.registers) * (payload + signs_beside(plan, stage) + kIdBits + 1);
}

// A shifter's multiplexers: `bits` enter, at most `window` leave, by 0..`most`.
double shifter(int bits, int window, int most) {
  double sum = 0;
  for (int step = 0; step < bits_of(most); ++step)
    sum += std::min(window, step < 30 ? bits + (2 << step) - 1 : window);
  return sum;
}

// Levels of a tree or a carry look-ahead over `bits`.
double levels(int bits) { return bits_of(bits - 1); }

// The path through a shifter: every bit of an amount drives a whole step.
void pass_shifter(StageWidths& through, int window, int most) {
  through.select_levels += bits_of(most);
  through.fan_out += double(window) * bits_of(most);
}

bool needs_sticky(Rounding rounding) {
  return depends_on(rounding.mode, RoundingBit::sticky) ||
         depends_on(rounding.mode, RoundingBit::inexact);
}

// A right shift of `bits` of a window by a variable amount, rounded; `count` of them.
void add_rounded_shift(StageWidths& to, int count, int bits, int window, Rounding rounding) {
  const int random = rounding.random_bits;
  const int most = window + std::max(1, random);
  to.shifter_bits += count * shifter(bits, window + random, most);
  if (needs_sticky(rounding)) to.sticky_bits += double(count) * window;
  if (may_increment(rounding)) to.adder_bits += double(count) * (window + random);
}

void pass_rounded_shift(StageWidths& through, int window, Rounding rounding) {
  pass_shifter(through, window, window + 1);
  if (may_increment(rounding))
    through.carry_levels += levels(window) + levels(rounding.random_bits);
}

double path_length(const StageWidths& path) { return path.carry_levels + path.select_levels; }

void take_longer(StageWidths& to, const StageWidths& path) {
  if (path_length(path) <= path_length(to)) return;
  to.carry_levels = path.carry_levels;
  to.select_levels = path.select_levels;
  to.fan_out = path.fan_out;
}

// A shifter behind a multiplier. The fan-out there is that of an operand's bit, which drives a
// whole row of partial products.
void pass_shifter_of_product(StageWidths& through, int most) {
  through.select_levels += bits_of(most);
  through.shifted_places = std::max<double>(through.shifted_places, most);
}

// The scales of lanes that share them are multiplied with one another, and then with each product
// of `bits` bits.
void pass_scales(const MultiplierPlan& m, int bits, StageWidths& w) {
  const double lanes = m.lanes, groups = lanes / m.lanes_scaled_alike();
  int before = 0, exponent_bits = 0;
  for (const ScalePlan& scale : m.scales) {
    const Format& format = scale.format;
    w.operand_bits += lanes / scale.lanes * element_bits(format);
    exponent_bits = std::max(exponent_bits, format.exponent_bits);
    if (&scale != m.scales.begin()) {
      w.exponent_bits += groups * format.exponent_bits;
      w.multiplier_bits += groups * std::max(0, before - 1) * (format.significand_bits() - 1);
    }
    before += scale.significand_bits();
  }
  w.exponent_bits += lanes * exponent_bits;
  w.scale_bits = before;
  if (before == 0) return;
  w.multiplier_bits += lanes * (bits - 1) * (before - 1);
  w.select_levels += levels(before);
  w.carry_levels += levels(bits + before);
}

StageWidths multiplier(const Plan& plan) {
  const MultiplierPlan& m = plan.multiplier;
  StageWidths w;
  const double lanes = m.lanes;
  const int a = m.factor_bits(m.a), b = m.factor_bits(m.b);
  w.terms = lanes;
  w.term_bits = std::max(a, b);
  w.operand_bits = lanes * (element_bits(m.a) + element_bits(m.b)) + element_bits(m.c);
  w.multiplier_bits = lanes * (a - 1) * (b - 1);
  w.exponent_bits = lanes * (m.a.exponent_bits + m.b.exponent_bits);
  int bits = a + b;
  w.select_levels = levels(std::min(a, b));
  w.carry_levels = levels(bits);
  w.fan_out = std::max(a, b);
  if (m.is_sparse()) {  // a tree of multiplexers for each lane, a level for each bit of an index
    w.select_bits = lanes * (m.sparsity.of - 1) * element_bits(m.b);
    w.select_levels += m.metadata.storage_bits();
  }
  if (m.raises_factors()) {
    const int most = m.grid.step - 1;
    pass_shifter_of_product(w, most);
    for (const Format* factor : {&m.a, &m.b})
      w.shifter_bits += lanes * shifter(factor->significand_bits(), m.factor_bits(*factor), most);
  }
  if (m.fixed_point()) {
    pass_shifter_of_product(w, m.fixed_point_shift);
    w.shifter_bits += lanes * shifter(bits, bits + m.fixed_point_shift, m.fixed_point_shift);
    bits += m.fixed_point_shift;
  }
  if (m.is_scaled()) pass_scales(m, bits, w);
  if (m.has_overflow()) {
    w.counter_bits += lanes * m.product.magnitude_bits;
    w.select_levels += levels(m.product.magnitude_bits);
    w.carry_levels += 2 * levels(plan.exponent_bits);
    w.exponent_bits += lanes * 2 * plan.exponent_bits;
  }
  return w;
}

StageWidths aligner(const Plan& plan, const LevelPlan& level) {
  StageWidths w;
  for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[s];
    w.terms = std::max<double>(w.terms, sum.addend_count);
    for (const AddendGroup& group : groups_of(plan, sum)) {
      const int window = group.shifted_bits();
      w.term_bits = std::max<double>(w.term_bits, window);
      StageWidths path;
      if (!is_subtracted(sum)) w.negator_bits += double(group.count) * group.magnitude_bits;
      const double carry = is_subtracted(sum) ? 0 : levels(group.magnitude_bits);
      if (!group.shifts) {  // all exponents are one, known before any operand
        path.carry_levels = carry;
        if (!is_subtracted(sum)) path.fan_out = group.magnitude_bits;
        take_longer(w, path);
        continue;
      }
      path.carry_levels = (levels(sum.addend_count + 1) + 1) * levels(plan.exponent_bits) + carry;
      path.select_levels = levels(sum.addend_count + 1);
      path.fan_out = sum.addend_count;
      pass_rounded_shift(path, window, group.alignment_rounding);
      take_longer(w, path);
      add_rounded_shift(w, group.count, group.input.magnitude_bits, window,
                        group.alignment_rounding);
      w.exponent_bits += double(group.count) * plan.exponent_bits;
    }
  }
  return w;
}

StageWidths adder_tree(const Plan& plan, const StagePlan& stage) {
  const LevelPlan& level = plan.levels[stage.level];
  StageWidths w;
  for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[s];
    const int count = addends_left(sum.addend_count, plan.adder_radix, stage.tree_level);
    const int left = stage.last_tree_level ? 1 : addends_left(count, plan.adder_radix, 1);
    w.terms = std::max<double>(w.terms, count);
    const int bits =
        stage.last_tree_level ? sum.sum_bits : addend_bits(plan, sum, stage.tree_level + 1).each;
    w.term_bits = std::max<double>(w.term_bits, bits);
    w.adder_bits += double(count - left) * bits;
    StageWidths path;
    path.select_levels = levels(stage.last_tree_level ? count : std::min(count, plan.adder_radix));
    path.carry_levels = levels(bits) * (path.select_levels > 0);
    if (is_subtracted(sum)) path.fan_out = bits;  // of what says that an adder subtracts
    if (stage.last_tree_level) {
      w.negator_bits += sum.output.magnitude_bits;
      if (sum.total.accumulator_bits > 0 && is_subtracted(sum)) {  // which holds a number
        w.negator_bits += sum.sum_bits;
        path.carry_levels += levels(sum.sum_bits);
      }
      path.carry_levels += levels(sum.sum_bits);
      path.fan_out = sum.sum_bits;  // of the sign
    }
    take_longer(w, path);
  }
  return w;
}

// Two's complement again, and where d saturates a comparison with its ends.
void add_fitting(StageWidths& to, const RoundPlan& round) {
  to.negator_bits += round.stored_bits;
  if (round.saturates.any()) to.adder_bits += round.work_bits;
  StageWidths path;
  path.carry_levels = levels(round.work_bits) * (round.saturates.any() ? 2 : 1);
  path.fan_out = round.stored_bits;
  take_longer(to, path);
}

void add_rounding(StageWidths& to, const RoundPlan& round, int exponent_bits) {
  if (round.is_integer()) return add_fitting(to, round);
  const auto [fraction, first] = round.first_cut();
  const int head = std::min(round.work_bits, fraction + 3 + std::max(1, first.random_bits));
  ++to.terms;
  to.term_bits = std::max<double>(to.term_bits, round.work_bits);
  to.counter_bits += round.work_bits;
  to.shifter_bits += shifter(head, round.work_bits, round.work_bits - 1);
  if (needs_sticky(first)) to.sticky_bits += round.work_bits - head;
  if (may_increment(first)) to.adder_bits += head + first.random_bits;
  StageWidths path;
  path.select_levels = levels(round.work_bits);
  path.carry_levels = 2 * levels(exponent_bits) + levels(round.fraction_bits + 1);
  if (may_increment(first)) path.carry_levels += levels(head) + levels(first.random_bits);
  pass_shifter(path, head, round.work_bits - 1);
  take_longer(to, path);
  if (round.rounds_twice()) to.adder_bits += round.fraction_bits + 1;
  to.exponent_bits += exponent_bits;
}

StageWidths normalizer(const Plan& plan, const StagePlan& stage) {
  StageWidths w;
  if (stage.last) {
    add_rounding(w, plan.result, plan.exponent_bits);
    w.operand_bits = element_bits(plan.d);
  } else if (stage.level < 0) {
    for (int lane = 0; lane < plan.lanes(); ++lane)
      add_rounding(w, plan.multiplier.round, plan.exponent_bits);
  } else {
    const LevelPlan& level = plan.levels[stage.level];
    for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s)
      if (plan.sums[s].rounds) add_rounding(w, plan.sums[s].round, plan.exponent_bits);
  }
  return w;
}

StageWidths logic_of(const Plan& plan, const StagePlan& stage) {
  switch (stage.kind) {
    case StageKind::multiplier:
      return multiplier(plan);
    case StageKind::aligner:
      return aligner(plan, plan.levels[stage.level]);
    case StageKind::adder_tree:
      return adder_tree(plan, stage);
    case StageKind::normalizer:
      break;
  }
  return normalizer(plan, stage);
}

}  // namespace

std::vector<StageWidths> stage_widths(const Plan& plan) {
  std::vector<StageWidths> all;
  for (const StagePlan& stage : plan.stages) {
    StageWidths widths = logic_of(plan, stage);
    widths.stage = stage_name(stage);
    widths.kind = stage.kind;
    widths.register_bits = register_bits(plan, stage);
    all.push_back(std::move(widths));
  }
  return all;
}

StageWidths total(const std::vector<StageWidths>& stages) {
  StageWidths all;
  all.stage = "all";
  for (const StageWidths& stage : stages)
    for (const WidthField& field : kWidthFields) all.*field.bits += stage.*field.bits;
  return all;
}

}  // namespace mmasc
