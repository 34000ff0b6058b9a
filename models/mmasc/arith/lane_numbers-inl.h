// SPDX-License-Identifier: Apache-2.0
// Vectors of 64-bit lanes as a number system: the stage functions evaluate one operation a lane. A
// word or index is what a 64-bit machine integer is, lane by lane; a bit is a mask.
#pragma once

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "mmasc/arith/lanes.h"

HWY_BEFORE_NAMESPACE();
namespace mmasc::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

class LaneNumbers {
  using D = hn::CappedTag<std::int64_t, kMostLanes>;
  using Unsigned = hn::RebindToUnsigned<D>;
  using V = hn::Vec<D>;
  using Mask = hn::Mask<D>;

 public:
  static constexpr int kMostRandom = 1;  // no plan on lanes draws any
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(D()));

  struct word {
    V lanes;
  };
  struct index {
    V lanes;
  };
  struct bit {
    Mask lanes;
  };
  struct raw {
    V lanes;
    raw() = default;
    HWY_INLINE explicit raw(V v) : lanes(v) {}
    HWY_INLINE raw(std::uint64_t each) : lanes(hn::Set(D(), static_cast<std::int64_t>(each))) {}
    HWY_INLINE raw operator&(const raw& y) const { return raw(hn::And(lanes, y.lanes)); }
  };

  static HWY_INLINE word word_of(std::int64_t value, int) { return {set(value)}; }
  static HWY_INLINE index index_of(std::int64_t value, int) { return {set(value)}; }
  static HWY_INLINE bit bit_of(bool value) { return {hn::MaskFromVec(set(value ? -1 : 0))}; }
  static HWY_INLINE word from_raw(const raw& x, int) { return {x.lanes}; }
  static HWY_INLINE raw to_raw(const word& x) { return raw(x.lanes); }
  static HWY_INLINE index to_index(const word& x, int) { return {x.lanes}; }
  static HWY_INLINE word to_word(const index& x, int) { return {x.lanes}; }

  static HWY_INLINE word add(const word& x, const word& y, int) {
    return {hn::Add(x.lanes, y.lanes)};
  }
  static HWY_INLINE word sub(const word& x, const word& y, int) {
    return {hn::Sub(x.lanes, y.lanes)};
  }
  // Both factors are below 2^32, as fits_lanes() asks.
  static HWY_INLINE word mul(const word& x, const word& y, int) {
    const hn::Repartition<std::uint32_t, D> halves;
    return {
        hn::BitCast(D(), hn::MulEven(hn::BitCast(halves, x.lanes), hn::BitCast(halves, y.lanes)))};
  }
  static HWY_INLINE index add(const index& x, const index& y, int) {
    return {hn::Add(x.lanes, y.lanes)};
  }
  static HWY_INLINE index sub(const index& x, const index& y, int) {
    return {hn::Sub(x.lanes, y.lanes)};
  }

  static HWY_INLINE word shift_left(const word& x, int n, int) {
    return {hn::ShiftLeftSame(x.lanes, n)};
  }
  static HWY_INLINE word shift_right(const word& x, int n, int) { return {right(x.lanes, n)}; }
  static HWY_INLINE word shift_left_by(const word& x, const index& n, int) {
    return {hn::Shl(x.lanes, n.lanes)};
  }
  static HWY_INLINE word shift_right_by(const word& x, const index& n, int) {
    return {from(hn::Shr(to(x.lanes), to(n.lanes)))};
  }
  static HWY_INLINE word field(const word& x, int low, int count) {
    return {hn::And(right(x.lanes, low), set((std::int64_t{1} << count) - 1))};
  }
  static HWY_INLINE bit bit_at(const word& x, int position) {
    return {hn::TestBit(x.lanes, set(std::int64_t{1} << position))};
  }
  // By the exponent of a double; without the bit below the leading one nothing rounds up to the
  // next power of two.
  static HWY_INLINE index count_leading_zeros(const word& x, int width) {
    const hn::RebindToFloat<D> doubles;
    const V leading = hn::AndNot(right(x.lanes, 1), x.lanes);
    const V exponent = hn::BitCast(
        D(), hn::ShiftRight<52>(hn::BitCast(Unsigned(), hn::ConvertTo(doubles, leading))));
    return {hn::Sub(set(1022 + width), hn::Max(exponent, set(1022)))};
  }

  static HWY_INLINE bit less(const word& x, const word& y) { return {hn::Lt(x.lanes, y.lanes)}; }
  static HWY_INLINE bit less(const index& x, const index& y) { return {hn::Lt(x.lanes, y.lanes)}; }
  static HWY_INLINE bit equal(const word& x, const word& y) { return {hn::Eq(x.lanes, y.lanes)}; }
  static HWY_INLINE bit equal(const index& x, const index& y) { return {hn::Eq(x.lanes, y.lanes)}; }
  static HWY_INLINE index min(const index& x, const index& y) {
    return {hn::Min(x.lanes, y.lanes)};
  }
  static HWY_INLINE index max(const index& x, const index& y) {
    return {hn::Max(x.lanes, y.lanes)};
  }
  static HWY_INLINE word select(const bit& p, const word& x, const word& y) {
    return {hn::IfThenElse(p.lanes, x.lanes, y.lanes)};
  }
  static HWY_INLINE index select(const bit& p, const index& x, const index& y) {
    return {hn::IfThenElse(p.lanes, x.lanes, y.lanes)};
  }
  static HWY_INLINE bit select(const bit& p, const bit& x, const bit& y) {
    return either(both(p, x), both(invert(p), y));
  }

  static HWY_INLINE bit both(const bit& x, const bit& y) { return of(x.lanes.raw & y.lanes.raw); }
  static HWY_INLINE bit either(const bit& x, const bit& y) { return of(x.lanes.raw | y.lanes.raw); }
  static HWY_INLINE bit differ(const bit& x, const bit& y) { return of(x.lanes.raw ^ y.lanes.raw); }
  static HWY_INLINE bit invert(const bit& x) { return of(~x.lanes.raw); }

  // The places of `count` operations that lie `each` apart; in the lanes behind, the last one's.
  static HWY_INLINE index places(std::size_t each, int count) {
    const V lane = hn::Min(hn::Iota(D(), 0), set(count - 1));
    return {mul({lane}, {set(static_cast<std::int64_t>(each))}, 64).lanes};
  }
  static HWY_INLINE raw load(const std::uint64_t* first, const index& places) {
    return raw(from(hn::GatherIndex(Unsigned(), first, places.lanes)));
  }
  // Lane by lane: how far each pointer is from the first; where `p` is not set, 0.
  static HWY_INLINE index places(const std::uint64_t* const* lanes, int first, const bit& p) {
    static_assert(sizeof lanes[0] == sizeof(std::int64_t));
    const V at = hn::LoadU(D(), reinterpret_cast<const std::int64_t*>(lanes));
    const V from_first = hn::Sub(at, set(reinterpret_cast<std::int64_t>(lanes[first])));
    return {hn::IfThenElseZero(p.lanes, hn::ShiftRight<3>(from_first))};
  }
  static HWY_INLINE raw load(const std::uint64_t* lanes) {
    return raw(from(hn::LoadU(Unsigned(), lanes)));
  }
  // Bit i is lane i.
  static HWY_INLINE bit bits_of(unsigned lanes) {
    return {hn::TestBit(set(lanes), hn::Shl(set(1), hn::Iota(D(), 0)))};
  }
  static HWY_INLINE void store(const raw& x, std::uint64_t* first, int count) {
    hn::BlendedStore(to(x.lanes), hn::FirstN(Unsigned(), static_cast<std::size_t>(count)),
                     Unsigned(), first);
  }

 private:
  // Masks of AVX-512 are integers, for which the compiler chooses the registers: of integers or of
  // masks, which are slower to combine.
  template <class Raw>
  static HWY_INLINE bit of(const Raw& mask) {
    return {Mask{static_cast<decltype(Mask::raw)>(mask)}};
  }
  static HWY_INLINE V set(std::int64_t value) { return hn::Set(D(), value); }
  static HWY_INLINE hn::Vec<Unsigned> to(V x) { return hn::BitCast(Unsigned(), x); }
  static HWY_INLINE V from(hn::Vec<Unsigned> x) { return hn::BitCast(D(), x); }
  static HWY_INLINE V right(V x, int n) { return from(hn::ShiftRightSame(to(x), n)); }
};

// One operand of the operations of all lanes. `size` elements of an operation are told where it may
// have fewer than its plan takes.
struct LaneSpan {
  const std::uint64_t* first = nullptr;
  LaneNumbers::index places{};

  static constexpr std::size_t size() { return 0; }
  LaneNumbers::raw operator[](std::size_t i) const { return LaneNumbers::load(first + i, places); }
};

// As DotOperands.
class LaneOperands : public PerInput<LaneSpan> {
 public:
  explicit LaneOperands(const LaneNumbers::raw& c) : c_(c) {}
  const LaneNumbers::raw& c() const { return c_; }

 private:
  LaneNumbers::raw c_;
};

}  // namespace mmasc::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
