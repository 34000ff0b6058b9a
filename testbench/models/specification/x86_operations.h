// SPDX-License-Identifier: Apache-2.0
// One element of the tile or vector that an instruction of x86 updates, by the operations of its
// document, in floats and integers of this processor. Nothing here knows a row or a stage.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace mmasc::x86 {

// DAZ
inline float of_normal(float x) {
  return std::abs(x) < std::numeric_limits<float>::min() ? std::copysign(0.0f, x) : x;
}

// FP32 FMA with DAZ = FTZ = 1, to nearest even. A result is tiny that, rounded with an unbounded
// exponent, is below the least normal number; a double holds what lies so near that number.
inline float fma32(float a, float b, float c) {
  a = of_normal(a), b = of_normal(b), c = of_normal(c);
  const float d = std::fma(a, b, c);
  const double wide = std::fma(static_cast<double>(a), static_cast<double>(b), c);
  const bool is_tiny = std::abs(wide) < 0x1p-126 - 0x1p-151;
  return is_tiny && wide != 0 ? std::copysign(0.0f, d) : d;
}

inline float add32(float x, float y) { return fma32(x, 1, y); }

inline float f32(std::uint32_t bits) { return std::bit_cast<float>(bits); }

inline float of_bf16(std::uint32_t bits) { return f32(bits << 16); }

// A number of IEEE 754's form, or e4m3, whose only special values are NaN.
inline float of_small_float(std::uint32_t bits, int exponent_bits, int fraction_bits) {
  const int most = (1 << exponent_bits) - 1, bias = most / 2;
  const int field = static_cast<int>(bits >> fraction_bits) & most;
  const auto fraction = static_cast<int>(bits & ((1u << fraction_bits) - 1));
  const float sign = (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -1.0f : 1.0f;
  const bool is_e4m3 = exponent_bits == 4;
  if (field == most && (!is_e4m3 || fraction == 7))
    return is_e4m3 || fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                                    : sign * std::numeric_limits<float>::infinity();
  const int whole = field == 0 ? fraction : fraction + (1 << fraction_bits);
  return sign * std::ldexp(static_cast<float>(whole), std::max(field, 1) - bias - fraction_bits);
}

inline float of_f16(std::uint32_t bits) { return of_small_float(bits, 5, 10); }
inline float of_bf8(std::uint32_t bits) { return of_small_float(bits, 5, 2); }
inline float of_hf8(std::uint32_t bits) { return of_small_float(bits, 4, 3); }

using Elements = std::span<const std::uint32_t>;

// TDPBF16PS, TDPFP16PS; TCMMRLFP16PS, where products of odd elements are negated.
template <float (*convert)(std::uint32_t), int kSignOfOdd = 1>
std::uint32_t dot_of_pairs(Elements a, Elements b, std::uint32_t c) {
  float temp1[2] = {0, 0};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float factor = i % 2 == 0 ? convert(a[i]) : kSignOfOdd * convert(a[i]);
    temp1[i % 2] = fma32(factor, convert(b[i]), temp1[i % 2]);
  }
  return std::bit_cast<std::uint32_t>(add32(f32(c), add32(temp1[0], temp1[1])));
}

// TCMMIMFP16PS: the elements are real and imaginary parts in turn.
inline std::uint32_t imaginary_part(Elements a, Elements b, std::uint32_t c) {
  float of_imaginary_a = 0, of_real_a = 0;
  for (std::size_t i = 0; i < a.size(); i += 2) {
    of_imaginary_a = fma32(of_f16(a[i + 1]), of_f16(b[i]), of_imaginary_a);
    of_real_a = fma32(of_f16(a[i]), of_f16(b[i + 1]), of_real_a);
  }
  return std::bit_cast<std::uint32_t>(add32(f32(c), add32(of_imaginary_a, of_real_a)));
}

// TDPBF8PS to TDPHF8PS: products are added in fixed point, in units of 2^-32.
template <float (*convert_a)(std::uint32_t), float (*convert_b)(std::uint32_t)>
std::uint32_t dot_of_bytes_exactly(Elements a, Elements b, std::uint32_t c) {
  __extension__ using Fixed = __int128;
  const auto fixed = [](float x) { return static_cast<Fixed>(std::ldexp(x, 16)); };
  Fixed sum = 0;
  float special = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float left = convert_a(a[i]), right = convert_b(b[i]);
    if (std::isfinite(left) && std::isfinite(right))
      sum += fixed(left) * fixed(right);
    else
      special += left * right;
  }
  const float dot = special == 0 ? std::ldexp(static_cast<float>(sum), -32) : special;
  return std::bit_cast<std::uint32_t>(add32(f32(c), dot));
}

// By way of f16, whose subnormal numbers are zeros then.
inline float of_normal_bf8(std::uint32_t bits) {
  return std::copysign((bits & 0x7c) == 0 ? 0.0f : of_bf8(bits & 0x7f),
                       (bits & 0x80) != 0 ? -1.0f : 1.0f);
}

// The same as Bochs 3.1 had them: products are added by pairs, in two chains.
template <float (*convert_a)(std::uint32_t), float (*convert_b)(std::uint32_t)>
std::uint32_t dot_of_bytes_by_pairs(Elements a, Elements b, std::uint32_t c) {
  float tmp[2] = {0, 0};
  for (std::size_t i = 0; i < a.size(); i += 2) {
    const float first = convert_a(a[i]) * convert_b(b[i]);
    const float second = convert_a(a[i + 1]) * convert_b(b[i + 1]);
    tmp[i / 2 % 2] = add32(tmp[i / 2 % 2], add32(first, second));
  }
  return std::bit_cast<std::uint32_t>(add32(f32(c), add32(tmp[0], tmp[1])));
}

// TMMULTF32PS
inline std::uint32_t dot_of_tf32(Elements a, Elements b, std::uint32_t c) {
  const auto convert = [](std::uint32_t bits) {
    const bool is_nan = std::isnan(f32(bits));
    return f32((is_nan ? bits | 0x400000 : bits) & ~0x1fffu);
  };
  float tmp = 0;
  for (std::size_t k = 0; k < a.size(); ++k) tmp = fma32(convert(a[k]), convert(b[k]), tmp);
  return std::bit_cast<std::uint32_t>(add32(tmp, f32(c)));
}

// VDPPHPS
inline std::uint32_t dot_of_f16_pair(Elements a, Elements b, std::uint32_t c) {
  float d = f32(c);
  for (const std::size_t i : {1, 0}) d = fma32(of_f16(a[i]), of_f16(b[i]), d);
  return std::bit_cast<std::uint32_t>(d);
}

// VPDPWSUD to VPDPWUUDS; C is the type of c and d.
template <class A, class B, class C>
std::uint32_t dot_of_words(Elements a, Elements b, std::uint32_t c, bool saturates) {
  std::int64_t sum = static_cast<C>(c);
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::int64_t{static_cast<A>(a[i])} * static_cast<B>(b[i]);
  if (saturates)
    sum =
        std::clamp<std::int64_t>(sum, std::numeric_limits<C>::min(), std::numeric_limits<C>::max());
  return static_cast<std::uint32_t>(sum);
}

// TDPBSSD to TDPBUUD
template <class A, class B>
std::uint32_t dot_of_bytes(Elements a, Elements b, std::uint32_t c) {
  for (std::size_t i = 0; i < a.size(); ++i)
    c += static_cast<std::uint32_t>(static_cast<A>(a[i]) * static_cast<B>(b[i]));
  return c;
}

struct AmxInstruction {
  std::string_view mnemonic;
  int map, prefix, opcode;  // of VEX; prefix 0 none, 1 66, 2 F3, 3 F2
  int bits;                 // of an element
  std::uint32_t (*element)(Elements a, Elements b, std::uint32_t c);
};

inline constexpr AmxInstruction kAmxInstructions[] = {
    {"tdpbssd", 2, 3, 0x5e, 8, dot_of_bytes<std::int8_t, std::int8_t>},
    {"tdpbsud", 2, 2, 0x5e, 8, dot_of_bytes<std::int8_t, std::uint8_t>},
    {"tdpbusd", 2, 1, 0x5e, 8, dot_of_bytes<std::uint8_t, std::int8_t>},
    {"tdpbuud", 2, 0, 0x5e, 8, dot_of_bytes<std::uint8_t, std::uint8_t>},
    {"tdpbf16ps", 2, 2, 0x5c, 16, dot_of_pairs<of_bf16>},
    {"tdpfp16ps", 2, 3, 0x5c, 16, dot_of_pairs<of_f16>},
    {"tcmmrlfp16ps", 2, 0, 0x6c, 16, dot_of_pairs<of_f16, -1>},
    {"tcmmimfp16ps", 2, 1, 0x6c, 16, imaginary_part},
    {"tdpbf8ps", 5, 0, 0xfd, 8, dot_of_bytes_exactly<of_bf8, of_bf8>},
    {"tdpbhf8ps", 5, 3, 0xfd, 8, dot_of_bytes_exactly<of_bf8, of_hf8>},
    {"tdphbf8ps", 5, 2, 0xfd, 8, dot_of_bytes_exactly<of_hf8, of_bf8>},
    {"tdphf8ps", 5, 1, 0xfd, 8, dot_of_bytes_exactly<of_hf8, of_hf8>},
    {"tmmultf32ps", 2, 1, 0x48, 32, dot_of_tf32},
};

}  // namespace mmasc::x86
