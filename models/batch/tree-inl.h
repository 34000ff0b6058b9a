// SPDX-License-Identifier: Apache-2.0
// Any tree of sums in lanes of f64, one chain a lane: the plan's levels one after the other.
//
// A term is a value, exact in f64 (infinite or NaN where the term is), the power of two that its
// exponent stands for, and whether it is an exact zero.

#pragma once

#include <hwy/highway.h>

#include <limits>

#include "batch/add-inl.h"
#include "batch/kernels.h"
#include "batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int kWidth, bool kOneALane>
class TreeSteps {
  static constexpr int kLanesAtOnce = std::min(kWidth, 8);  // vectors hold no more
  using DD = hn::CappedTag<double, kLanesAtOnce>;
  using DL = hn::RebindToSigned<DD>;
  using DFHalf = hn::Rebind<float, DD>;
  using DHalf = hn::Rebind<std::int16_t, DD>;
  using Vector = hn::Vec<DD>;
  using Mask = hn::Mask<DD>;

  struct Term {
    Vector value, power, zero;  // zero: a mask
  };
  struct Terms {
    Term term[kMaxTerms];
    int size = 0;
  };

  // The power of zeros that take part nowhere: below every other.
  static constexpr double kAbsentPower = 0x1p-900;

 public:
  TreeSteps(const TreePlan& tree, const Stretch<F64Lanes>& stretch)
      : tree_(tree), plan_(tree.plan), stretch_(stretch) {}

  HWY_ATTR void run() {
    for (int row = 0; row < stretch_.row_count; ++row)
      for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(dd)))
        for (int step = stretch_.first_step; step < stretch_.first_step + stretch_.steps; ++step)
          run_step(step, row, lane);
  }

 private:
  HWY_ATTR void run_step(int step, int row, int lane) {
    float* c = stretch_.tile + std::ptrdiff_t{row} * kWidth + lane;
    multiply(step, row, lane);
    add_c(hn::PromoteTo(dd, hn::Load(df_half, c)));
    for (const LevelPlan& level : plan_.levels) {
      Terms& out = &in_() == &terms_[0] ? terms_[1] : terms_[0];
      out.size = 0;
      for (int s = 0; s < level.sum_count; ++s) sum_up(level.first_sum + s, out);
      for (int slot : level.bypass) out.term[out.size++] = in_().term[slot];
      current_ = static_cast<int>(&out - terms_);
    }
    hn::Store(demote(df_half, round_to_grid(dd, in_().term[0].value, tree_.result)), df_half, c);
  }

  Terms& in_() { return terms_[current_]; }

  template <class T>
  HWY_INLINE const T* of_row(const T* panel, int row, int pitch, int k) const {
    return kOneALane ? panel + std::ptrdiff_t{k} * kWidth : panel + std::ptrdiff_t{row} * pitch + k;
  }
  template <class D, class T>
  HWY_ATTR HWY_INLINE hn::Vec<D> load_row(D d, const T* element, int lane) const {
    if constexpr (kOneALane)
      return hn::LoadU(d, element + lane);
    else
      return hn::Set(d, *element);
  }

  HWY_ATTR HWY_INLINE Vector power_of_exponent(hn::Vec<DHalf> exponent) const {
    const hn::Rebind<std::int32_t, DD> di;
    const auto field = hn::Add(hn::PromoteTo(dl, hn::PromoteTo(di, exponent)), hn::Set(dl, 1023));
    return hn::BitCast(dd, hn::ShiftLeft<52>(field));
  }

  HWY_ATTR void multiply(int step, int row, int lane) {
    const MultiplierPlan& m = plan_.multiplier;
    current_ = 0;
    Terms& out = in_();
    out.size = m.lanes;
    for (int i = 0; i < m.lanes; ++i) {
      const int k = step * m.lanes + i;
      const auto* b_value = stretch_.lanes.value + std::ptrdiff_t{k} * kWidth + lane;
      const auto* b_exponent = stretch_.lanes.exponent + std::ptrdiff_t{k} * kWidth + lane;
      Term& term = out.term[i];
      const auto a = load_row(dd, of_row(stretch_.rows.value, row, stretch_.depth, k), lane);
      term.value = hn::Mul(a, hn::LoadU(dd, b_value));
      if (m.fixed_point()) {
        term.power = hn::Set(dd, 1);
      } else {
        const auto a_exponent =
            load_row(d_half, of_row(stretch_.rows.exponent, row, stretch_.depth, k), lane);
        term.power = power_of_exponent(hn::Add(a_exponent, hn::LoadU(d_half, b_exponent)));
      }
    }
    if (m.scale_lanes > 0) scale(step, row, lane);
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int i = 0; i < m.lanes; ++i) {
      Term& term = out.term[i];
      if (m.infinity_at != kNoLimit) {
        const auto beyond = hn::Ge(hn::Abs(term.value), hn::Set(dd, power_of_two(m.infinity_at)));
        term.value = hn::IfThenElse(beyond, hn::CopySign(infinity, term.value), term.value);
      }
      if (m.rounds) {
        term.value = round_to_grid(dd, term.value, tree_.product);
        term.power = power_of(dd, term.value, tree_.product.least_power);
      }
      term.zero = hn::VecFromMask(dd, hn::Eq(term.value, hn::Zero(dd)));
    }
  }

  HWY_ATTR void scale(int step, int row, int lane) {
    const MultiplierPlan& m = plan_.multiplier;
    const int blocks = m.lanes / m.scale_lanes;
    const double least = power_of_two(m.scale.least_exponent());
    for (int block = 0; block < blocks; ++block) {
      const int at = step * blocks + block;
      const float* b_scale = stretch_.lanes.scale + std::ptrdiff_t{at} * kWidth + lane;
      const auto a = hn::PromoteTo(
          dd, load_row(df_half, of_row(stretch_.rows.scale, row, stretch_.scales, at), lane));
      const auto b = hn::PromoteTo(dd, hn::LoadU(df_half, b_scale));
      const auto value = hn::Mul(a, b);
      const auto power = hn::Mul(power_of(dd, a, least), power_of(dd, b, least));
      for (int i = block * m.scale_lanes; i < (block + 1) * m.scale_lanes; ++i) {
        Term& term = in_().term[i];
        term.value = hn::Mul(term.value, value);
        term.power = hn::Mul(term.power, power);
      }
    }
  }

  HWY_ATTR void add_c(Vector value) {
    Term& term = in_().term[in_().size++];
    term.value = value;
    term.power = power_of(dd, value, power_of_two(plan_.multiplier.c.least_exponent()));
    term.zero = hn::VecFromMask(dd, hn::Eq(value, hn::Zero(dd)));
  }

  // The power with which a term takes part in the largest.
  HWY_ATTR HWY_INLINE Vector participating(const AddendGroup& group, const Term& term) const {
    if (group.own_zero_exponent()) return term.power;
    const double power = group.zero_rule.kind == ZeroExponent::Kind::fixed
                             ? power_of_two(group.zero_rule.value)
                             : kAbsentPower;
    return hn::IfVecThenElse(term.zero, hn::Set(dd, power), term.power);
  }

  HWY_ATTR void sum_up(int index, Terms& out) {
    const SumPlan& sum = plan_.sums[index];
    largest_ =
        hn::Set(dd, sum.has_exponent_floor ? power_of_two(sum.exponent_floor) : kAbsentPower);
    total_ = hn::Zero(dd);
    all_zero_ = hn::BitCast(dd, hn::Set(dl, -1));
    all_signs_ = all_zero_;
    any_sign_ = hn::Zero(dd);
    for (int g = 0; g < sum.group_count; ++g) {
      const AddendGroup& group = plan_.groups[sum.first_group + g];
      for (int i = 0; i < group.count; ++i) {
        const Term& term = in_().term[group.first_slot + i * group.stride];
        largest_ = hn::Max(largest_, participating(group, term));
        all_signs_ = hn::And(all_signs_, term.value);
        any_sign_ = hn::Or(any_sign_, term.value);
      }
    }
    Term& term = out.term[out.size++];
    if (tree_.adds_to_odd[static_cast<std::size_t>(index)]) {
      term.value = total_ = add_two(sum);
    } else {
      inverse_ = inverse_power(dd, largest_);
      for (int g = 0; g < sum.group_count; ++g) add_group(plan_.groups[sum.first_group + g]);
      term.value =
          hn::Mul(hn::Mul(total_, hn::Set(dd, power_of_two(-sum.fraction_bits))), largest_);
    }
    auto zero = hn::Zero(dd);
    if (sum.zero_sign == ZeroSign::ieee)
      zero = hn::CopySign(zero, sum.rounds_down ? any_sign_ : all_signs_);
    term.value = hn::IfThenElse(hn::Eq(total_, hn::Zero(dd)), zero, term.value);
    term.power = largest_;
    term.zero = all_zero_;
    if (!sum.rounds) return;
    const GridRounding& grid = tree_.sums[static_cast<std::size_t>(index)];
    term.value = round_to_grid(dd, term.value, grid);
    term.power = power_of(dd, term.value, grid.least_power);
    term.zero = hn::VecFromMask(dd, hn::Eq(term.value, hn::Zero(dd)));
  }

  HWY_ATTR Vector add_two(const SumPlan& sum) {
    const AddendGroup& first = plan_.groups[sum.first_group];
    const AddendGroup& last = plan_.groups[sum.first_group + sum.group_count - 1];
    return add_to_odd(dd, in_().term[first.first_slot].value,
                      in_().term[last.first_slot + (last.count - 1) * last.stride].value);
  }

  template <std::size_t kAt = 0>
  HWY_ATTR void add_group(const AddendGroup& group) {
    constexpr RoundingMode kMode = kRoundings[kAt].rounding.mode;
    if constexpr (kAt + 1 < kRoundings.size())
      if (group.alignment_rounding.mode != kMode) return add_group<kAt + 1>(group);
    add_rounded<kMode>(group);
  }

  template <RoundingMode kRounding>
  HWY_ATTR void add_rounded(const AddendGroup& group) {
    const auto scale = hn::Mul(inverse_, hn::Set(dd, power_of_two(group.fraction_bits)));
    const auto up = hn::Set(dd, power_of_two(group.scale_up));
    const bool may_vanish = group.vanishes_below != kNoLimit;
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int i = 0; i < group.count; ++i) {
      const Term& term = in_().term[group.first_slot + i * group.stride];
      auto addend = hn::Mul(round_to_integer<kRounding>(dd, hn::Mul(term.value, scale)), up);
      auto zero = term.zero;
      if (may_vanish) {
        const auto reach = hn::Mul(participating(group, term),
                                   hn::Set(dd, power_of_two(std::min(group.vanishes_below, 1000))));
        const auto vanishes = hn::Lt(reach, largest_);
        zero = hn::Or(zero, hn::VecFromMask(dd, vanishes));
        const auto is_finite = hn::Lt(hn::Abs(term.value), infinity);
        addend = hn::IfThenZeroElse(hn::And(vanishes, is_finite), addend);
      }
      all_zero_ = hn::And(all_zero_, zero);
      total_ = hn::Add(total_, addend);
    }
  }

  const DD dd;
  const DL dl;
  const DFHalf df_half;
  const DHalf d_half;
  const TreePlan& tree_;
  const Plan& plan_;
  const Stretch<F64Lanes> stretch_;
  int current_ = 0;
  Terms terms_[2];
  Vector largest_, inverse_, total_, all_zero_, all_signs_, any_sign_;  // of the sum at hand
};

template <int kWidth, bool kOneALane>
void tree(const TreePlan& plan, const Stretch<F64Lanes>& stretch) {
  TreeSteps<kWidth, kOneALane>(plan, stretch).run();
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
