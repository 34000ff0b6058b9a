// SPDX-License-Identifier: Apache-2.0
// A VCD that appears whole or not at all, though SystemC opens it by name: written beside its
// target and renamed when complete, as AtomicFile does. A device or a pipe gets a copy.
#pragma once

#include <string>

namespace mmasc {

// Every failure throws EnvironmentError naming the path.
class VcdFile {
 public:
  explicit VcdFile(const std::string& path);
  ~VcdFile();  // without commit() nothing stays behind and an older file is untouched
  VcdFile(const VcdFile&) = delete;
  VcdFile& operator=(const VcdFile&) = delete;

  std::string stem() const;  // where SystemC writes, without the .vcd that it adds
  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  void rename_to_target();
  void copy_to_device();

  std::string path_;     // as given, for messages
  std::string target_;   // with symbolic links followed
  std::string scratch_;  // empty: committed
  bool device_ = false;
};

}  // namespace mmasc
