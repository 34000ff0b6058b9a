// SPDX-License-Identifier: Apache-2.0
#include "mmasc/files/vcd_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kExtension = ".vcd";
constexpr int kVcdMode = 0666;  // less the umask

// Creates STEM.N.vcd with the first N that is free; -1 and errno where it cannot.
int create_beside(const std::string& stem, std::string& name) {
  for (int serial = ::getpid();; ++serial) {
    name = fmt::format("{}.{}{}", stem, serial, kExtension);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, kVcdMode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
}

}  // namespace

VcdFile::VcdFile(const std::string& path) : path_(path) {
  const OutputPlace place = output_place(path);
  target_ = place.path;
  device_ = place.is_device;
  std::error_code ignored;
  const std::string stem =
      device_ ? (fs::temp_directory_path(ignored) / "mmasc").string() : target_;
  std::string scratch;
  const int descriptor = create_beside(stem, scratch);
  if (descriptor < 0) fail(errno);
  ::close(descriptor);
  scratch_ = scratch;
}

VcdFile::~VcdFile() {
  if (!scratch_.empty()) ::unlink(scratch_.c_str());
}

std::string VcdFile::stem() const {
  return scratch_.substr(0, scratch_.size() - kExtension.size());
}

void VcdFile::commit() {
  if (device_)
    copy_to_device();
  else
    rename_to_target();
}

void VcdFile::rename_to_target() {
  // Some file systems report a full disk only here.
  const int descriptor = ::open(scratch_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) fail(errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0) fail(error);
  if (std::rename(scratch_.c_str(), target_.c_str()) != 0) fail(errno);
  scratch_.clear();
}

void VcdFile::copy_to_device() {
  AtomicFile device(path_);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(scratch_.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) fail(errno);
  char buffer[65536];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, file.get()))
    device.write({buffer, size});
  if (std::ferror(file.get()) != 0) fail(errno);
  device.commit();
}

void VcdFile::fail(int error) const {
  throw EnvironmentError(fmt::format("{}: cannot write: {}", path_, std::strerror(error)));
}

}  // namespace mmasc
