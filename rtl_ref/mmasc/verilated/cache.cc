// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <vector>

#include "mmasc/unit/error.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr const char* kFile = "file";
constexpr const char* kChecksum = "checksum";

bool is_whole(const fs::path& entry) {
  std::string checksum;
  std::ifstream(entry / kChecksum) >> checksum;
  return !checksum.empty() && checksum == hash_file(entry / kFile);
}

constexpr std::string_view kDraft = ".tmp";

// What killed processes left of the key. Renamed first: a tool that lived on does not find it to
// fill it again.
void remove_drafts(const fs::path& folder, const std::string& key) {
  std::error_code ignored;
  std::vector<fs::path> drafts;
  for (const auto& each : fs::directory_iterator(folder)) {
    const std::string name = each.path().filename().string();
    if (name.starts_with(key) && name.ends_with(kDraft)) drafts.push_back(each.path());
  }
  const fs::path removed = folder / fmt::format("{}.{}.old{}", key, ::getpid(), kDraft);
  for (const fs::path& draft : drafts) {
    fs::rename(draft, removed, ignored);
    fs::remove_all(removed, ignored);
  }
}

// Removed again unless it becomes the entry. No other process writes in it.
class Draft {
 public:
  Draft(const fs::path& folder, const std::string& key)
      : path_(folder / fmt::format("{}.{}{}", key, ::getpid(), kDraft)) {
    remove_drafts(folder, key);
    fs::create_directory(path_);
  }
  ~Draft() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const fs::path& path() const { return path_; }
  void become(const fs::path& entry) {
    write_text(path_ / kChecksum, hash_file(path_ / kFile) + "\n");
    for (const auto& part : fs::directory_iterator(path_))
      if (part.path().filename() != kFile && part.path().filename() != kChecksum)
        fs::remove_all(part);
    fs::remove_all(entry);
    fs::rename(path_, entry);
  }

 private:
  fs::path path_;
};

// All that is in the cache under one key.
struct Kept {
  std::string key;
  std::vector<fs::path> paths;
  fs::file_time_type used = fs::file_time_type::min();
  std::uint64_t bytes = 0;
};

// Files that others remove meanwhile count nothing.
std::uint64_t size_of(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const auto size = fs::file_size(path, error);
    return error ? 0 : size;
  }
  std::uint64_t bytes = 0;
  for (fs::directory_iterator part(path, error), end; !error && part != end; part.increment(error))
    bytes += size_of(part->path());
  return bytes;
}

std::vector<Kept> all_kept(const fs::path& folder) {
  std::map<std::string, Kept> by_key;
  std::error_code error;
  for (const auto& each : fs::directory_iterator(folder)) {
    const std::string name = each.path().filename().string();
    if (name.size() < ContentHash::kDigits) continue;
    const std::string key = name.substr(0, ContentHash::kDigits);
    Kept& kept = by_key[key];
    kept.key = key;
    kept.paths.push_back(each.path());
    kept.bytes += size_of(each.path());
    const auto used = fs::last_write_time(each.path(), error);
    if (!error) kept.used = std::max(kept.used, used);
  }
  std::vector<Kept> all;
  for (auto& [key, kept] : by_key) all.push_back(std::move(kept));
  return all;
}

}  // namespace

fs::path default_cache_folder() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value != nullptr ? value : "");
  };
  if (const fs::path caches = variable("XDG_CACHE_HOME"); caches.is_absolute())
    return caches / "mmasc";
  if (const fs::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "mmasc";
  throw EnvironmentError(
      "no folder to keep what tools make of units in; set XDG_CACHE_HOME to one");
}

Cache::Cache(fs::path folder, const CacheLimits& limits)
    : folder_(std::move(folder)), limits_(limits) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw EnvironmentError(
        fmt::format("{}: {}; set XDG_CACHE_HOME to a folder for what tools make of units",
                    folder_.string(), error.message()));
}

Cache::Entry Cache::get(const std::string& key, const Build& build) const {
  FileLock lock(folder_ / (key + ".lock"));
  const fs::path entry = folder_ / key;
  if (!is_whole(entry)) {
    try {
      const fs::path log = folder_ / (key + ".log");
      Draft draft(folder_, key);
      build(draft.path() / kFile, log);
      draft.become(entry);
      fs::remove(log);
    } catch (const fs::filesystem_error& error) {
      throw EnvironmentError(error.what());
    }
    trim();
  }
  std::error_code ignored;  // a cache that others keep up is as good
  fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
  return {entry / kFile, std::move(lock)};
}

void Cache::trim() const {
  std::vector<Kept> all = all_kept(folder_);
  std::ranges::sort(all, std::ranges::greater(), &Kept::used);
  std::uint64_t bytes = 0;
  std::size_t entries = 0;
  for (const Kept& kept : all) {
    bytes += kept.bytes;
    if (++entries <= limits_.entries && bytes <= limits_.bytes) continue;
    const auto lock = FileLock::if_free(folder_ / (kept.key + ".lock"));
    if (!lock) continue;
    std::error_code ignored;
    for (const fs::path& path : kept.paths) fs::remove_all(path, ignored);
    fs::remove(folder_ / (kept.key + ".lock"), ignored);
  }
}

}  // namespace mmasc
