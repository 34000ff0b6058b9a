// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/find_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kIndexName = "index.csv";
constexpr std::string_view kExtension = ".vec";

bool same_bytes(const fs::path& a, const fs::path& b) {
  using Bytes = std::istreambuf_iterator<char>;
  std::ifstream in_a(a, std::ios::binary), in_b(b, std::ios::binary);
  return in_a && in_b && std::equal(Bytes(in_a), Bytes(), Bytes(in_b), Bytes());
}

// A file named twice, and a copy of a vector file, are no new vectors. An index is known by its
// path alone, for what it stands for lies beside it.
class SeenFiles {
 public:
  bool already(const fs::path& path) {
    if (!fs::is_regular_file(path)) return false;  // a pipe can be read once
    if (!paths_.insert(fs::canonical(path)).second) return true;
    if (path.filename() == kIndexName) return false;
    std::vector<fs::path>& as_long = by_size_[fs::file_size(path)];
    for (const fs::path& other : as_long)
      if (same_bytes(path, other)) return true;
    as_long.push_back(path);
    return false;
  }

 private:
  std::set<fs::path> paths_;
  std::map<std::uintmax_t, std::vector<fs::path>> by_size_;
};

void add_file(const fs::path& path, SeenFiles& seen, std::vector<VectorSource>& sources) {
  if (seen.already(path)) return;
  if (path.filename() != kIndexName) {
    sources.push_back({path.string(), std::nullopt});
    return;
  }
  for (PublicRecording& row : read_public_index(path.string()))
    sources.push_back({path.string(), std::move(row)});
}

void add_folder(const fs::path& folder, SeenFiles& seen, std::vector<VectorSource>& sources) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    const bool named = path.extension() == kExtension || path.filename() == kIndexName;
    if (named && !entry.is_directory()) files.push_back(path);
  }
  if (files.empty())
    throw InputError(
        fmt::format("{}: no {} file and no {} in this folder; name one that has vectors",
                    folder.string(), kExtension, kIndexName));
  std::ranges::sort(files);
  for (const fs::path& path : files) add_file(path, seen, sources);
}

}  // namespace

std::vector<VectorSource> find_vectors(std::span<const std::string> paths) {
  std::vector<VectorSource> sources;
  SeenFiles seen;
  for (const std::string& path : paths) {
    try {
      const auto status = fs::status(path);
      if (!fs::exists(status))
        throw InputError(fmt::format("{}: no such file or folder; check the path", path));
      if (fs::is_directory(status))
        add_folder(path, seen, sources);
      else
        add_file(path, seen, sources);
    } catch (const fs::filesystem_error& error) {
      throw EnvironmentError(fmt::format("{}: cannot search: {}", path, error.code().message()));
    }
  }
  return sources;
}

VectorFile load_stimulus(const VectorSource& source, const UnitLookup& unit_of) {
  if (!source.recording) return read_vectors(source.path);
  return import_recording(*source.recording, unit_of(source.recording->instruction));
}

VectorFile load_vectors(const VectorSource& source, const UnitLookup& unit_of) {
  VectorFile file = load_stimulus(source, unit_of);
  if (!file.has_d)
    throw InputError(source.path + ": stimulus without a column d; nothing to compare");
  return file;
}

}  // namespace mmasc
