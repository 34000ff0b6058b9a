// SPDX-License-Identifier: Apache-2.0
// Bytes of a large address range, of which only the pages that were touched take memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

namespace mmasc::tlm {

class SparseStore {
 public:
  // `size` and `page` in bytes, page at least 1. A byte that was never written reads as `fill`.
  SparseStore(std::uint64_t size, std::uint8_t fill, std::uint64_t page)
      : size_(size), page_(page), fill_(fill) {}

  std::uint64_t size() const { return size_; }
  // Whether all of address .. address + bytes - 1 lies inside.
  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return bytes <= size_ && address <= size_ - bytes;
  }
  std::uint64_t allocated() const { return pages_.size() * page_; }

  // The range must lie inside.
  void read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const;
  void write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes);
  // An array, and one value of it, as this machine holds them.
  template <class Array>
  void put(std::uint64_t address, const Array& values) {
    const auto bytes = std::as_bytes(std::span(values));
    write(address, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  template <class Value>
  Value get(std::uint64_t address) const {
    Value value;
    read(address, reinterpret_cast<std::uint8_t*>(&value), sizeof value);
    return value;
  }

  // The page that holds an address inside, which stays where it is for the life of the store. The
  // last page ends with the store.
  struct Page {
    std::uint8_t* data;
    std::uint64_t first, last;  // addresses, both inside
  };
  Page page_of(std::uint64_t address);

 private:
  using Bytes = std::unique_ptr<std::uint8_t[]>;
  std::uint64_t size_, page_;
  std::uint8_t fill_;
  std::unordered_map<std::uint64_t, Bytes> pages_;
};

}  // namespace mmasc::tlm
