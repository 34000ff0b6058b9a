// SPDX-License-Identifier: Apache-2.0
#include "mmasc/sweep/result_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/error.h"

namespace mmasc {

ResultWriter::ResultWriter(const std::string& folder, int rank)
    : path_(results_path(folder, rank)) {
  constexpr int kMode = 0666;  // less the umask
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
  if (descriptor_ < 0) fail(errno);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw EnvironmentError(fmt::format(
        "{}: another mmasc sweep is writing it; wait for it, or give it another --shard", path_));
  }
  size_ = read_result_file(path_).bytes;
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail(errno);
}

ResultWriter::~ResultWriter() { ::close(descriptor_); }

void ResultWriter::append(const PointResult& result) {
  const std::string line = to_line(result);
  const auto written = ::write(descriptor_, line.data(), line.size());
  int error = written < 0 ? errno : 0;
  if (written == static_cast<ssize_t>(line.size()) && ::fsync(descriptor_) == 0) {
    size_ += line.size();
    return;
  }
  if (error == 0)
    error = written >= 0 && written < static_cast<ssize_t>(line.size()) ? ENOSPC : errno;
  [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(size_));
  fail(error);
}

void ResultWriter::sort() {
  std::vector<PointResult> points = read_result_file(path_).points;
  if (std::ranges::is_sorted(points, {}, &PointResult::index)) return;
  std::ranges::sort(points, {}, &PointResult::index);
  AtomicFile file(path_);
  for (const PointResult& point : points) file.write(to_line(point));
  file.commit();
}

void ResultWriter::fail(int error) const {
  throw EnvironmentError(fmt::format("{}: cannot write: {}", path_, std::strerror(error)));
}

}  // namespace mmasc
