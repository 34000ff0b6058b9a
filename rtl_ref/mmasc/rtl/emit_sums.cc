// SPDX-License-Identifier: Apache-2.0
// Aligners and adder trees.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "mmasc/rtl/descriptor.h"
#include "mmasc/rtl/emitter.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

constexpr const char* kFlags[] = {"zero", "nan", "infinite", "negative_infinity", "negative_zero"};

void connect_sums(Instance& instance, const std::string& name, const char* suffix) {
  instance.port(fmt::format("addend{}", suffix), name + "_addend");
  instance.port(fmt::format("sum_exponent{}", suffix), name + "_sum_exponent");
  for (const char* flag : kFlags)
    instance.port(fmt::format("sum_{}{}", flag, suffix), fmt::format("{}_sum_{}", name, flag));
}

// A sum at a level of its tree.
struct TreeNodes {
  int addends = 0;
  AddendBits bits, sum_bits;            // of addends; of partial sums, or of the total
  NumberForm form = NumberForm::plain;  // of addends
  int low = 0, low_out = 0;
  int significand_bits = 0;
  int zeros_bits = 0, zeros_low = 0;
  int lost = 0;  // the bit above the addends that says whether alignment lost any
};

const char* code_of(NumberForm form) {
  switch (form) {
    case NumberForm::plain:
      return "mmasc_pkg::NUMBER";
    case NumberForm::sign_magnitude:
      return "mmasc_pkg::SIGN_MAGNITUDE";
    case NumberForm::sign_number:
      break;
  }
  return "mmasc_pkg::SIGN_NUMBER";
}

// The bits of so many addends of a sum, or partial sums, with their signs.
int bits_of_all(AddendBits bits, NumberForm form, int count) {
  return bits.of_all(count) + count * kept_bits(0, form);
}

Descriptor describe_tree(const SumPlan& sum, const TreeNodes& nodes) {
  const TotalPlan& total = sum.total;
  return Descriptor("TREE")
      .add("ADDENDS", nodes.addends)
      .add("ADDEND_BITS", nodes.bits.each)
      .add("LAST_BITS", nodes.bits.last)
      .add("SUM_BITS", nodes.sum_bits.each)
      .add("LAST_SUM_BITS", nodes.sum_bits.last)
      .add("LOW", nodes.low)
      .add("LOW_OUT", nodes.low_out)
      .add("SIGNIFICAND_BITS", nodes.significand_bits)
      .add("ACCUMULATOR_BITS", total.accumulator_bits)
      .add("SATURATES", total.saturates)
      .add("CUT_BITS", total.cut_bits)
      .add_code("CUT_MODE", code_of(total.cut_rounding))
      .add("CANCELS", total.cancelled != Cancelled::number)
      .add("UNLESS_LOST", total.cancelled == Cancelled::zero_unless_lost)
      .add("TELLS_LOST", total.tells_lost)
      .add("LOST", nodes.lost)
      .add("ZEROS_BITS", nodes.zeros_bits)
      .add("ZEROS_LOW", nodes.zeros_low)
      .add_code("FORM", code_of(nodes.form));
}

// That count the leading zeros of magnitudes of this sum's bits; none where it is not asked to.
int zeros_bits(const SumPlan& sum) {
  return sum.anticipates
             ? std::bit_width(static_cast<unsigned>(std::max(1, sum.output.magnitude_bits - 1)))
             : 0;
}

int lost_bits(const Plan& plan, const LevelPlan& level) {
  int count = 0;
  for (int s = 0; s < level.sum_count; ++s)
    if (plan.sums[level.first_sum + s].total.asks_lost()) ++count;
  return count;
}

}  // namespace

void Emitter::wire_sums(const std::string& name, const LevelPlan& level, int addend_bits) {
  module_.wire(name + "_addend", addend_bits + lost_bits(plan_, level));
  module_.wire(name + "_sum_exponent", level.sum_count * plan_.exponent_bits);
  for (const char* flag : kFlags)
    module_.wire(fmt::format("{}_sum_{}", name, flag), level.sum_count);
}

void Emitter::forward_bypass(Instance& instance, const std::string& name) {
  connect_bypass(instance, name, bypass_, bypass_.empty() ? "1'b0" : previous_ + "_bypass");
}

Emitter::Fields Emitter::addend_fields(const std::string& name, const LevelPlan& level,
                                       int levels_done) const {
  Fields fields;
  int addend = 0, low = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan_.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan_.adder_radix, levels_done);
    const AddendBits bits = addend_bits(plan_, sum, levels_done);
    for (int i = 0; i < count; ++i) {
      const Slice slice{name + "_addend", low, bits.of(i, count), number_form(sum, levels_done)};
      fields[fmt::format("addend_{}", addend++)] = slice;
      low += kept_bits(slice.width, slice.form);
    }
    fields[fmt::format("sum_{}.exponent", s)] = {name + "_sum_exponent", s * plan_.exponent_bits,
                                                 plan_.exponent_bits};
    for (const char* flag : kFlags)
      fields[fmt::format("sum_{}.{}", s, flag)] = {fmt::format("{}_sum_{}", name, flag), s, 1};
  }
  for (int s = 0; s < level.sum_count; ++s)
    if (plan_.sums[level.first_sum + s].total.asks_lost())
      fields[fmt::format("sum_{}.lost", s)] = {name + "_addend", low++, 1};
  int bypass = 0;
  for (const TermWires& term : bypass_.taken_from(name + "_bypass"))
    add_fields(term, fmt::format("bypass_{}", bypass++), fields);
  append_random_fields(fields);
  return fields;
}

Emitter::Fields Emitter::append_aligner(const StagePlan& stage) {
  const std::string name = stage_name(stage);
  const LevelPlan& level = plan_.levels[stage.level];
  std::vector<TermWires> terms;
  std::vector<std::string> sums, groups;
  int significand_low = 0, addend_low = 0, random_low = 0, lost = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan_.sums[level.first_sum + s];
    const int first_term = static_cast<int>(terms.size());
    const int first_group = static_cast<int>(groups.size());
    int low = 0, random = 0;
    int frame = -1;  // the term whose sign it is; none for +
    const AddendBits bits = addend_bits(plan_, sum, 0);
    for (const AddendGroup& group : groups_of(plan_, sum)) {
      const int first = static_cast<int>(terms.size()) - first_term;
      groups.push_back(module_.declare(upper(fmt::format("{}_group_{}", name, groups.size())),
                                       describe_group(group, first, low, random)));
      for (int i = 0; i < group.count; ++i) {
        if (group.slot_of(i) == sum.frame_slot) frame = static_cast<int>(terms.size()) - first_term;
        terms.push_back(slots_[static_cast<std::size_t>(group.slot_of(i))]);
      }
      low += group.count * group.input.magnitude_bits;
      random += group.count * group.alignment_rounding.random_bits;
    }
    const auto zero_sign = sum.zero_sign == ZeroSign::plus ? "mmasc_pkg::ZERO_IS_PLUS"
                           : sum.rounds_down               ? "mmasc_pkg::ZERO_IF_ANY_NEGATIVE"
                                                           : "mmasc_pkg::ZERO_IF_ALL_NEGATIVE";
    sums.push_back(
        module_.declare(upper(fmt::format("{}_sum_{}", name, s)),
                        Descriptor("SUM")
                            .add("FIRST_GROUP", first_group)
                            .add("GROUPS", sum.group_count)
                            .add("FIRST_TERM", first_term)
                            .add("TERMS", sum.addend_count)
                            .add("LOW", significand_low)
                            .add("SIGNIFICAND_BITS", low)
                            .add("ADDEND_LOW", addend_low)
                            .add("ADDEND_BITS", bits.each)
                            .add("LAST_BITS", bits.last)
                            .add("LEAST_EXPONENT", sum.has_exponent_floor ? sum.exponent_floor
                                                                          : plan_.absent_exponent)
                            .add_code("ZERO_SIGN", zero_sign)
                            .add("RANDOM_LOW", random_low)
                            .add("RANDOM_BITS", random)
                            .add("COMPLEMENTS", sum.complements())
                            .add("HAS_FRAME", frame >= 0)
                            .add("FRAME", std::max(frame, 0))
                            .add("GRID_STEP", sum.grid.step)
                            .add("GRID_FIRST", sum.grid.first)
                            .add("TELLS_LOST", sum.total.asks_lost())
                            .add("LOST", sum.total.asks_lost() ? lost++ : 0)));
    significand_low += low;
    addend_low += bits_of_all(bits, number_form(sum, 0), sum.addend_count);
    random_low += random;
  }
  for (const int slot : level.bypass) bypass_.add(slots_[static_cast<std::size_t>(slot)]);
  const Slice drawn = take_random(level.rounding_random);
  bypass_.set_random(random_);

  Instance instance = stage_instance("mmasc_aligner", stage, name);
  instance.parameter("BYPASS_BITS", bypass_.bits())
      .parameter("TERMS", static_cast<std::int64_t>(terms.size()))
      .parameter("SUMS", level.sum_count)
      .parameter("SUM", concatenation(sums))
      .parameter("GROUPS", static_cast<std::int64_t>(groups.size()))
      .parameter("GROUP", concatenation(groups))
      .parameter("SIGNIFICAND_BITS", significand_low)
      .parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("ADDEND_BITS", addend_low);
  if (drawn.width > 0) instance.parameter("RANDOM_BITS", drawn.width);
  if (lost > 0) instance.parameter("LOST_BITS", lost);
  wire_sums(name, level, addend_low);
  connect_handshake(instance, stage, name);
  connect_bypass(instance, name, bypass_, bypass_.joined(module_));
  connect_terms_in(instance, module_, terms, drawn);
  connect_sums(instance, name, "_o");
  module_.add(instance);
  random_ = bypass_.random_from(name + "_bypass");
  return addend_fields(name, level, 0);
}

Emitter::Fields Emitter::append_tree_level(const StagePlan& stage) {
  const std::string name = stage_name(stage);
  const LevelPlan& level = plan_.levels[stage.level];
  std::vector<std::string> sums;
  int low = 0, low_out = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan_.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan_.adder_radix, stage.tree_level);
    const int left = addends_left(count, plan_.adder_radix, 1);
    const TreeNodes nodes{.addends = count,
                          .bits = addend_bits(plan_, sum, stage.tree_level),
                          .sum_bits = addend_bits_behind(plan_, sum, stage),
                          .form = number_form(sum, stage.tree_level),
                          .low = low,
                          .low_out = low_out};
    sums.push_back(
        module_.declare(upper(fmt::format("{}_sum_{}", name, s)), describe_tree(sum, nodes)));
    low += bits_of_all(nodes.bits, nodes.form, count);
    low_out += bits_of_all(nodes.sum_bits, number_form(sum, stage.tree_level + 1), left);
  }
  Instance instance = stage_instance("mmasc_adder_tree_level", stage, name);
  instance.parameter("BYPASS_BITS", bypass_.bits())
      .parameter("RADIX", plan_.adder_radix)
      .parameter("SUMS", level.sum_count)
      .parameter("TREE", concatenation(sums))
      .parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("ADDEND_BITS", low)
      .parameter("ADDEND_OUT_BITS", low_out);
  if (const int lost = lost_bits(plan_, level); lost > 0) instance.parameter("LOST_BITS", lost);
  wire_sums(name, level, low_out);
  connect_handshake(instance, stage, name);
  forward_bypass(instance, name);
  connect_sums(instance, previous_, "_i");
  connect_sums(instance, name, "_o");
  module_.add(instance);
  random_.vector = name + "_bypass";
  return addend_fields(name, level, stage.tree_level + 1);
}

Emitter::Fields Emitter::append_adder_tree(const StagePlan& stage) {
  const std::string name = stage_name(stage);
  const LevelPlan& level = plan_.levels[stage.level];
  std::vector<std::string> sums;
  std::vector<int> significand_bits, leading_zeros_bits;
  int low = 0, low_out = 0, lost = 0, zeros_low = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan_.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan_.adder_radix, stage.tree_level);
    const int bits = sum.output.magnitude_bits;
    const TreeNodes nodes{.addends = count,
                          .bits = addend_bits(plan_, sum, stage.tree_level),
                          .sum_bits = addend_bits_behind(plan_, sum, stage),
                          .form = number_form(sum, stage.tree_level),
                          .low = low,
                          .low_out = low_out,
                          .significand_bits = bits,
                          .zeros_bits = zeros_bits(sum),
                          .zeros_low = zeros_low,
                          .lost = sum.total.asks_lost() ? lost++ : 0};
    sums.push_back(
        module_.declare(upper(fmt::format("{}_sum_{}", name, s)), describe_tree(sum, nodes)));
    significand_bits.push_back(bits);
    leading_zeros_bits.push_back(nodes.zeros_bits);
    zeros_low += nodes.zeros_bits;
    low += bits_of_all(nodes.bits, nodes.form, count);
    low_out += bits;
  }
  Instance instance = stage_instance("mmasc_adder_tree", stage, name);
  instance.parameter("BYPASS_BITS", bypass_.bits())
      .parameter("SUMS", level.sum_count)
      .parameter("TREE", concatenation(sums))
      .parameter("EXPONENT_BITS", plan_.exponent_bits)
      .parameter("ADDEND_BITS", low)
      .parameter("SIGNIFICAND_BITS", low_out);
  if (lost > 0) instance.parameter("LOST_BITS", lost);
  if (zeros_low > 0) instance.parameter("ZEROS_BITS", zeros_low);
  slots_ = wire_terms(module_, name, significand_bits, plan_.exponent_bits, leading_zeros_bits);
  connect_handshake(instance, stage, name);
  forward_bypass(instance, name);
  connect_sums(instance, previous_, "_i");
  connect_terms_out(instance, name);
  module_.add(instance);
  for (const TermWires& term : bypass_.taken_from(name + "_bypass")) slots_.push_back(term);
  bypass_ = {};
  random_.vector = name + "_bypass";
  return slot_fields();
}

}  // namespace mmasc
