// SPDX-License-Identifier: Apache-2.0
// Files that take long to build, kept from one run to the next by what they are built of. Several
// processes may share a cache: one builds an entry, the others wait for it.
//
//   <key>/      an entry: the file and its checksum
//   <key>.lock  held by who builds, opens or removes the entry
//   <key>.<process>.tmp/  an entry that is being built, or was when its process was killed; its
//   tools
//               may live on and write there
//   <key>.log   what the tools said where they failed
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "mmasc/verilated/file_lock.h"

namespace mmasc {

// Beyond either the entries that have not been used for longest go.
struct CacheLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;
  std::size_t entries = 1024;
};

// $XDG_CACHE_HOME/mmasc or ~/.cache/mmasc. Throws EnvironmentError where neither variable is set.
std::filesystem::path default_cache_folder();

class Cache {
 public:
  // A file that nobody removes as long as this lives.
  struct Entry {
    std::filesystem::path file;
    FileLock lock;
  };
  // Makes `file`, whose folder is its own to work in, or throws. `log` is for what went wrong.
  using Build =
      std::function<void(const std::filesystem::path& file, const std::filesystem::path& log)>;

  // Throws EnvironmentError where the folder cannot be made.
  explicit Cache(std::filesystem::path folder, const CacheLimits& limits = {});

  // `key` is a ContentHash. A broken entry is built anew; an exception of `build` leaves none.
  Entry get(const std::string& key, const Build& build) const;

 private:
  void trim() const;

  std::filesystem::path folder_;
  CacheLimits limits_;
};

}  // namespace mmasc
