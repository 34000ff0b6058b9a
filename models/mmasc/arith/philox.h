// SPDX-License-Identifier: Apache-2.0
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011) as a function for host and device code: 128
// random bits from a counter and a key.
#pragma once

#include <cstdint>

namespace mmasc {

struct PhiloxWords {
  std::uint32_t word[4] = {};
  friend constexpr bool operator==(const PhiloxWords&, const PhiloxWords&) = default;
};

constexpr PhiloxWords philox(PhiloxWords counter, std::uint64_t key) {
  std::uint32_t low_key = static_cast<std::uint32_t>(key);
  std::uint32_t high_key = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t even = std::uint64_t{0xd2511f53} * counter.word[0];
    const std::uint64_t odd = std::uint64_t{0xcd9e8d57} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(odd >> 32) ^ counter.word[1] ^ low_key,
                static_cast<std::uint32_t>(odd),
                static_cast<std::uint32_t>(even >> 32) ^ counter.word[3] ^ high_key,
                static_cast<std::uint32_t>(even)}};
    low_key += 0x9e3779b9;
    high_key += 0xbb67ae85;
  }
  return counter;
}

}  // namespace mmasc
