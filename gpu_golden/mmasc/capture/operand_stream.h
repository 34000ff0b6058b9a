// SPDX-License-Identifier: Apache-2.0
// Random operands by number: every element of a tile is a function of the seed, the tile's number
// and its own number, the same on host and device. So a number identifies a dot product.
//
// Tiles are of the kinds of `Mix`, in a cycle of eight. The vector classes of mmasc gen fill a
// whole row of operands with what they have drawn before in view; here a thread of a GPU draws one
// element and sees no other, so that these kinds are fewer and coarser.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mmasc/arith/philox.h"
#include "mmasc/capture/tile_shape.h"
#include "mmasc/unit/format.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {

enum class Mix {
  near,    // exponents near each other, those of c near those of the products or not
  coarse,  // the same with few fraction bits and some zeros: sums cancel and tie
  corner,  // the same with ends of the formats, NaN and Inf among them
  zero,    // a product or none that is not zero, zeros of one sign, c of any exponent
  wide,    // numbers of any exponent
  raw,     // random bits
};

constexpr Mix mix_of(std::uint64_t tile) {
  switch (tile % 8) {
    case 0:
    case 4:
      return Mix::near;
    case 1:
    case 5:
      return Mix::coarse;
    case 2:
      return Mix::corner;
    case 3:
      return Mix::zero;
    case 6:
      return Mix::wide;
    default:
      return Mix::raw;
  }
}

// The parameters of the draw that all elements of a tile share.
struct TileMix {
  Mix mix = Mix::near;
  int spread = 0;           // of exponents around those of centre()
  int fraction_bits = 0;    // kept by Mix::coarse
  bool negative = false;    // products of Mix::zero
  int tensor_exponent = 0;  // of the tensor-wide scale
  PerInput<int> centres;

  constexpr int& centre(Operand operand) { return centres[operand]; }
  constexpr int centre(Operand operand) const { return centres[operand]; }
};

struct OperandStream {
  std::uint64_t seed = 0;
  TileDims dims;
  PerInput<Format> formats;  // of those that the instruction has
  Format d;
  SparsityRow sparsity{};  // keep is 0 where A is not sparse

  constexpr const Format& format(Operand operand) const { return formats[operand]; }
  constexpr bool has(Operand operand) const { return dims.elements_of_vector(operand) > 0; }
};

// The least tensor-wide scale that is drawn is 2 to this power; the greatest is 1. FPMR.LSCALE of
// Arm can say all of these (docs/capture.md).
inline constexpr int kLeastTensorExponent = -15;

namespace stream_parts {

// The numbers of draws that are no operand's elements, and of metadata, one a group. The elements
// of st are not drawn one by one.
inline constexpr int kDrawOfMix = static_cast<int>(Operand::st),
                     kDrawOfTensorScale = kDrawOfMix + 1, kDrawOfMetadata = kInputCount;

// first <= result <= last, from 16 random bits.
constexpr int between(std::uint32_t bits, int first, int last) {
  return first +
         static_cast<int>((bits & 0xffff) * static_cast<std::uint32_t>(last - first + 1) >> 16);
}

// Includes subnormal numbers.
constexpr int any_exponent(const Format& format, std::uint32_t bits) {
  const int least = format.least_exponent() - (format.has_subnormals ? format.fraction_bits : 0);
  return between(bits, least, greatest_leading_exponent(format));
}

constexpr PhiloxWords words(const OperandStream& stream, std::uint64_t tile, int operand,
                            int element) {
  return philox({{static_cast<std::uint32_t>(element), static_cast<std::uint32_t>(operand),
                  static_cast<std::uint32_t>(tile), static_cast<std::uint32_t>(tile >> 32)}},
                stream.seed);
}

constexpr std::uint64_t corner(const Format& format, bool negative, std::uint32_t bits) {
  const std::uint64_t sign = negative ? sign_mask(format) : 0;
  const std::uint64_t greatest = greatest_magnitude(format), hidden = hidden_bit(format);
  const auto one = static_cast<std::uint64_t>(format.bias) << format.fraction_bits;
  const std::uint32_t which = bits % 32;
  if (which == 31 && format.has_nan()) return sign | format.default_nan();
  if (which >= 28 && format.has_infinity())
    return sign | static_cast<std::uint64_t>(format.top_exponent_field()) << format.exponent_low();
  const std::uint64_t magnitudes[] = {0, 1, hidden - 1, hidden, one, greatest - 1, greatest};
  return number_pattern(format, negative, std::min(magnitudes[which % 7], greatest));
}

// The places of a group that are kept, drawn from all ascending ones: GPUs ask for these.
constexpr std::uint64_t kept_place(const OperandStream& stream, std::uint64_t tile, int element) {
  const auto keep = static_cast<std::uint64_t>(stream.sparsity.keep);
  const auto of = static_cast<std::uint64_t>(stream.sparsity.of);
  const int group = element / stream.sparsity.keep, wanted = element % stream.sparsity.keep;
  const PhiloxWords drawn = words(stream, tile, kDrawOfMetadata, group);
  std::uint64_t bits = std::uint64_t{drawn.word[1]} << 32 | drawn.word[0];
  std::uint64_t place = 0;
  for (int kept = 0; place < of; ++place) {
    const bool is_kept = bits % (of - place) < keep - static_cast<std::uint64_t>(kept);
    bits /= of - place;
    if (is_kept && kept++ == wanted) break;
  }
  return place;
}

}  // namespace stream_parts

constexpr TileMix tile_mix(const OperandStream& stream, std::uint64_t tile) {
  using namespace stream_parts;
  const PhiloxWords drawn = words(stream, tile, kDrawOfMix, 0);
  const auto bits = [&](int i) { return drawn.word[i / 2] >> (i % 2 * 16); };
  TileMix out;
  out.mix = mix_of(tile);
  out.spread = (1 << between(bits(0), 0, 5)) / 2;
  out.fraction_bits = between(bits(1), 0, 7);
  out.negative = (bits(6) & 2) != 0;

  // Exponents whose sum is that of a product which d can show.
  const Format &a = stream.format(Operand::a), &b = stream.format(Operand::b);
  int least = stream.d.least_exponent() - stream.d.fraction_bits - 2;
  int greatest = greatest_leading_exponent(stream.d) + 1;
  if (!stream.has(Operand::sa)) {
    least = std::max(least, a.least_exponent() + b.least_exponent());
    greatest = std::min(greatest, greatest_leading_exponent(a) + greatest_leading_exponent(b));
  }
  const int product = between(bits(2), least, greatest);
  if (!stream.has(Operand::sa)) {
    out.centre(Operand::a) =
        between(bits(3), std::max(a.least_exponent(), product - greatest_leading_exponent(b)),
                std::min(greatest_leading_exponent(a), product - b.least_exponent()));
    out.centre(Operand::b) = product - out.centre(Operand::a);
  } else {
    out.centre(Operand::a) = any_exponent(a, bits(3));
    out.centre(Operand::b) = any_exponent(b, bits(4));
    const int scales = product - out.centre(Operand::a) - out.centre(Operand::b);
    out.centre(Operand::sa) = scales / 2 + between(bits(5), -4, 4);
    out.centre(Operand::sb) = scales - out.centre(Operand::sa);
  }
  out.centre(Operand::c) =
      product + (bits(6) % 2 == 0 ? between(bits(7), -4, 8) : between(bits(7), -40, 40));
  if (stream.has(Operand::st)) {
    out.tensor_exponent =
        between(words(stream, tile, kDrawOfTensorScale, 0).word[0], kLeastTensorExponent, 0);
    out.centre(Operand::c) += out.tensor_exponent;
  }
  return out;
}

// Element `element` of an operand of a tile, whose mix is `common`.
constexpr std::uint64_t element_bits(const OperandStream& stream, std::uint64_t tile,
                                     const TileMix& common, Operand operand, int element) {
  using namespace stream_parts;
  const Format& format = stream.format(operand);
  if (operand == Operand::st)
    return number_pattern(format, false, magnitude_near(format, common.tensor_exponent, 0));
  if (operand == Operand::metadata) return kept_place(stream, tile, element);
  const PhiloxWords drawn = words(stream, tile, static_cast<int>(operand), element);
  const std::uint64_t bits = std::uint64_t{drawn.word[1]} << 32 | drawn.word[0];
  const std::uint32_t jitter = drawn.word[2], rare = drawn.word[2] >> 16;
  bool negative = bits >> 63 != 0;

  std::uint64_t fraction = bits & (hidden_bit(format) - 1);
  int exponent = common.centre(operand) + between(jitter, -common.spread, common.spread);
  switch (common.mix) {
    case Mix::raw:
      return bits & format.storage_mask();
    case Mix::wide:
      exponent = any_exponent(format, jitter);
      break;
    case Mix::corner:
      if (rare % 16 == 0) return corner(format, negative, drawn.word[3]);
      break;
    case Mix::coarse:
      if (rare % 8 == 0) return number_pattern(format, negative, 0);
      if (common.fraction_bits < format.fraction_bits)
        fraction &= ~((hidden_bit(format) >> common.fraction_bits) - 1);
      break;
    case Mix::zero:
      if (operand == Operand::a) negative = false;
      if (operand == Operand::b) negative = common.negative;
      if (operand == Operand::a &&
          rare % static_cast<std::uint32_t>(stream.dims.elements_of_vector(Operand::a)) != 0)
        return number_pattern(format, negative, 0);
      if (operand == Operand::c && rare % 4 == 0) return number_pattern(format, negative, 0);
      if (operand == Operand::c) exponent = any_exponent(format, jitter);
      break;
    case Mix::near:
      break;
  }
  return (bits & ignored_mask(format)) |
         number_pattern(format, negative, magnitude_near(format, exponent, fraction));
}

constexpr std::uint64_t element_bits(const OperandStream& stream, std::uint64_t tile,
                                     Operand operand, int element) {
  return element_bits(stream, tile, tile_mix(stream, tile), operand, element);
}

}  // namespace mmasc
