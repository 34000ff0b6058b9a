// SPDX-License-Identifier: Apache-2.0
// The vector kernels, compiled once for each target. All work on a tile: `rows` chains of `width`
// lanes each, whose values are held in f32.
//
//     rows panel   a, decoded:   row by row,  `depth` elements each    (broadcast over the lanes)
//     lanes panel  b, decoded:   k by k,      `width` lanes each
//     tile         c, then d:    row by row,  `width` lanes each
//
// A kernel may swap A and B: the product is the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mmasc/batch/exact_plan.h"
#include "mmasc/batch/fused_plan.h"
#include "mmasc/batch/ieee_plan.h"
#include "mmasc/batch/tree_plan.h"
#include "mmasc/unit/format.h"

namespace mmasc::batch {

inline constexpr int kWidths[] = {64, 16};  // of tiles, in lanes
inline constexpr int kWideTile = 0, kNarrowTile = 1;

// In a GEMM: the rows of a tile, and the elements of K that are decoded at once.
inline constexpr std::int64_t kRowsOfTile = 64, kDepthAtOnce = 512;

// The exponent of a zero element, unless zeros keep their own exponent.
template <class Exponent>
inline constexpr Exponent kZeroCode = sizeof(Exponent) == 1 ? -128 : -32768;

// Decodes elements to values and exponents. Where the instruction widens them, they are seen as
// numbers of the wider format: with its least exponent, and its subnormal numbers flushed.
struct Decoder {
  Format format;
  Format seen;
  Flush flush = Flush::none;
  bool zeros_keep_exponent = false;
};

// A pairing says which elements of a row and of the lanes meet.
enum class Pairing {
  in_order,  // element k of a row and of every lane
  own_row,   // the same, each lane with a row of its own: separate dot products
  selected,  // element k of a row and the one of every lane that Stretch::places names: A is sparse
};
inline constexpr int kPairings = 3;

struct F32Lanes {
  using value = float;
  using exponent = std::int8_t;
};
struct F64Lanes {
  using value = double;
  using exponent = std::int16_t;
};

// Decoded operands and their scales. Fused kernels take the exponents of scales, tree kernels their
// values. A NaN scale is NaN in both.
template <class Lane>
struct Panel {
  const typename Lane::value* value = nullptr;
  const typename Lane::exponent* exponent = nullptr;
  const float* scale = nullptr;  // null without scales
};

// A stretch of fused steps on a tile: step s takes elements of k from s * lanes on.
template <class Lane>
struct Stretch {
  Panel<Lane> rows, lanes;
  int depth = 0;                          // elements in a row of `rows`
  int scales = 0;                         // scales in a row of `rows`
  const std::uint16_t* places = nullptr;  // of Pairing::selected, for each element of `rows`
  int first_step = 0, steps = 0;
  int row_count = 0;
  bool specials = true;  // an operand may be infinite or NaN
  float* tile = nullptr;
};

template <class Lane>
using FusedKernel = void (*)(const FusedPlan&, const Stretch<Lane>&);

// As Stretch, for chains of `depth` fused multiply-adds of raw elements of f64. A NaN becomes
// `nan`.
struct FmaStretch {
  const std::uint64_t* rows = nullptr;
  const std::uint64_t* lanes = nullptr;
  int depth = 0;
  int row_count = 0;
  std::uint64_t* tile = nullptr;
  std::uint64_t nan = 0;
  const std::uint16_t* places = nullptr;
};

// As Stretch, for sums of products of integers; a step has an even number of elements.
//
//     lanes        b: pair of k by pair of k, `width` lanes of two elements each
struct IntegerStretch {
  const std::int16_t* rows = nullptr;
  const std::int16_t* lanes = nullptr;
  int depth = 0;
  int step = 0;  // elements whose sum is added to the tile at once
  int row_count = 0;
  bool wraps = true;
  std::int32_t least = 0, greatest = 0;  // of the tile, where it does not
  std::int32_t* tile = nullptr;
};

// Elements of random bits, each of so many.
struct RandomDraw {
  std::uint64_t seed = 0;
  std::span<const int> widths;
};

struct Kernels {
  std::string_view target;
  std::string_view compiled_for;  // Highway's name of the target, from within the compiled code

  // Decode raw elements; their number is a multiple of 16. Return whether any is NaN or infinite.
  bool (*decode_f32)(const Decoder&, const std::uint32_t* raw, std::int64_t count, float* value,
                     std::int8_t* exponent) = nullptr;
  bool (*decode_f64)(const Decoder&, const std::uint32_t* raw, std::int64_t count, double* value,
                     std::int16_t* exponent) = nullptr;
  // Decode values without exponents, as a tile holds them; encode them, NaN as `nan`.
  void (*decode)(const Decoder&, const std::uint32_t* raw, std::int64_t count,
                 float* value) = nullptr;
  void (*encode)(const Format&, std::uint32_t nan, const float* value, std::int64_t count,
                 std::uint32_t* raw) = nullptr;

  // Index 1: the width. Index 2: the pairing; separate dot products have no kernel for narrow
  // tiles. Index 3: 1 if an operand may be infinite or NaN.
  FusedKernel<F32Lanes> fused_f32[2][kPairings][2] = {};
  FusedKernel<F64Lanes> fused_f64[2][kPairings] = {};
  void (*tree_f32[2][kPairings])(const TreePlan&, const Stretch<F32Lanes>&) = {};
  void (*tree_f64[2][kPairings])(const TreePlan&, const Stretch<F64Lanes>&) = {};
  void (*exact_f64[2][kPairings])(const ExactPlan&, const Stretch<F64Lanes>&) = {};
  void (*ieee_f32[2][kPairings])(const IeeePlan&, const Stretch<F32Lanes>&) = {};

  bool has_fma() const { return fma_f64[0] != nullptr; }
  // Index: the pairing. Null if the target has no fused multiply-add.
  void (*fma_f64[kPairings])(const FmaStretch&) = {};

  void (*integer)(const IntegerStretch&) = nullptr;  // wide tiles

  // Draws for the elements (row, column), (row, column + 1), ... of D, a multiple of 8 of them: of
  // each random element one word a lane.
  void (*draw)(const RandomDraw&, std::uint32_t row, std::uint32_t column, std::uint32_t step,
               int lanes, std::uint32_t* to) = nullptr;

  // sum = partial + sum, rounded once; `count` is a multiple of 16.
  void (*add)(const GridRounding&, const float* partial, float* sum, std::int64_t count) = nullptr;
  // Flushes subnormal numbers of the decoder's format `seen` to zero.
  void (*flush)(const Decoder&, float* value, std::int64_t count) = nullptr;
};

template <class Lane>
bool decode(const Kernels& kernels, const Decoder& decoder, const std::uint32_t* raw,
            std::int64_t count, typename Lane::value* value, typename Lane::exponent* exponent) {
  if constexpr (std::is_same_v<Lane, F32Lanes>)
    return kernels.decode_f32(decoder, raw, count, value, exponent);
  else
    return kernels.decode_f64(decoder, raw, count, value, exponent);
}

// One entry for each target that this processor runs, the widest first.
const std::vector<Kernels>& kernels();

}  // namespace mmasc::batch
