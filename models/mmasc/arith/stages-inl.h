// SPDX-License-Identifier: Apache-2.0
// The shipped stages, for the files that compile them.
#pragma once

#include "mmasc/arith/normalizer.h"
#include "mmasc/arith/stages.h"
#include "mmasc/arith/vectorized.h"

namespace mmasc {

template <NumberSystem N>
Terms<N> Stages<N>::multiply(const Plan& plan, const Operands& in) const {
  return vectorized::multiply<N>(plan, in);
}
template <NumberSystem N>
Terms<N> Stages<N>::normalize_products(const Plan& plan, const Terms<N>& in) const {
  return mmasc::normalize_products<N>(plan, in);
}
template <NumberSystem N>
Addends<N> Stages<N>::align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) const {
  return vectorized::align<N>(plan, level, in);
}
template <NumberSystem N>
Addends<N> Stages<N>::add_level(const Plan& plan, const LevelPlan& level, int tree_level,
                                const Addends<N>& in) const {
  return vectorized::add_level<N>(plan, level, tree_level, in);
}
template <NumberSystem N>
Terms<N> Stages<N>::add(const Plan& plan, const LevelPlan& level, int tree_level,
                        const Addends<N>& in) const {
  return vectorized::add<N>(plan, level, tree_level, in);
}
template <NumberSystem N>
Terms<N> Stages<N>::normalize_sums(const Plan& plan, const LevelPlan& level,
                                   const Terms<N>& in) const {
  return mmasc::normalize_sums<N>(plan, level, in);
}
template <NumberSystem N>
Result Stages<N>::normalize_result(const Plan& plan, const Terms<N>& in) const {
  return mmasc::normalize_result<N>(plan, in);
}

}  // namespace mmasc
