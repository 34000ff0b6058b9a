// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/content_hash.h"

#include <fmt/format.h>

#include <boost/uuid/detail/sha1.hpp>
#include <fstream>
#include <iterator>

namespace mmasc {

struct ContentHash::State {
  boost::uuids::detail::sha1 sha1;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) {}
ContentHash::~ContentHash() = default;

ContentHash& ContentHash::add(std::string_view text) {
  const std::string length = std::to_string(text.size()) + ":";
  state_->sha1.process_bytes(length.data(), length.size());
  state_->sha1.process_bytes(text.data(), text.size());
  return *this;
}

std::string ContentHash::hex() {
  boost::uuids::detail::sha1::digest_type digest;  // of words or of bytes, as Boost's age has it
  state_->sha1.get_digest(digest);
  std::string text;
  for (const auto part : digest) text += fmt::format("{:0{}x}", part, 2 * sizeof part);
  return text;
}

std::string hash_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return file ? ContentHash().add(bytes).hex() : std::string();
}

}  // namespace mmasc
