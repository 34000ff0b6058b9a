// SPDX-License-Identifier: Apache-2.0
// The random bits of stochastic roundings in a matrix product (random_fill.h), lane by lane.

#pragma once

#include <hwy/highway.h>

#include "mmasc/arith/philox.h"
#include "mmasc/batch/kernels.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::batch::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void draw(const RandomDraw& draw, std::uint32_t row, std::uint32_t column, std::uint32_t step,
          int lanes, std::uint32_t* to) {
  for (int lane = 0; lane < lanes; ++lane)
    for (std::size_t i = 0; i < draw.widths.size(); ++i) {
      const PhiloxWords drawn = philox({{static_cast<std::uint32_t>(i / 4), step,
                                         column + static_cast<std::uint32_t>(lane), row}},
                                       draw.seed);
      to[i * static_cast<std::size_t>(lanes) + static_cast<std::size_t>(lane)] =
          drawn.word[i % 4] >> (32 - draw.widths[i]);
    }
}

#else

// Calls of philox for kVectors vectors of lanes and kCalls counters, so many at once that the
// latency of one product is hidden by the others. Words stand in lanes of 64 bits, whose upper
// halves no product reads.
template <std::size_t kVectors, std::size_t kCalls>
HWY_INLINE void draw_at(const RandomDraw& draw, std::uint32_t row, std::uint64_t column,
                        std::uint32_t step, std::size_t first, std::size_t pitch,
                        std::uint32_t* to) {
  constexpr std::size_t kAtOnce = kVectors * kCalls, kWords = 4;
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::Repartition<std::uint32_t, decltype(d)> halves;
  const hn::Rebind<std::uint32_t, decltype(d)> words;
  using V = hn::Vec<decltype(d)>;
  const auto even_factor = hn::Set(halves, 0xd2511f53), odd_factor = hn::Set(halves, 0xcd9e8d57);
  const auto low_half = hn::Set(d, 0xffffffff);
  V word[kAtOnce][kWords];
  for (std::size_t j = 0; j < kAtOnce; ++j) {
    word[j][0] = hn::Set(d, first + j / kVectors);
    word[j][1] = hn::Set(d, step);
    word[j][2] = hn::Iota(d, column + j % kVectors * hn::Lanes(d));
    word[j][3] = hn::Set(d, row);
  }
  auto low_key = static_cast<std::uint32_t>(draw.seed),
       high_key = static_cast<std::uint32_t>(draw.seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const V low = hn::Set(d, low_key), high = hn::Set(d, high_key);
    for (std::size_t j = 0; j < kAtOnce; ++j) {
      const V even = hn::MulEven(hn::BitCast(halves, word[j][0]), even_factor),
              odd = hn::MulEven(hn::BitCast(halves, word[j][2]), odd_factor);
      word[j][0] = hn::Xor3(hn::ShiftRight<32>(odd), word[j][1], low);
      word[j][2] = hn::Xor3(hn::ShiftRight<32>(even), word[j][3], high);
      word[j][1] = odd;
      word[j][3] = even;
    }
    low_key += 0x9e3779b9;
    high_key += 0xbb67ae85;
  }
#pragma GCC unroll 4
  for (std::size_t j = 0; j < kAtOnce; ++j)
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kWords; ++i) {
      const std::size_t element = (first + j / kVectors) * kWords + i;
      if (element >= draw.widths.size()) continue;
      const V bits = hn::ShiftRightSame(hn::And(word[j][i], low_half), 32 - draw.widths[element]);
      hn::StoreU(hn::TruncateTo(words, bits), words,
                 to + element * pitch + j % kVectors * hn::Lanes(d));
    }
}

void draw(const RandomDraw& draw, std::uint32_t row, std::uint32_t column, std::uint32_t step,
          int lanes, std::uint32_t* to) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const auto pitch = static_cast<std::size_t>(lanes);
  const std::size_t calls = (draw.widths.size() + 3) / 4, each = hn::Lanes(d);
  for (std::size_t lane = 0; lane < pitch;) {
    const bool is_pair = lane + 2 * each <= pitch;
    for (std::size_t first = 0; first < calls; first += 2)
      is_pair ? draw_at<2, 2>(draw, row, column + lane, step, first, pitch, to + lane)
              : draw_at<1, 2>(draw, row, column + lane, step, first, pitch, to + lane);
    lane += is_pair ? 2 * each : each;
  }
}

#endif

}  // namespace mmasc::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
