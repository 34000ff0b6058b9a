// SPDX-License-Identifier: Apache-2.0
// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): the same numbers on every platform, which the
// standard's distributions do not promise.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace mmasc {

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  // 0 <= result < bound.
  constexpr int below(int bound) {
    assert(bound > 0);
    return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
  }
  // first <= result <= last.
  constexpr int between(int first, int last) { return first + below(last - first + 1); }
  constexpr bool chance(int percent) { return below(100) < percent; }

  template <class T>
  constexpr T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }
  template <class Container>
  constexpr const auto& pick_from(const Container& choices) {
    return std::data(choices)[below(static_cast<int>(std::size(choices)))];
  }
  template <class Container>
  constexpr void shuffle(Container& items) {
    for (int i = static_cast<int>(std::size(items)) - 1; i > 0; --i) {
      const int j = below(i + 1);
      using std::swap;
      swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(j)]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace mmasc
