// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/vectorized.h"

#include <type_traits>

// One function with all that it calls, for x86-64-v3. The sanitizers' build has no need of it.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define MMASC_VECTORIZED __attribute__((flatten, target("arch=x86-64-v3")))
#define MMASC_HAS_VERSION 1
#else
#define MMASC_VECTORIZED
#define MMASC_HAS_VERSION 0
#endif

namespace mmasc::vectorized {
namespace {

MMASC_VECTORIZED Result evaluate_version(const Plan& plan, const Operands& in) {
  return mmasc::evaluate<Numbers64>(plan, in);
}
MMASC_VECTORIZED Terms<Numbers64> multiply_version(const Plan& plan, const Operands& in) {
  return mmasc::multiply<Numbers64>(plan, in);
}
MMASC_VECTORIZED Addends<Numbers64> align_version(const Plan& plan, const LevelPlan& level,
                                                  const Terms<Numbers64>& in) {
  return mmasc::align<Numbers64>(plan, level, in);
}
MMASC_VECTORIZED Addends<Numbers64> add_level_version(const Plan& plan, const LevelPlan& level,
                                                      int tree_level,
                                                      const Addends<Numbers64>& in) {
  return mmasc::add_level<Numbers64>(plan, level, tree_level, in);
}
MMASC_VECTORIZED Terms<Numbers64> add_version(const Plan& plan, const LevelPlan& level,
                                              int tree_level, const Addends<Numbers64>& in) {
  return mmasc::add<Numbers64>(plan, level, tree_level, in);
}

// Both have one type, so callers need not know which of the two the processor runs.
template <class Version, class Plain>
Version* chosen(Version* version, Plain* plain) {
  static_assert(std::is_same_v<Version, Plain>);
  return is_active() ? version : plain;
}

}  // namespace

bool is_active() {
#if MMASC_HAS_VERSION
  return __builtin_cpu_supports("x86-64-v3");  // all that its functions may use, LZCNT included
#else
  return false;
#endif
}

template <>
Result evaluate<Numbers64>(const Plan& plan, const Operands& in) {
  static auto* const run = chosen(evaluate_version, mmasc::evaluate<Numbers64>);
  return run(plan, in);
}
template <>
Terms<Numbers64> multiply<Numbers64>(const Plan& plan, const Operands& in) {
  static auto* const run = chosen(multiply_version, mmasc::multiply<Numbers64>);
  return run(plan, in);
}
template <>
Addends<Numbers64> align<Numbers64>(const Plan& plan, const LevelPlan& level,
                                    const Terms<Numbers64>& in) {
  static auto* const run = chosen(align_version, mmasc::align<Numbers64>);
  return run(plan, level, in);
}
template <>
Addends<Numbers64> add_level<Numbers64>(const Plan& plan, const LevelPlan& level, int tree_level,
                                        const Addends<Numbers64>& in) {
  static auto* const run = chosen(add_level_version, mmasc::add_level<Numbers64>);
  return run(plan, level, tree_level, in);
}
template <>
Terms<Numbers64> add<Numbers64>(const Plan& plan, const LevelPlan& level, int tree_level,
                                const Addends<Numbers64>& in) {
  static auto* const run = chosen(add_version, mmasc::add<Numbers64>);
  return run(plan, level, tree_level, in);
}

}  // namespace mmasc::vectorized
