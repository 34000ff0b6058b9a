// SPDX-License-Identifier: Apache-2.0
// The stage functions as engines call them. On 64-bit words they are compiled also for the vector
// instructions of x86-64-v3; which of the two runs is chosen at the first call.
#pragma once

#include "mmasc/arith/reference.h"

namespace mmasc::vectorized {

// Whether the vector instructions are those that run, in this build on this processor.
bool is_active();

template <NumberSystem N>
Result evaluate(const Plan& plan, const Operands& in) {
  return mmasc::evaluate<N>(plan, in);
}
template <NumberSystem N>
Terms<N> multiply(const Plan& plan, const Operands& in) {
  return mmasc::multiply<N>(plan, in);
}
template <NumberSystem N>
Addends<N> align(const Plan& plan, const LevelPlan& level, const Terms<N>& in) {
  return mmasc::align<N>(plan, level, in);
}
template <NumberSystem N>
Addends<N> add_level(const Plan& plan, const LevelPlan& level, int tree_level,
                     const Addends<N>& in) {
  return mmasc::add_level<N>(plan, level, tree_level, in);
}
template <NumberSystem N>
Terms<N> add(const Plan& plan, const LevelPlan& level, int tree_level, const Addends<N>& in) {
  return mmasc::add<N>(plan, level, tree_level, in);
}

template <>
Result evaluate<Numbers64>(const Plan&, const Operands&);
template <>
Terms<Numbers64> multiply<Numbers64>(const Plan&, const Operands&);
template <>
Addends<Numbers64> align<Numbers64>(const Plan&, const LevelPlan&, const Terms<Numbers64>&);
template <>
Addends<Numbers64> add_level<Numbers64>(const Plan&, const LevelPlan&, int,
                                        const Addends<Numbers64>&);
template <>
Terms<Numbers64> add<Numbers64>(const Plan&, const LevelPlan&, int, const Addends<Numbers64>&);

}  // namespace mmasc::vectorized
