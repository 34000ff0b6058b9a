// SPDX-License-Identifier: Apache-2.0
// The loops of one target, MMASC_LANE_TARGET: compiled once for each.
#include "mmasc/elements/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mmasc/elements/kernels_of_target.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#if HWY_TARGET == MMASC_LANE_TARGET

HWY_BEFORE_NAMESPACE();
namespace mmasc::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
constexpr bool kHasFma = HWY_NATIVE_FMA;
// GCC's own way is by halves, and slower.
void narrow(const std::uint32_t* words, std::int64_t count, std::uint8_t* bytes) {
  const hn::ScalableTag<std::uint32_t> words_of;
  const hn::Rebind<std::uint8_t, decltype(words_of)> bytes_of;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(words_of));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(hn::TruncateTo(bytes_of, hn::LoadU(words_of, words + i)), bytes_of, bytes + i);
  for (; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(words[i]);
}
#include "mmasc/elements/kernels-inl.h"

QuantiseKernels make_quantise_kernels() { return make_kernels(hwy::TargetName(HWY_TARGET)); }

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
