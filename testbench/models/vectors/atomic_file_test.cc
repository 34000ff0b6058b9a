// SPDX-License-Identifier: Apache-2.0
#include "mmasc/files/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
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

TEST(AtomicFile, ALoopOfSymbolicLinksStaysOne) {
  const TemporaryFolder folder;
  fs::create_symlink("second.vec", folder / "first.vec");
  fs::create_symlink("first.vec", folder / "second.vec");
  EXPECT_EQ(error_of<EnvironmentError>([&] { write_file(folder / "first.vec", "new\n"); }),
            (folder / "first.vec") + ": cannot write: Too many levels of symbolic links");
  EXPECT_TRUE(fs::is_symlink(folder / "first.vec"));
  EXPECT_TRUE(fs::is_symlink(folder / "second.vec"));
  EXPECT_EQ(files_in(folder), 2u);
}

TEST(AtomicFile, FilesThatBelongTogetherAppearTogether) {
  const TemporaryFolder folder;
  const std::string first = folder.put("first", "old\n"), second = folder.put("second", "old\n");
  AtomicFile one(first), other(second);
  one.write("new\n");
  other.write("new\n");
  commit_together(std::array{&one, &other});
  EXPECT_EQ(read_text(first), "new\n");
  EXPECT_EQ(read_text(second), "new\n");
  EXPECT_EQ(files_in(folder), 2u);
}

// A new file never lies beside an old one: not where the second cannot appear, nor the first.
TEST(AtomicFile, OldAndNewFilesAreNeverTogether) {
  const TemporaryFolder folder;
  for (const bool first_fails : {false, true}) {
    const std::string first = folder.put("first", "old\n"), second = folder.put("second", "old\n");
    {
      AtomicFile one(first), other(second);
      one.write("new\n");
      other.write("new\n");
      // A folder of that name comes in between.
      const std::string& failing = first_fails ? first : second;
      fs::remove(failing);
      fs::create_directory(failing);
      EXPECT_EQ(error_of<EnvironmentError>([&] {
                  commit_together(std::array{&one, &other});
                }),
                failing + ": cannot write: Is a directory");
    }
    if (first_fails)
      EXPECT_FALSE(fs::exists(second));
    else
      EXPECT_EQ(read_text(first), "old\n");
    fs::remove(first);
    fs::remove(second);
    EXPECT_EQ(files_in(folder), 0u);
  }
}

}  // namespace
}  // namespace mmasc
