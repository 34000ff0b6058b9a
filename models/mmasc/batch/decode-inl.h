// SPDX-License-Identifier: Apache-2.0
// Stored elements to values in lanes and back.
//
//     [ s | e e e | f f f f ]  ->  f32  [ s | e e e e e e e e | f f f f 0 ... ]   exactly

#pragma once

#include <hwy/highway.h>

#include <cstdint>

#include "mmasc/batch/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int kBatchLanes = 16;  // elements at once; vectors hold no more
using DF = hn::CappedTag<float, kBatchLanes>;
using DI = hn::RebindToSigned<DF>;
using DU = hn::RebindToUnsigned<DF>;

using DUMask = hn::Mask<DU>;

struct DecodedLanes {
  hn::Vec<DU> value;     // bits of f32
  hn::Vec<DI> exponent;  // of zero and subnormals the least
  DUMask zero, special;
};

inline constexpr std::uint32_t kF32Infinity = 0x7f800000, kF32NaN = 0x7fc00000;
inline constexpr int kF32LeastExponent = -126;

HWY_INLINE DecodedLanes decode_lanes(const Decoder& decoder, hn::Vec<DU> raw) {
  const DF df;
  const DI di;
  const DU du;
  const Format& format = decoder.format;
  const int fraction = format.fraction_bits, sign_low = format.exponent_bits + fraction;
  const auto set = [&](std::uint64_t bits)
                       HWY_ATTR { return hn::Set(du, static_cast<std::uint32_t>(bits)); };
  const auto nothing = hn::Zero(du);
  const auto stored = hn::ShiftRightSame(raw, format.ignored_low_bits);
  const auto magnitude = hn::And(stored, set((std::uint64_t{1} << sign_low) - 1));
  const auto sign_bit = hn::And(stored, set(std::uint64_t{1} << sign_low));
  auto sign = format.is_signed() ? hn::ShiftLeftSame(sign_bit, 31 - sign_low) : nothing;
  const auto field = hn::ShiftRightSame(magnitude, fraction);
  DUMask zero = hn::Eq(magnitude, nothing);
  const DUMask minus_zero = hn::And(zero, hn::Ne(sign_bit, nothing));

  auto bits = hn::ShiftLeftSame(magnitude, 23 - fraction);
  if (format.least_exponent() != kF32LeastExponent) {  // else f32's own, subnormal numbers too
    const auto normal = hn::Add(bits, set(static_cast<std::uint64_t>(127 - format.bias) << 23));
    const auto unit =
        hn::Set(df, static_cast<float>(power_of_two(format.least_exponent() - fraction)));
    const auto subnormal =
        hn::BitCast(du, hn::Mul(hn::ConvertTo(df, hn::BitCast(di, magnitude)), unit));
    bits = hn::IfThenElse(hn::Eq(field, nothing), subnormal, normal);
  }
  if (decoder.flush != Flush::none) {
    const auto least = set(static_cast<std::uint64_t>(127 + decoder.seen.least_exponent()) << 23);
    const DUMask flushed =
        hn::RebindMask(du, hn::Lt(hn::BitCast(di, bits), hn::BitCast(di, least)));
    if (decoder.flush == Flush::all_to_plus_zero)
      sign = hn::IfThenElse(flushed, nothing, sign);
    else if (decoder.flush == Flush::to_plus_zero || !decoder.seen.has_minus_zero())
      sign = hn::IfThenElse(hn::And(flushed, hn::Not(zero)), nothing, sign);
    bits = hn::IfThenElse(flushed, nothing, bits);
    zero = hn::Or(zero, flushed);
  }

  const auto top = set(static_cast<std::uint64_t>(format.top_exponent_field()) << fraction);
  DUMask special = hn::Ne(nothing, nothing);
  switch (format.specials) {
    case Specials::ieee:
      special = hn::Eq(field, set(static_cast<std::uint64_t>(format.top_exponent_field())));
      bits = hn::IfThenElse(
          special, hn::IfThenElse(hn::Eq(magnitude, top), set(kF32Infinity), set(kF32NaN)), bits);
      break;
    case Specials::nan_all_ones:
      special = hn::Eq(magnitude, set((std::uint64_t{1} << sign_low) - 1));
      bits = hn::IfThenElse(special, set(kF32NaN), bits);
      break;
    case Specials::nan_minus_zero:
      special = minus_zero;
      bits = hn::IfThenElse(special, set(kF32NaN), bits);
      zero = hn::And(zero, hn::Not(special));
      break;
    case Specials::none:
      break;
  }
  const auto exponent =
      hn::Max(hn::Sub(hn::BitCast(di, hn::ShiftRight<23>(bits)), hn::Set(di, 127)),
              hn::Set(di, decoder.seen.least_exponent()));
  return {hn::Or(bits, sign), exponent, zero, special};
}

// Decodes to the value and exponent types of `Lane`. Returns whether an element is infinite or NaN.
template <class Lane>
HWY_INLINE bool decode_to(const Decoder& decoder, const std::uint32_t* raw, std::int64_t count,
                          typename Lane::value* value, typename Lane::exponent* exponent) {
  const DF df;
  const DU du;
  const DI di;
  const hn::Rebind<typename Lane::exponent, DI> de;
  const Decoder known = decoder;
  const auto zero_code = hn::Set(di, kZeroCode<typename Lane::exponent>);
  DUMask special = hn::Ne(hn::Zero(du), hn::Zero(du));
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(du))) {
    const DecodedLanes lanes = decode_lanes(known, hn::LoadU(du, raw + i));
    special = hn::Or(special, lanes.special);
    auto exponents = lanes.exponent;
    if (!known.zeros_keep_exponent)
      exponents = hn::IfThenElse(hn::RebindMask(di, lanes.zero), zero_code, exponents);
    hn::StoreU(hn::DemoteTo(de, exponents), de, exponent + i);
    if constexpr (sizeof(typename Lane::value) == 4) {
      hn::StoreU(hn::BitCast(df, lanes.value), df, value + i);
    } else {
      alignas(64) float values[kBatchLanes];
      hn::Store(hn::BitCast(df, lanes.value), df, values);
      for (std::size_t j = 0; j < hn::Lanes(du); ++j)
        value[static_cast<std::size_t>(i) + j] = values[j];
    }
  }
  return !hn::AllFalse(du, special);
}

bool decode_f32(const Decoder& decoder, const std::uint32_t* raw, std::int64_t count, float* value,
                std::int8_t* exponent) {
  return decode_to<F32Lanes>(decoder, raw, count, value, exponent);
}

bool decode_f64(const Decoder& decoder, const std::uint32_t* raw, std::int64_t count, double* value,
                std::int16_t* exponent) {
  return decode_to<F64Lanes>(decoder, raw, count, value, exponent);
}

void decode(const Decoder& decoder, const std::uint32_t* raw, std::int64_t count, float* value) {
  const DF df;
  const DU du;
  const Decoder known = decoder;
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(du)))
    hn::StoreU(hn::BitCast(df, decode_lanes(known, hn::LoadU(du, raw + i)).value), df, value + i);
}

// Values are numbers of the format, infinities or NaN.
void encode(const Format& stored_format, std::uint32_t nan, const float* value, std::int64_t count,
            std::uint32_t* raw) {
  const DF df;
  const DI di;
  const DU du;
  const Format format = stored_format;
  const int fraction = format.fraction_bits, sign_low = format.exponent_bits + fraction;
  const auto least = hn::Set(df, static_cast<float>(power_of_two(format.least_exponent())));
  const auto units =  // of the last place in the least normal number; in two steps, as f32 holds
      hn::Set(df, static_cast<float>(power_of_two(fraction)));
  const auto set = [&](std::uint64_t bits)
                       HWY_ATTR { return hn::Set(du, static_cast<std::uint32_t>(bits)); };
  const auto up = hn::Set(df, static_cast<float>(power_of_two(-format.least_exponent())));
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(du))) {
    const auto v = hn::LoadU(df, value + i);
    const auto magnitude = hn::Abs(v);
    const auto bits = hn::BitCast(du, magnitude);
    const auto normal = hn::ShiftRightSame(
        hn::Sub(bits, set(static_cast<std::uint64_t>(127 - format.bias) << 23)), 23 - fraction);
    const auto small = hn::Mul(hn::Mul(magnitude, up), units);
    const auto subnormal = hn::BitCast(du, hn::ConvertTo(di, small));
    auto out = hn::IfThenElse(hn::RebindMask(du, hn::Lt(magnitude, least)), subnormal, normal);
    out = hn::IfThenElse(hn::Eq(bits, set(kF32Infinity)),
                         set(static_cast<std::uint64_t>(format.top_exponent_field()) << fraction),
                         out);
    if (format.is_signed()) {
      const auto sign =
          hn::ShiftRightSame(hn::And(hn::BitCast(du, v), set(0x80000000)), 31 - sign_low);
      out = hn::Or(out, sign);
    }
    out = hn::ShiftLeftSame(out, format.ignored_low_bits);
    const auto is_nan = hn::RebindMask(du, hn::IsNaN(v));
    hn::StoreU(hn::IfThenElse(is_nan, set(nan), out), du, raw + i);
  }
}

void flush(const Decoder& decoder, float* value, std::int64_t count) {
  const DF df;
  const Format& format = decoder.seen;
  const auto least = hn::Set(df, static_cast<float>(power_of_two(format.least_exponent())));
  const bool keeps_sign = decoder.flush == Flush::keep_sign && format.has_minus_zero();
  const auto zero = hn::Zero(df);
  for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(hn::Lanes(df))) {
    const auto v = hn::LoadU(df, value + i);
    auto flushed = hn::Lt(hn::Abs(v), least);
    if (decoder.flush != Flush::all_to_plus_zero) flushed = hn::And(flushed, hn::Ne(v, zero));
    const auto nothing = keeps_sign ? hn::CopySign(zero, v) : zero;
    hn::StoreU(hn::IfThenElse(flushed, nothing, v), df, value + i);
  }
}

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
