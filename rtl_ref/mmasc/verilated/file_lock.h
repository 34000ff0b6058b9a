// SPDX-License-Identifier: Apache-2.0
// A lock between processes and threads: an empty file.
#pragma once

#include <filesystem>
#include <optional>

namespace mmasc {

class FileLock {
 public:
  // Waits for it. Throws EnvironmentError where the file cannot be written or a signal comes.
  explicit FileLock(const std::filesystem::path& path);
  // Nullopt where somebody holds it, or the file cannot be written.
  static std::optional<FileLock> if_free(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace mmasc
