// SPDX-License-Identifier: Apache-2.0
// Random numbers from a counter (philox.h). A seed names the key and a stream the counter, so any
// stream of any seed is had without the others, alike on every platform and GPU.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "mmasc/arith/philox.h"

namespace mmasc {

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  // 64 bits: two of the four words of a block, the block's number counting up.
  std::uint64_t next() {
    if (words_used_ == 4) refill();
    const std::uint64_t low = block_.word[words_used_], high = block_.word[words_used_ + 1];
    words_used_ += 2;
    return high << 32 | low;
  }

  // 0 <= result < bound.
  int below(int bound) {
    assert(bound > 0);
    return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }
  // first <= result <= last.
  int between(int first, int last) { return first + below(last - first + 1); }
  bool chance(int percent) { return below(100) < percent; }

  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }
  template <class Container>
  const auto& pick_from(const Container& choices) {
    return std::data(choices)[below(static_cast<int>(std::size(choices)))];
  }
  template <class Container>
  void shuffle(Container& items) {
    for (int i = static_cast<int>(std::size(items)) - 1; i > 0; --i) {
      const int j = below(i + 1);
      using std::swap;
      swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(j)]);
    }
  }

 private:
  void refill() {
    const auto word = [](std::uint64_t x, int shift) {
      return static_cast<std::uint32_t>(x >> shift);
    };
    block_ = philox(
        {{word(block_number_, 0), word(block_number_, 32), word(stream_, 0), word(stream_, 32)}},
        seed_);
    ++block_number_;
    words_used_ = 0;
  }

  std::uint64_t seed_, stream_, block_number_ = 0;
  PhiloxWords block_;
  std::size_t words_used_ = 4;
};

}  // namespace mmasc
