// SPDX-License-Identifier: Apache-2.0
// Memory for vector loads, which keeps its size from one use to the next.
#pragma once

#include <cstddef>
#include <new>

namespace mmasc::batch {

inline constexpr std::size_t kAlignment = 64;

template <class T>
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  AlignedBuffer(const AlignedBuffer&) = delete;
  AlignedBuffer& operator=(const AlignedBuffer&) = delete;
  ~AlignedBuffer() { release(); }

  // Memory for at least `size` elements, not cleared. Throws std::bad_alloc.
  T* reserve(std::size_t size) {
    if (size > size_) {
      release();
      data_ = static_cast<T*>(::operator new (size * sizeof(T), std::align_val_t{kAlignment}));
      size_ = size;
    }
    return data_;
  }
  T* data() { return data_; }
  const T* data() const { return data_; }

 private:
  void release() {
    ::operator delete (data_, std::align_val_t{kAlignment});
    data_ = nullptr;
    size_ = 0;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace mmasc::batch
