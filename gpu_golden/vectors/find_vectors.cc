// SPDX-License-Identifier: Apache-2.0
#include "vectors/find_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "spec/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kIndexName = "index.csv";
constexpr std::string_view kExtension = ".vec";

void add_file(const fs::path& path, std::vector<VectorSource>& sources) {
  if (path.filename() != kIndexName) {
    sources.push_back({path.string(), std::nullopt});
    return;
  }
  for (PublicRecording& row : read_public_index(path.string()))
    sources.push_back({path.string(), std::move(row)});
}

void add_folder(const fs::path& folder, std::vector<VectorSource>& sources) {
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
  for (const fs::path& path : files) add_file(path, sources);
}

}  // namespace

std::vector<VectorSource> find_vectors(std::span<const std::string> paths) {
  std::vector<VectorSource> sources;
  for (const std::string& path : paths) {
    try {
      const auto status = fs::status(path);
      if (!fs::exists(status))
        throw InputError(fmt::format("{}: no such file or folder; check the path", path));
      if (fs::is_directory(status))
        add_folder(path, sources);
      else
        add_file(path, sources);
    } catch (const fs::filesystem_error& error) {
      throw EnvironmentError(fmt::format("{}: cannot search: {}", path, error.code().message()));
    }
  }
  return sources;
}

VectorFile load_vectors(const VectorSource& source, const UnitLookup& unit_of) {
  if (!source.recording) return read_vectors(source.path);
  return import_recording(*source.recording, unit_of(source.recording->instruction));
}

}  // namespace mmasc
