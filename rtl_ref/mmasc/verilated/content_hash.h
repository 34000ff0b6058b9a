// SPDX-License-Identifier: Apache-2.0
// A name for what texts say: equal texts have equal names, different ones different ones.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace mmasc {

// SHA-1 of the texts in order, each with its length: "ab", "c" and "a", "bc" differ.
class ContentHash {
 public:
  static constexpr std::size_t kDigits = 40;

  ContentHash();
  ~ContentHash();
  ContentHash& add(std::string_view text);
  std::string hex();  // once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The hash of a file's bytes; empty where it cannot be read.
std::string hash_file(const std::filesystem::path& path);

}  // namespace mmasc
