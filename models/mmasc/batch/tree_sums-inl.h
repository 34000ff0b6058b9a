// SPDX-License-Identifier: Apache-2.0
// The sums of a tree in lanes of f64, whatever their terms came from.
//
// A term is a value, exact in f64 (infinite or NaN where the term is), and the power of two that
// its exponent stands for. The power of an exact zero has the sign -.

#pragma once

#include <hwy/highway.h>

#include <limits>

#include "mmasc/batch/add-inl.h"
#include "mmasc/batch/kernels.h"
#include "mmasc/batch/product_groups-inl.h"
#include "mmasc/batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The terms of a row of chains, and the sums of them. It knows neither the lanes that operands come
// in nor their pairing, so that its code is compiled once for all kernels of a width.
template <int kWidth>
class TreeSums {
  using DD = hn::CappedTag<double, kWidth>;
  using DL = hn::RebindToSigned<DD>;
  using DF = hn::Rebind<float, DD>;
  using Vector = hn::Vec<DD>;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(DD{}));

 public:
  explicit TreeSums(const TreePlan& plan) : plan_(plan) {}

  TermRow<kWidth>* terms() { return terms_; }

  // A term's value and power in one vector; the power of zeros negative.
  HWY_ATTR HWY_INLINE void store(int slot, int lane, Vector value, Vector power) {
    store_as_marked(slot, lane, value, marked(power, value));
  }

  HWY_ATTR HWY_INLINE void load_c(const float* tile) {
    const double least = power_of_two(plan_.multiplier.c.least_exponent());
    for (int lane = 0; lane < kWidth; lane += kLanes) {
      const auto value = hn::PromoteTo(dd, hn::Load(df, tile + lane));
      store(plan_.multiplier.lanes, lane, value, power_of(dd, value, least));
    }
  }

  // The tile's row takes the last sum.
  HWY_ATTR HWY_INLINE void sum_up(float* tile) {
    for (const TreeSum& sum : plan_.sums) sum_up(sum, tile);
  }

 private:
  HWY_ATTR HWY_INLINE Vector marked(Vector power, Vector value) const {
    return hn::IfThenElse(hn::Eq(value, hn::Zero(dd)), hn::Neg(power), power);
  }
  HWY_ATTR HWY_INLINE void store_as_marked(int slot, int lane, Vector value, Vector power) {
    hn::Store(value, dd, terms_[slot].value + lane);
    hn::Store(power, dd, terms_[slot].power + lane);
  }

  // Sums of terms that are aligned alike have code of their own, of two terms unrolled.
  HWY_ATTR HWY_INLINE void sum_up(const TreeSum& sum, float* tile) {
    const bool is_pair = sum.term_count == 2;
    if (sum.adds_to_odd || sum.alignment == Alignment::of_plan)
      add_terms<0, Alignment::of_plan>(sum, tile);
    else if (sum.alignment == Alignment::down)
      is_pair ? add_terms<2, Alignment::down>(sum, tile) : add_terms<0, Alignment::down>(sum, tile);
    else
      is_pair ? add_terms<2, Alignment::toward_zero>(sum, tile)
              : add_terms<0, Alignment::toward_zero>(sum, tile);
  }

  // The power with which a term takes part in the largest, which is at least kAbsentPower.
  HWY_ATTR HWY_INLINE Vector participating(const TreeTerm& term, Vector power) const {
    if (term.zero_rule == ZeroExponent::Kind::own) return hn::Abs(power);
    if (term.zero_rule == ZeroExponent::Kind::ignored) return power;
    return hn::IfThenElse(hn::Lt(power, hn::Zero(dd)), hn::Set(dd, term.zero_power), power);
  }

  template <Alignment kAlignment>
  HWY_ATTR HWY_INLINE Vector aligned(Vector value, const TreeTerm& term) const {
    if constexpr (kAlignment == Alignment::down) return hn::Floor(value);
    if constexpr (kAlignment == Alignment::toward_zero) return hn::Trunc(value);
    return round_as_planned(value, term.rounding);
  }
  HWY_ATTR HWY_NOINLINE Vector round_as_planned(Vector value, Rounding rounding) const {
    return round_to_integer(dd, value, rounding);
  }

  // kTerms: the sum's, or 0 where the loops are not unrolled.
  template <int kTerms, Alignment kAlignment>
  HWY_ATTR HWY_NOINLINE void add_terms(const TreeSum& sum, float* tile) {
    const TreeTerm* const terms = plan_.terms.data() + sum.first_term;
    const int count = kTerms > 0 ? kTerms : sum.term_count;
    const auto zero = hn::Zero(dd), infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    const bool is_root = &sum == &plan_.sums.back();
    for (int lane = 0; lane < kWidth; lane += kLanes) {
      auto largest = hn::Set(dd, sum.least_power);
      for (int i = 0; i < count; ++i)
        largest = hn::Max(largest, participating(terms[i], power_at(terms[i], lane)));
      const auto inverse = inverse_power(dd, largest);
      auto total = zero;
      auto zeros = hn::BitCast(dd, hn::Set(dl, -1));  // with the sign -: all terms are zero
      if (kAlignment == Alignment::of_plan && sum.adds_to_odd) {
        total = add_to_odd(dd, value_at(terms[0], lane), value_at(terms[1], lane));
      } else {
        for (int i = 0; i < count; ++i) {
          const TreeTerm& term = terms[i];
          const auto value = value_at(term, lane);
          auto power = power_at(term, lane);
          const auto scaled = hn::Mul(value, hn::Mul(inverse, hn::Set(dd, term.scale)));
          auto addend = aligned<kAlignment>(scaled, term);
          if (term.may_vanish) {
            const auto reach = hn::Mul(participating(term, power), hn::Set(dd, term.reach));
            const auto vanishes = hn::Lt(reach, largest);
            const auto is_finite = hn::Lt(hn::Abs(value), infinity);
            power = hn::IfThenElse(vanishes, hn::Set(dd, -1), power);
            addend = hn::IfThenZeroElse(hn::And(vanishes, is_finite), addend);
          }
          zeros = hn::And(zeros, power);
          total = hn::MulAdd(addend, hn::Set(dd, term.up), total);
        }
      }
      auto value = total;
      if (kAlignment != Alignment::of_plan || !sum.adds_to_odd)
        value = hn::Mul(hn::Mul(total, hn::Set(dd, sum.unit)), largest);
      if (sum.zero_sign == ZeroSign::ieee)
        value = hn::IfThenElse(hn::Eq(total, zero), zero_of(sum, terms, lane), value);
      else
        value = hn::Add(value, zero);  // -0 becomes +0
      if (sum.rounds) value = round_to_grid(dd, value, sum.rounding);
      if (is_root) {
        hn::Store(round_to_f32(dd, value, plan_.result, plan_.ending), df, tile + lane);
        continue;
      }
      const auto power = sum.rounds ? marked(power_of(dd, value, sum.rounding.least_power), value)
                                    : hn::Or(largest, hn::And(zeros, hn::Set(dd, -0.0)));
      store_as_marked(sum.slot, lane, value, power);
    }
  }

  HWY_ATTR HWY_INLINE Vector value_at(const TreeTerm& term, int lane) const {
    return hn::Load(dd, terms_[term.slot].value + lane);
  }
  HWY_ATTR HWY_INLINE Vector power_at(const TreeTerm& term, int lane) const {
    return hn::Load(dd, terms_[term.slot].power + lane);
  }

  // With the sign - if all terms have it, or one where the sum rounds down.
  HWY_ATTR HWY_INLINE Vector zero_of(const TreeSum& sum, const TreeTerm* terms, int lane) const {
    auto sign = value_at(terms[0], lane);
    for (int i = 1; i < sum.term_count; ++i) {
      const auto value = value_at(terms[i], lane);
      sign = sum.rounds_down ? hn::Or(sign, value) : hn::And(sign, value);
    }
    return hn::CopySign(hn::Zero(dd), sign);
  }

  const DD dd;
  const DL dl;
  const DF df;
  const TreePlan& plan_;
  TermRow<kWidth> terms_[kMaxTerms + kMaxSumNodes];
};

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
