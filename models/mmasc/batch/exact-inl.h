// SPDX-License-Identifier: Apache-2.0
// Exact sums of products and c in lanes of f64, rounded once.
//
//     products       exact in f64, as is c
//     sum            exact where the products' exponents lie within the plan's window; else an
//                    expansion: f64 numbers that share no bits, by two-sums
//     to odd         the sum in 53 bits, the last one set if anything was lost
//     d              that number rounded
//
// The expansion is Shewchuk's ("Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates", 1997, theorem 10): a term added to a nonadjacent expansion by a chain of
// two-sums, the least component first, leaves a nonadjacent one, under rounding to nearest even.
// Each component h is then a multiple of some 2^k, and what lies below it a y with |y| < 2^(k-1).
// So |h + y| is in a higher binade than y: between two neighbours of h + y in 53 bits lies a whole
// interval between even neighbours of y, to which y and y rounded to odd belong both. Hence
// odd(h + odd(y)) = odd(h + y), from the least component to the greatest.

#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "mmasc/batch/add-inl.h"
#include "mmasc/batch/kernels.h"
#include "mmasc/batch/lane_limits.h"
#include "mmasc/batch/operands-inl.h"
#include "mmasc/batch/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int kWidth, Pairing kPairing>
class ExactSteps {
  using DD = hn::CappedTag<double, kWidth>;
  using DE = hn::CappedTag<std::int16_t, kWidth>;
  using Vector = hn::Vec<DD>;

  // Makes the exponents of products positive; those of zeros stay negative.
  static constexpr std::int16_t kBias = 2 * kGreatestMagnitude;

 public:
  ExactSteps(const ExactPlan& plan, const Stretch<F64Lanes>& stretch)
      : plan_(plan), stretch_(stretch) {}

  HWY_ATTR void run() {
    for (int step = stretch_.first_step; step < stretch_.first_step + stretch_.steps; ++step)
      for (int row = 0; row < stretch_.row_count; ++row) {
        float* tile = stretch_.tile + std::ptrdiff_t{row} * kWidth;
        const bool is_narrow = lies_in_window(step, row);
        for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(dd))) {
          const auto c = hn::PromoteTo(dd, hn::Load(df, tile + lane));
          const auto sum =
              is_narrow ? narrow_sum(step, row, lane, c) : wide_sum(step, row, lane, c);
          hn::Store(rounded(sum), df, tile + lane);
        }
      }
  }

 private:
  // Elements k of a row and of what meets them.
  template <class D, class T>
  HWY_ATTR HWY_INLINE hn::Vec<D> load_a(D d, const T* panel, int row, int k, int lane) const {
    return load_row<kPairing>(d, of_row<kPairing, kWidth>(panel, row, stretch_.depth, k), lane);
  }
  template <class D, class T>
  HWY_ATTR HWY_INLINE hn::Vec<D> load_b(D d, const T* panel, int row, int k, int lane) const {
    return hn::Load(d, of_lanes<kPairing, kWidth>(stretch_, panel, row, k) + lane);
  }
  HWY_ATTR HWY_INLINE Vector a(int row, int k, int lane) const {
    return load_a(dd, stretch_.rows.value, row, k, lane);
  }
  HWY_ATTR HWY_INLINE Vector b(int row, int k, int lane) const {
    return load_b(dd, stretch_.lanes.value, row, k, lane);
  }

  // Whether f64 holds the sums of products of all lanes.
  HWY_ATTR HWY_INLINE bool lies_in_window(int step, int row) const {
    const hn::RebindToUnsigned<DE> du;
    const auto bias = hn::Set(de, kBias),
               window = hn::Set(de, static_cast<std::int16_t>(plan_.window));
    const int first = step * plan_.lanes;
    auto is_wide = hn::Zero(de);
    for (int lane = 0; lane < kWidth; lane += static_cast<int>(hn::Lanes(de))) {
      auto most = hn::Set(de, std::numeric_limits<std::int16_t>::min());
      auto least = hn::Set(du, std::numeric_limits<std::uint16_t>::max());
      for (int k = first; k < first + plan_.lanes; ++k) {
        const auto a = load_a(de, stretch_.rows.exponent, row, k, lane);
        const auto b = load_b(de, stretch_.lanes.exponent, row, k, lane);
        const auto product = hn::SaturatedAdd(hn::SaturatedAdd(a, bias), b);
        most = hn::Max(most, product);
        least = hn::Min(least, hn::BitCast(du, product));  // zeros are the greatest
      }
      const auto apart = hn::Sub(most, hn::BitCast(de, least));
      is_wide = hn::Or(is_wide, hn::VecFromMask(de, hn::Gt(apart, window)));
    }
    return hn::AllTrue(de, hn::Eq(is_wide, hn::Zero(de)));
  }

  // All sums of products are exact, so it matters not whether the processor fuses.
  HWY_ATTR HWY_INLINE Vector narrow_sum(int step, int row, int lane, Vector c) const {
    const int first = step * plan_.lanes;
    auto products = hn::Mul(a(row, first, lane), b(row, first, lane));
    for (int k = first + 1; k < first + plan_.lanes; ++k)
      products = hn::MulAdd(a(row, k, lane), b(row, k, lane), products);
    const auto sum = two_sum(products, c);
    if (hn::AllTrue(dd, hn::Eq(sum.error, hn::Zero(dd)))) return sum.rounded;
    return add_to_odd(dd, products, c);
  }

  HWY_ATTR HWY_NOINLINE Vector wide_sum(int step, int row, int lane, Vector c) const {
    Vector component[kMaxTerms];  // the least first
    int count = 0;
    auto special = c;  // infinite or NaN where a term is
    auto signs = c;
    const auto add = [&](Vector term) HWY_ATTR {
      for (int i = 0; i < count; ++i) {
        const auto sum = two_sum(term, component[i]);
        term = sum.rounded;
        component[i] = sum.error;
      }
      component[count++] = term;
    };
    add(c);
    for (int k = step * plan_.lanes; k < (step + 1) * plan_.lanes; ++k) {
      const auto product = hn::Mul(a(row, k, lane), b(row, k, lane));
      special = hn::Add(special, product);
      signs = hn::And(signs, product);
      add(product);
    }
    auto value = component[0];
    for (int i = 1; i < count; ++i) value = add_to_odd(dd, component[i], value);
    const auto zero = hn::Zero(dd);
    value = hn::IfThenElse(hn::Eq(value, zero), hn::CopySign(zero, signs), value);
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    return hn::IfThenElse(hn::Lt(hn::Abs(special), infinity), value, special);
  }

  HWY_ATTR HWY_INLINE hn::Vec<hn::Rebind<float, DD>> rounded(Vector sum) const {
    if (plan_.zero_sign == ZeroSign::plus) sum = hn::Add(sum, hn::Zero(dd));  // -0 becomes +0
    return round_to_f32(dd, sum, plan_.result, plan_.ending);
  }

  const DD dd;
  const DE de;
  const hn::Rebind<float, DD> df;
  const ExactPlan plan_;
  const Stretch<F64Lanes> stretch_;
};

template <int kWidth, Pairing kPairing>
void exact_f64(const ExactPlan& plan, const Stretch<F64Lanes>& stretch) {
  ExactSteps<kWidth, kPairing>(plan, stretch).run();
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
