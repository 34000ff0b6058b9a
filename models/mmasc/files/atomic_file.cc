// SPDX-License-Identifier: Apache-2.0
#include "mmasc/files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kBufferSize = 1 << 16;
constexpr int kMode = 0666;  // less the umask

// Unique among the processes and threads that may write the same name at once.
std::string temporary_name(const fs::path& target) {
  static std::atomic<unsigned> serial{0};
  const auto name = fmt::format(".{}.{}-{}.tmp", target.filename().string(), ::getpid(), serial++);
  return (target.parent_path() / name).string();
}

[[noreturn]] void refuse_output(const std::string& path, std::string_view why) {
  throw EnvironmentError(fmt::format("{}: cannot write: {}", path, why));
}

// The path that a symbolic link names; nullopt where the path is no link, or cannot be looked at.
std::optional<fs::path> next_link(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return std::nullopt;
  const fs::path next = fs::read_symlink(path, error);
  if (error) return std::nullopt;
  return path.parent_path() / next;  // an absolute one takes its place
}

constexpr int kMostLinks = 40;

// Whether a name stands for one of the descriptors that are open, as /dev/stdout does.
bool names_descriptor(const fs::path& path) {
  std::error_code error;
  std::optional<fs::path> link = path;
  for (int links = 0; links < kMostLinks && link; link = next_link(*link), ++links)
    if (fs::equivalent(link->parent_path(), "/proc/self/fd", error)) return true;
  return false;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  const OutputPlace place = output_place(path);
  target_ = place.path;
  int flags = O_WRONLY | O_CLOEXEC;
  if (place.is_device) {
    descriptor_ = ::open(target_.c_str(), flags);
  } else {
    temporary_ = temporary_name(target_);
    flags |= O_CREAT | O_EXCL;
    descriptor_ = ::open(temporary_.c_str(), flags, kMode);
  }
  if (descriptor_ < 0) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const auto written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  finish();
  appear();
}

void AtomicFile::finish() {
  flush();
  // Some file systems report a full disk only here.
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail(errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void AtomicFile::appear() {
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void AtomicFile::remove_older() const {
  if (!temporary_.empty() && ::unlink(target_.c_str()) != 0 && errno != ENOENT) fail(errno);
}

void AtomicFile::fail(int error) const { refuse_output(path_, std::strerror(error)); }

void commit_together(std::span<AtomicFile* const> files) {
  for (AtomicFile* file : files) file->finish();
  if (files.empty()) return;
  for (AtomicFile* file : files.subspan(1)) file->remove_older();
  for (AtomicFile* file : files) file->appear();
}

OutputPlace output_place(const std::string& path) {
  std::error_code error;  // what cannot be looked at for another reason fails when it is opened
  const auto status = fs::status(path, error);
  if (fs::is_directory(status))
    refuse_output(path, names_descriptor(path) ? "it is closed" : std::strerror(EISDIR));
  if (error == std::errc::too_many_symbolic_link_levels) refuse_output(path, std::strerror(ELOOP));
  if (fs::exists(status) && !fs::is_regular_file(status)) return {path, true};
  return {links_followed(path), false};
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string links_followed(const std::string& path) {
  fs::path target = path;
  for (int links = 0; links < kMostLinks; ++links) {
    const auto next = next_link(target);
    if (!next) break;
    target = *next;
  }
  return target.string();
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw EnvironmentError(fmt::format("{}: {}", path, error.message()));
}

}  // namespace mmasc
