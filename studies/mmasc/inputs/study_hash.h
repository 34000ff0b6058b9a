// SPDX-License-Identifier: Apache-2.0
// The hash by which a study knows its points: of their texts, and of the contents of operand files.
// It is the same on every machine of one byte order, and not meant to withstand anyone who looks
// for collisions.
#pragma once

#include <cstdint>
#include <string_view>

namespace mmasc {

class StudyHash {  // FNV-1a over words, then mixed
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x100000001b3;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t value() const { return mixed(hash_); }

  static std::uint64_t of(std::string_view text) {  // over bytes
    std::uint64_t hash = kBasis;
    for (const char letter : text)
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return mixed(hash);
  }

 private:
  static constexpr std::uint64_t kBasis = 0xcbf29ce484222325;

  static std::uint64_t mixed(std::uint64_t hash) {
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
    return hash ^ hash >> 31;
  }

  std::uint64_t hash_ = kBasis;
};

}  // namespace mmasc
