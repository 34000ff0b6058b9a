// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/vectorized.h"

// Function multiversioning of GCC needs a C library with ifunc, which resolves before the runtime
// of a sanitizer has started. A build for this processor alone has one version.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__AVX2__)
#define MMASC_VECTORIZED __attribute__((flatten))
#define MMASC_HAS_VERSION true
#elif defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MMASC_VECTORIZED __attribute__((flatten, target_clones("default", "arch=x86-64-v3")))
#define MMASC_HAS_VERSION true
#else
#define MMASC_VECTORIZED
#define MMASC_HAS_VERSION false
#endif

namespace mmasc::vectorized {

bool is_active() {
#if defined(__x86_64__)
  return MMASC_HAS_VERSION && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

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
