// SPDX-License-Identifier: Apache-2.0
#include "mmasc/elements/float_rounding.h"

#include <bit>

#include "mmasc/arith/matrix.h"
#include "mmasc/elements/element.h"
#include "mmasc/unit/formats.h"

namespace mmasc {

bool FloatRounding::fits(const Format& to, const Conversion& conversion) {
  return conversion.rounding == Rounding::nearest_even && why_not_quantised(to).empty();
}

FloatRounding::FloatRounding(const Format& to, const Conversion& conversion)
    : to_(to),
      conversion_(conversion),
      kernels_(quantise_kernels().front()),
      rounding_(to),
      greatest_(std::bit_cast<std::uint32_t>(static_cast<float>(greatest_number(to)))) {}

bool FloatRounding::round(const float* x, std::int64_t count, std::byte* codes) const {
  constexpr double kReciprocal = 1;
  constexpr float kScale = 1, kRest = 0, kReciprocalF32 = 1;
  if (count == 0) return true;
  const CodeRow row{.quotient = Quotient::reciprocal,
                    .divisors = {&kReciprocal, &kScale, &kRest, &kReciprocalF32},
                    .block = count,
                    .x = x,
                    .count = count};
  if (element_bytes(to_) == 1)
    kernels_.codes8(rounding_, row, reinterpret_cast<std::uint8_t*>(codes));
  else
    kernels_.codes16(rounding_, row, reinterpret_cast<std::uint16_t*>(codes));
  std::uint32_t most = 0;
  kernels_.block_maxima(x, count, count, &most);
  return most <= greatest_ || round_by_hand(x, count, codes);
}

// Rounds what the loops, which saturate, did not: NaN, infinities, and what is too large for the
// format.
bool FloatRounding::round_by_hand(const float* x, std::int64_t count, std::byte* codes) const {
  constexpr std::uint32_t kGreatest = 0x7f7fffff, kMagnitude = 0x7fffffff;
  const Format& f32 = format_named("f32");
  const std::uint32_t saturated =
      conversion_.overflow == Overflow::saturate ? kGreatest : greatest_;
  const MutableMatrix elements = row_major(to_, codes, 1, count);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(x[i]);
    if ((bits & kMagnitude) <= saturated) continue;
    const auto converted = convert(f32, to_, bits, conversion_);
    if (!converted) return false;
    store_element(elements, 0, i, *converted);
  }
  return true;
}

}  // namespace mmasc
