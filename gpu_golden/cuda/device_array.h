// SPDX-License-Identifier: Apache-2.0
// Memory of the GPU that CUDA's runtime has set, and what its calls return as exceptions.
#pragma once

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstddef>
#include <span>
#include <string_view>

#include "mmasc/unit/error.h"

namespace mmasc {

inline void check(cudaError_t status, std::string_view doing) {
  if (status != cudaSuccess)
    throw EnvironmentError(fmt::format("CUDA: {}: {}", doing, cudaGetErrorString(status)));
}

// Items are copied as bytes.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t count) : bytes_(count * sizeof(T)) {
    if (bytes_ == 0) return;
    const cudaError_t status = cudaMalloc(&items_, bytes_);
    if (status == cudaErrorMemoryAllocation)
      throw EnvironmentError(fmt::format("out of GPU memory: {} bytes were asked for", bytes_));
    check(status, "allocating memory");
  }
  explicit DeviceArray(std::span<const T> items) : DeviceArray(items.size()) {
    if (bytes_ > 0)
      check(cudaMemcpy(items_, items.data(), bytes_, cudaMemcpyHostToDevice), "copying operands");
  }
  ~DeviceArray() { cudaFree(items_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return static_cast<T*>(items_); }
  // Memory that no kernel writes must not look like a result.
  void poison() { check(cudaMemset(items_, 0xa5, bytes_), "clearing memory"); }
  void clear() { check(cudaMemset(items_, 0, bytes_), "clearing memory"); }
  void copy_to(std::span<T> items) const {
    check(cudaMemcpy(items.data(), items_, items.size_bytes(), cudaMemcpyDeviceToHost),
          "copying results");
  }

 private:
  void* items_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace mmasc
