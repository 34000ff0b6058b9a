// SPDX-License-Identifier: Apache-2.0
#include "vectors/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "support.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using testing::TemporaryFolder;

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

// A write beyond `bytes` fails, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_;
  void (*handler_)(int);
};

TEST(AtomicFile, AppearsWhenCommitted) {
  const TemporaryFolder folder;
  const std::string path = folder / "d.vec";
  AtomicFile file(path);
  file.write("one\n");
  EXPECT_FALSE(fs::exists(path));
  file.write("two\n");
  file.commit();
  EXPECT_EQ(read_text(path), "one\ntwo\n");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(AtomicFile, AbandonedLeavesTheOldFile) {
  const TemporaryFolder folder;
  const std::string path = folder.put("d.vec", "old\n");
  {
    AtomicFile file(path);
    file.write(std::string(1 << 20, 'x'));
  }
  EXPECT_EQ(read_text(path), "old\n");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(AtomicFile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  folder.put("real.vec", "old\n");
  fs::create_symlink("real.vec", folder / "link.vec");
  write_file(folder / "link.vec", "new\n");
  EXPECT_TRUE(fs::is_symlink(folder / "link.vec"));
  EXPECT_EQ(read_text(folder / "real.vec"), "new\n");
}

TEST(AtomicFile, FollowsSymbolicLinksToWhatIsNotThereYet) {
  const TemporaryFolder folder;
  fs::create_symlink("second.vec", folder / "first.vec");
  fs::create_symlink("real.vec", folder / "second.vec");
  write_file(folder / "first.vec", "new\n");
  EXPECT_TRUE(fs::is_symlink(folder / "first.vec"));
  EXPECT_TRUE(fs::is_symlink(folder / "second.vec"));
  EXPECT_EQ(read_text(folder / "real.vec"), "new\n");
}

TEST(AtomicFile, FullDiskNamesThePathAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.put("d.vec", "old\n");
  const FileSizeLimit limit(1000);
  EXPECT_EQ(error_of<EnvironmentError>([&] { write_file(path, std::string(100000, 'x')); }),
            path + ": cannot write: File too large");
  EXPECT_EQ(read_text(path), "old\n");
  EXPECT_EQ(files_in(folder), 1u);
}

TEST(AtomicFile, DevicesAreWrittenDirectly) {
  EXPECT_EQ(error_of<EnvironmentError>([] { write_file("/dev/full", "x"); }),
            "/dev/full: cannot write: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  write_file("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, NoSuchFolder) {
  const TemporaryFolder folder;
  const std::string path = folder / "missing/d.vec";
  EXPECT_EQ(error_of<EnvironmentError>([&] { AtomicFile file(path); }),
            path + ": cannot write: No such file or directory");
}

TEST(AtomicFile, AFolderIsNoFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of<EnvironmentError>([&] { AtomicFile file(folder.path()); }),
            folder.path().string() + ": cannot write: Is a directory");
}

}  // namespace
}  // namespace mmasc
