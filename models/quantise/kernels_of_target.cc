// SPDX-License-Identifier: Apache-2.0
// The loops of one target, MMASC_LANE_TARGET: compiled once for each.
#include "quantise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "quantise/kernels_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_LANE_TARGET

HWY_BEFORE_NAMESPACE();
namespace mmasc::HWY_NAMESPACE {
constexpr bool kHasFma = HWY_NATIVE_FMA;
#include "quantise/kernels-inl.h"

QuantiseKernels make_quantise_kernels() { return make_kernels(hwy::TargetName(HWY_TARGET)); }

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
