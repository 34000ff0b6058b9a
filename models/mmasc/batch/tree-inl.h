// SPDX-License-Identifier: Apache-2.0
// Any tree of sums in lanes of f64, a row of chains at a time: the terms, then the plan's sums one
// after the other (tree_sums-inl.h).

#pragma once

#include <hwy/highway.h>

#include <limits>
#include <type_traits>

#include "mmasc/batch/kernels.h"
#include "mmasc/batch/product_groups-inl.h"
#include "mmasc/batch/rounding-inl.h"
#include "mmasc/batch/tree_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Lane, int kWidth, Pairing kPairing>
class TreeSteps {
  using DD = hn::CappedTag<double, kWidth>;
  using DL = hn::RebindToSigned<DD>;
  using DF = hn::Rebind<float, DD>;
  using DHalf = hn::Rebind<std::int16_t, DD>;
  using Vector = hn::Vec<DD>;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(DD{}));

 public:
  TreeSteps(const TreePlan& plan, const Stretch<Lane>& stretch)
      : plan_(plan), stretch_(stretch), groups_(plan, stretch), sums_(plan) {}

  HWY_ATTR void run() {
    for (int step = stretch_.first_step; step < stretch_.first_step + stretch_.steps; ++step)
      for (int row = 0; row < stretch_.row_count; ++row) run_step(step, row);
  }

 private:
  HWY_ATTR HWY_INLINE void run_step(int step, int row) {
    float* tile = stretch_.tile + std::ptrdiff_t{row} * kWidth;
    if (!plan_.products.groups.empty())
      groups_.sum_up(step, row, sums_.terms());
    else if constexpr (std::is_same_v<Lane, F64Lanes>)
      multiply(step, row);
    sums_.load_c(tile);
    sums_.sum_up(tile);
  }

  // Element k of a row.
  template <class D, class T>
  HWY_ATTR HWY_INLINE hn::Vec<D> load_a(D d, const T* panel, int row, int pitch, int k,
                                        int lane) const {
    return load_row<kPairing>(d, of_row<kPairing, kWidth>(panel, row, pitch, k), lane);
  }

  HWY_ATTR HWY_INLINE Vector power_of_exponent(hn::Vec<DHalf> exponent) const {
    const hn::Rebind<std::int32_t, DD> di;
    const auto field = hn::Add(hn::PromoteTo(dl, hn::PromoteTo(di, exponent)), hn::Set(dl, 1023));
    return hn::BitCast(dd, hn::ShiftLeft<52>(field));
  }

  HWY_ATTR void multiply(int step, int row) {
    const MultiplierPlan& m = plan_.multiplier;
    const auto infinity = hn::Set(dd, std::numeric_limits<double>::infinity());
    for (int i = 0; i < m.lanes; ++i) {
      const int k = step * m.lanes + i;
      for (int lane = 0; lane < kWidth; lane += kLanes) {
        const auto* b_value =
            of_lanes<kPairing, kWidth>(stretch_, stretch_.lanes.value, row, k) + lane;
        const auto* b_exponent =
            of_lanes<kPairing, kWidth>(stretch_, stretch_.lanes.exponent, row, k) + lane;
        const auto a = load_a(dd, stretch_.rows.value, row, stretch_.depth, k, lane);
        auto value = hn::Mul(a, hn::LoadU(dd, b_value));
        auto power = hn::Set(dd, 1);
        if (!m.fixed_point()) {
          const auto a_exponent =
              load_a(d_half, stretch_.rows.exponent, row, stretch_.depth, k, lane);
          power = power_of_exponent(hn::Add(a_exponent, hn::LoadU(d_half, b_exponent)));
        }
        if (m.is_scaled()) {
          const int at = step * (m.lanes / m.scales[0].lanes) + i / m.scales[0].lanes;
          const float* b_scale = stretch_.lanes.scale + std::ptrdiff_t{at} * kWidth + lane;
          const auto scale =
              scale_product(dd, load_a(df, stretch_.rows.scale, row, stretch_.scales, at, lane),
                            hn::LoadU(df, b_scale), m.scales[0].format.least_exponent());
          value = hn::Mul(value, scale.value);
          power = hn::Mul(power, scale.power);
        }
        if (m.has_overflow()) {
          const auto beyond = hn::Ge(hn::Abs(value), hn::Set(dd, power_of_two(m.infinity_at)));
          value = hn::IfThenElse(beyond, hn::CopySign(infinity, value), value);
        }
        if (m.rounds) {
          value = round_to_grid(dd, value, plan_.product);
          power = power_of(dd, value, plan_.product.least_power);
        }
        sums_.store(i, lane, value, power);
      }
    }
  }

  const DD dd;
  const DL dl;
  const DF df;
  const DHalf d_half;
  const TreePlan& plan_;
  const Stretch<Lane> stretch_;
  GroupedProducts<Lane, kWidth, kPairing> groups_;
  TreeSums<kWidth> sums_;
};

template <class Lane, int kWidth, Pairing kPairing>
void tree(const TreePlan& plan, const Stretch<Lane>& stretch) {
  TreeSteps<Lane, kWidth, kPairing>(plan, stretch).run();
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
