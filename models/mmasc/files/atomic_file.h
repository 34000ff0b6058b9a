// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all: written beside its name, renamed when complete. Devices
// and pipes (/dev/stdout) are written directly, since a rename would replace them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mmasc {

// Every failure (disk full, no permission, failed close) throws EnvironmentError naming the path.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  // without commit() nothing stays behind and an older file is untouched
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void flush();  // tells of a full disk before anything appears
  void commit();

 private:
  friend void commit_together(std::span<AtomicFile* const> files);

  void finish();  // all that can fail but the rename
  void appear();
  void remove_older() const;
  [[noreturn]] void fail(int error) const;

  std::string path_;       // as given, for messages
  std::string target_;     // with symbolic links followed
  std::string temporary_;  // empty: the target is written directly
  std::string buffer_;
  int descriptor_ = -1;
};

void write_file(const std::string& path, std::string_view text);

// Commits files that belong together. Whenever the process is killed, those that are there are all
// old or all new: the older ones are removed, but for the first, before the first one appears.
void commit_together(std::span<AtomicFile* const> files);

// Where a file of that name is made: symbolic links are followed, whether there is something yet or
// not. Throws EnvironmentError for a folder, for links that lead nowhere, and for the name of a
// descriptor that a folder holds the place of, as of a closed stream (apps/main.cc).
struct OutputPlace {
  std::string path;
  bool is_device = false;  // or a pipe: written directly
};
OutputPlace output_place(const std::string& path);

// Where a symbolic link leads, whether there is something yet or not.
std::string links_followed(const std::string& path);

// Makes a folder and those above it; one that is there is as good. Throws EnvironmentError.
void make_folder(const std::string& path);

}  // namespace mmasc
