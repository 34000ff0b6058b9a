// SPDX-License-Identifier: Apache-2.0
#include "mmasc/elements/kernels.h"

#include "mmasc/arith/lanes.h"

namespace mmasc {

CodeRounding::CodeRounding(const Format& format)
    : in_f64(element_rounding<double>(format)), fits_f32(rounds_from_f32(format)) {
  if (fits_f32) in_f32 = element_rounding<float>(format);
}

namespace any_processor {
constexpr bool kHasFma = false;
void narrow(const std::uint32_t* words, std::int64_t count, std::uint8_t* bytes) {
  for (std::int64_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(words[i]);
}
#include "mmasc/elements/kernels-inl.h"
}  // namespace any_processor

#define MMASC_DECLARE(NAMESPACE)           \
  namespace NAMESPACE {                    \
  QuantiseKernels make_quantise_kernels(); \
  }
MMASC_DECLARE(N_AVX3)
MMASC_DECLARE(N_AVX2)
MMASC_DECLARE(N_SSE4)
MMASC_DECLARE(N_NEON)
#undef MMASC_DECLARE

std::span<const QuantiseKernels> quantise_kernels() {
  static const std::vector<QuantiseKernels> all = [] {
    std::vector<QuantiseKernels> found;
    for ([[maybe_unused]] const LaneTarget& target : lane_targets()) {
#ifdef MMASC_LANES_AVX3
      if (target.name == "AVX3") found.push_back(N_AVX3::make_quantise_kernels());
#endif
#ifdef MMASC_LANES_AVX2
      if (target.name == "AVX2") found.push_back(N_AVX2::make_quantise_kernels());
#endif
#ifdef MMASC_LANES_SSE4
      if (target.name == "SSE4") found.push_back(N_SSE4::make_quantise_kernels());
#endif
#ifdef MMASC_LANES_NEON
      if (target.name == "NEON") found.push_back(N_NEON::make_quantise_kernels());
#endif
    }
    found.push_back(any_processor::make_kernels("any"));
    return found;
  }();
  return all;
}

}  // namespace mmasc
