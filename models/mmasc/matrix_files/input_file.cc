// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>

namespace mmasc {

InputError error_in(const InputFile& file, std::string_view what_and_mend) {
  return InputError(fmt::format("{}: {}", file.name(), what_and_mend));
}

InputFile::InputFile(const std::string& path, const std::function<void()>& tick) : name_(path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 && (errno == ENOENT || errno == ENOTDIR))
    throw InputError(fmt::format("{}: no such file; check the path", path));
  if (descriptor_ < 0) fail(errno);
  struct stat status = {};
  if (::fstat(descriptor_, &status) != 0) fail(errno);
  if (S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
  } else if (S_ISFIFO(status.st_mode)) {
    try {
      read_pipe(tick);
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  } else {
    ::close(descriptor_);
    throw InputError(fmt::format("{}: is no file; give a .npy or .safetensors file", path));
  }
}

InputFile::InputFile(std::string name, std::string_view bytes)
    : name_(std::move(name)), size_(bytes.size()), memory_(bytes.size()) {
  std::ranges::copy(std::as_bytes(std::span(bytes)), memory_.begin());
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  assert(offset <= size_ && bytes.size() <= size_ - offset);
  if (descriptor_ < 0) {
    std::copy_n(memory_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
    return;
  }
  while (!bytes.empty()) {
    const auto size = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (size < 0) fail(errno);
    if (size == 0) throw EnvironmentError(name_ + ": became shorter while it was read");
    bytes = bytes.subspan(static_cast<std::size_t>(size));
    offset += static_cast<std::uint64_t>(size);
  }
}

std::string InputFile::text(std::uint64_t offset, std::uint64_t size) const {
  std::string text(size, '\0');
  read(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

std::shared_ptr<const std::byte[]> InputFile::share(std::uint64_t offset,
                                                    std::uint64_t size) const {
  assert(offset <= size_ && size <= size_ - offset);
  if (descriptor_ < 0 || size == 0) {
    auto copy = std::make_shared<std::vector<std::byte>>(allocate(size, name_));
    read(offset, *copy);
    return {copy, copy->data()};
  }
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t before = offset % page, length = before + size;
  void* const mapped = ::mmap(nullptr, length, PROT_READ, MAP_PRIVATE, descriptor_,
                              static_cast<off_t>(offset - before));
  if (mapped == MAP_FAILED) fail(errno);
  const std::shared_ptr<const std::byte> pages(
      static_cast<const std::byte*>(mapped),
      [length](const std::byte* first) { ::munmap(const_cast<std::byte*>(first), length); });
  return {pages, pages.get() + before};
}

void InputFile::read_pipe(const std::function<void()>& tick) {
  std::array<std::byte, 1 << 16> chunk;
  while (const auto size = ::read(descriptor_, chunk.data(), chunk.size())) {
    if (size < 0) fail(errno);
    if (tick) tick();
    try {
      memory_.insert(memory_.end(), chunk.begin(), chunk.begin() + size);
    } catch (const std::bad_alloc&) {
      throw EnvironmentError(name_ + ": not enough memory for what the pipe holds");
    }
  }
  size_ = memory_.size();
  ::close(descriptor_);
  descriptor_ = -1;
}

void InputFile::fail(int error) const {
  throw EnvironmentError(fmt::format("{}: cannot read: {}", name_, std::strerror(error)));
}

std::vector<std::byte> allocate(std::uint64_t size, const std::string& what) {
  try {
    return std::vector<std::byte>(size);
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  throw EnvironmentError(fmt::format("{}: not enough memory for {} bytes", what, size));
}

}  // namespace mmasc
