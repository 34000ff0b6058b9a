// SPDX-License-Identifier: Apache-2.0
// The fields of each payload by name and planned width: one list for VCD, text traces, RTL and
// tests.
#pragma once

#include <string>
#include <vector>

#include "mmasc/arith/payload.h"
#include "mmasc/unit/addend_bits.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {

// "addend_3", "sum_0.exponent", "d". Put together only where somebody reads it.
struct FieldName {
  const char* of;
  int index = -1;
  const char* part = nullptr;
  bool is_signed = false;  // two's complement

  operator std::string() const {
    std::string text = of;
    if (index >= 0) text += "_" + std::to_string(index);
    if (part != nullptr) text += std::string(".") + part;
    return text;
  }
};

// Calls f(name, width, field) for every field of a payload that leaves `stage`. Signed words and
// exponents are two's complement of `width` bits. A `const` payload gives const fields.
template <NumberSystem N, class F>
void visit_term(const char* of, int exponent_bits, const TermWidths& widths, auto& terms, int i,
                F&& f) {
  f(FieldName{of, i, "significand"}, widths.magnitude_bits, terms.significand[i]);
  f(FieldName{of, i, "exponent", true}, exponent_bits, terms.exponent[i]);
  f(FieldName{of, i, "negative"}, 1, terms.negative[i]);
  f(FieldName{of, i, "zero"}, 1, terms.zero[i]);
  f(FieldName{of, i, "nan"}, 1, terms.nan[i]);
  f(FieldName{of, i, "infinite"}, 1, terms.infinite[i]);
}

// Gives a payload that leaves `stage` its sizes, all fields zero.
template <NumberSystem N>
void shape(const Plan& plan, const StagePlan& stage, Terms<N>& terms) {
  terms.assign(slot_widths_after(plan, stage).size(), Term<N>{});
  terms.random.assign(plan.random_bits.size() - first_random_after(plan, stage), {});
}
template <NumberSystem N>
void shape(const Plan& plan, const StagePlan& stage, Addends<N>& addends) {
  const LevelPlan& level = plan.levels[stage.level];
  const int levels_done = stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1;
  int count = 0;
  for (int s = 0; s < level.sum_count; ++s)
    count +=
        addends_left(plan.sums[level.first_sum + s].addend_count, plan.adder_radix, levels_done);
  addends.addend.assign(count, typename N::word{});
  addends.sum.assign(level.sum_count, SumFlags<N>{});
  addends.bypass.assign(level.bypass.size(), Term<N>{});
  addends.random.assign(plan.random_bits.size() - first_random_after(plan, stage), {});
}
template <NumberSystem N>
void shape(const Plan&, const StagePlan&, ResultOf<typename N::raw>&) {}

// Visits the elements of the operand `random` that later stages use, by their places in it.
template <class F>
void visit_random(const Plan& plan, auto& random, F&& f) {
  const int used = plan.random_bits.size() - random.size();
  for (int i = 0; i < random.size(); ++i)
    f(FieldName{"random", used + i}, plan.random_bits[used + i], random[i]);
}

// Visits what is known of NaNs since the operands were unpacked.
template <class F>
void visit_nans(const Plan& plan, auto& payload, F&& f) {
  if (plan.tells_nans_apart()) f(FieldName{"nan_word"}, plan.d.storage_bits(), payload.nan_word);
  if (plan.raises_flags) f(FieldName{"quiet_nan"}, 1, payload.quiet_nan);
}

template <NumberSystem N, class F>
void visit_terms(const Plan& plan, const StagePlan& stage, auto& terms, F&& f) {
  const SlotWidths slots = slot_widths_after(plan, stage);
  for (int i = 0; i < terms.size(); ++i)
    visit_term<N>("term", plan.exponent_bits, slots[i], terms, i, f);
  visit_random(plan, terms.random, f);
  visit_nans(plan, terms, f);
}

template <NumberSystem N, class F>
void visit_addends(const Plan& plan, const StagePlan& stage, auto& addends, F&& f) {
  const LevelPlan& level = plan.levels[stage.level];
  const int levels_done = stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1;
  int first = 0;
  for (int s = 0; s < level.sum_count; ++s) {
    const SumPlan& sum = plan.sums[level.first_sum + s];
    const int count = addends_left(sum.addend_count, plan.adder_radix, levels_done);
    const AddendBits bits = addend_bits(plan, sum, levels_done);
    for (int i = 0; i < count; ++i)
      f(FieldName{"addend", first + i, nullptr, true}, bits.of(i, count),
        addends.addend[first + i]);
    first += count;
    auto& flags = addends.sum[s];
    f(FieldName{"sum", s, "exponent", true}, plan.exponent_bits, flags.exponent);
    f(FieldName{"sum", s, "zero"}, 1, flags.zero);
    f(FieldName{"sum", s, "nan"}, 1, flags.nan);
    f(FieldName{"sum", s, "infinite"}, 1, flags.infinite);
    f(FieldName{"sum", s, "negative_infinity"}, 1, flags.negative_infinity);
    f(FieldName{"sum", s, "negative_zero"}, 1, flags.negative_zero);
    if (plan.sums[level.first_sum + s].total.asks_lost())
      f(FieldName{"sum", s, "lost"}, 1, flags.lost);
  }
  const SlotWidths slots = slot_widths(plan, stage.level);
  for (int i = 0; i < addends.bypass.size(); ++i)
    visit_term<N>("bypass", plan.exponent_bits, slots[level.bypass[i]], addends.bypass, i, f);
  visit_random(plan, addends.random, f);
  visit_nans(plan, addends, f);
}

template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan& stage, Terms<N>& terms, F&& f) {
  visit_terms<N>(plan, stage, terms, f);
}
template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan& stage, const Terms<N>& terms, F&& f) {
  visit_terms<N>(plan, stage, terms, f);
}
template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan& stage, Addends<N>& addends, F&& f) {
  visit_addends<N>(plan, stage, addends, f);
}
template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan& stage, const Addends<N>& addends, F&& f) {
  visit_addends<N>(plan, stage, addends, f);
}
template <class F>
void visit_result(const Plan& plan, auto& result, F&& f) {
  f(FieldName{"d"}, plan.d.storage_bits(), result.d);
  if (plan.raises_flags) f(FieldName{"flags"}, kStatusFlagBits, result.flags);
}
template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan&, ResultOf<typename N::raw>& result, F&& f) {
  visit_result(plan, result, f);
}
template <NumberSystem N, class F>
void visit_fields(const Plan& plan, const StagePlan&, const ResultOf<typename N::raw>& result,
                  F&& f) {
  visit_result(plan, result, f);
}

struct PayloadField {
  std::string name;
  int width = 0;
};

// The fields of the payload that leaves `stage`, in the order of its registers: the first is in the
// lowest bits.
std::vector<PayloadField> payload_fields(const Plan& plan, const StagePlan& stage);

}  // namespace mmasc
