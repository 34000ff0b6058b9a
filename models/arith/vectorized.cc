// SPDX-License-Identifier: Apache-2.0
#include "arith/vectorized.h"

// Function multiversioning of GCC resolves before the sanitizers' runtime has started.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define MMASC_VECTORIZED __attribute__((flatten, target_clones("default", "arch=x86-64-v3")))
#else
#define MMASC_VECTORIZED
#endif

namespace mmasc::vectorized {

template <>
MMASC_VECTORIZED Result evaluate<Numbers64>(const Plan& plan, const Operands& in) {
  return mmasc::evaluate<Numbers64>(plan, in);
}
template <>
MMASC_VECTORIZED Terms<Numbers64> multiply<Numbers64>(const Plan& plan, const Operands& in) {
  return mmasc::multiply<Numbers64>(plan, in);
}
template <>
MMASC_VECTORIZED Addends<Numbers64> align<Numbers64>(const Plan& plan, const LevelPlan& level,
                                                     const Terms<Numbers64>& in) {
  return mmasc::align<Numbers64>(plan, level, in);
}
template <>
MMASC_VECTORIZED Addends<Numbers64> add_level<Numbers64>(const Plan& plan, const LevelPlan& level,
                                                         int tree_level,
                                                         const Addends<Numbers64>& in) {
  return mmasc::add_level<Numbers64>(plan, level, tree_level, in);
}
template <>
MMASC_VECTORIZED Terms<Numbers64> add<Numbers64>(const Plan& plan, const LevelPlan& level,
                                                 int tree_level, const Addends<Numbers64>& in) {
  return mmasc::add<Numbers64>(plan, level, tree_level, in);
}

}  // namespace mmasc::vectorized
