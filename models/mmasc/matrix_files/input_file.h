// SPDX-License-Identifier: Apache-2.0
// The bytes of a file, in any order. A pipe is read to its end first; a device, which may have
// none, is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/error.h"

namespace mmasc {

class InputFile {
 public:
  // InputError where there is no such file, EnvironmentError where it cannot be read. `tick` is
  // called now and then while a pipe is read, which may have no end; what it throws comes out.
  explicit InputFile(const std::string& path, const std::function<void()>& tick = {});
  // Bytes in memory under a name for errors.
  InputFile(std::string name, std::string_view bytes);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  // All of them lie within the file.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  std::string text(std::uint64_t offset, std::uint64_t size) const;
  // They outlive this object. Those of a regular file are mapped: read where they are looked at.
  std::shared_ptr<const std::byte[]> share(std::uint64_t offset, std::uint64_t size) const;

 private:
  void read_pipe(const std::function<void()>& tick);
  [[noreturn]] void fail(int error) const;

  std::string name_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;            // -1: in memory
  std::vector<std::byte> memory_;  // of a pipe, or as given
};

// "x.npy: what is wrong with it, and the mend"
InputError error_in(const InputFile& file, std::string_view what_and_mend);

// Throws EnvironmentError where there is not so much memory; `what` names the need.
std::vector<std::byte> allocate(std::uint64_t size, const std::string& what);

}  // namespace mmasc
