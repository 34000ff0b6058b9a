// SPDX-License-Identifier: Apache-2.0
#include "mmasc/neighbours/sparse_store.h"

#include <algorithm>
#include <cstring>

namespace mmasc::tlm {

void SparseStore::read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const {
  while (bytes > 0) {
    const std::uint64_t within = address % page_, part = std::min(bytes, page_ - within);
    const auto page = pages_.find(address / page_);
    if (page == pages_.end())
      std::memset(data, fill_, part);
    else
      std::memcpy(data, page->second.get() + within, part);
    address += part, data += part, bytes -= part;
  }
}

void SparseStore::write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t within = address % page_, part = std::min(bytes, page_ - within);
    std::memcpy(page_of(address).data + within, data, part);
    address += part, data += part, bytes -= part;
  }
}

SparseStore::Page SparseStore::page_of(std::uint64_t address) {
  Bytes& bytes = pages_[address / page_];
  if (!bytes) {
    bytes = std::make_unique_for_overwrite<std::uint8_t[]>(page_);
    std::fill_n(bytes.get(), page_, fill_);
  }
  const std::uint64_t first = address / page_ * page_;
  return {bytes.get(), first, first + std::min(page_ - 1, size_ - 1 - first)};
}

}  // namespace mmasc::tlm
