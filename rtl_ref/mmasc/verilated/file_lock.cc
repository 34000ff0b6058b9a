// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// Who holds a lock may remove its file: then the lock is one of a file that nobody else will find.
bool is_at(const std::filesystem::path& path, int descriptor) {
  struct stat held = {}, found = {};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &found) == 0 &&
         held.st_dev == found.st_dev && held.st_ino == found.st_ino;
}

// A locked descriptor, or -1 with errno set.
int lock(const std::filesystem::path& path, int how) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return -1;
    if (::flock(descriptor, how) != 0) {
      const int error = errno;
      ::close(descriptor);
      errno = error;
      return -1;
    }
    if (is_at(path, descriptor)) return descriptor;
    ::close(descriptor);
  }
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& path) : descriptor_(lock(path, LOCK_EX)) {
  if (descriptor_ >= 0) return;
  if (errno == EINTR) throw EnvironmentError("interrupted");
  throw EnvironmentError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
}

std::optional<FileLock> FileLock::if_free(const std::filesystem::path& path) {
  const int descriptor = lock(path, LOCK_EX | LOCK_NB);
  if (descriptor < 0) return std::nullopt;
  return FileLock(descriptor);
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace mmasc
