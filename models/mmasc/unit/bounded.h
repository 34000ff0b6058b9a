// SPDX-License-Identifier: Apache-2.0
// A sequence of at most Capacity elements without heap: the shape of a hardware bundle. Copying and
// comparing touch only the live elements, so a wide capacity costs nothing in a small unit.
#pragma once

#include <cassert>
#include <cstddef>

namespace mmasc {

template <class T, int Capacity>
class Bounded {
 public:
  constexpr Bounded() noexcept {}
  constexpr explicit Bounded(int size) noexcept : size_(size) { assert(size <= Capacity); }
  constexpr Bounded(const Bounded& other) noexcept { *this = other; }
  constexpr Bounded& operator=(const Bounded& other) noexcept {
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) items_[i] = other.items_[i];
    return *this;
  }

  static constexpr int capacity() noexcept { return Capacity; }
  constexpr int size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr void clear() noexcept { size_ = 0; }
  constexpr void resize(int size) noexcept {
    assert(size >= 0 && size <= Capacity);
    size_ = size;
  }
  constexpr void assign(int size, const T& item) noexcept {
    resize(size);
    for (T& each : *this) each = item;
  }
  constexpr void push_back(const T& item) noexcept {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }

  constexpr T& operator[](int i) noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  constexpr const T& operator[](int i) const noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  constexpr T& back() noexcept { return (*this)[size_ - 1]; }
  constexpr const T& back() const noexcept { return (*this)[size_ - 1]; }
  constexpr T* begin() noexcept { return items_; }
  constexpr T* end() noexcept { return items_ + size_; }
  constexpr const T* begin() const noexcept { return items_; }
  constexpr const T* end() const noexcept { return items_ + size_; }

  friend constexpr bool operator==(const Bounded& x, const Bounded& y) noexcept {
    if (x.size_ != y.size_) return false;
    for (int i = 0; i < x.size_; ++i)
      if (!(x.items_[i] == y.items_[i])) return false;
    return true;
  }

 private:
  int size_ = 0;
  T items_[Capacity];
};

}  // namespace mmasc
