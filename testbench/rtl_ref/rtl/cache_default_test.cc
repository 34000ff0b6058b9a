// SPDX-License-Identifier: Apache-2.0
// An entry is built once for all processes, found again, mended where it is broken, and goes when
// others have been used later; what fails leaves nothing but its log.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "mmasc/unit/error.h"
#include "mmasc/verilated/cache.h"
#include "mmasc/verilated/content_hash.h"
#include "mmasc/verilated/text_file.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;
using testing::Folder;
using testing::message_of;
using testing::text_of;

std::string key(int i) { return ContentHash().add(std::to_string(i)).hex(); }

Cache::Build write(const std::string& text) {
  return [text](const fs::path& file, const fs::path&) { write_text(file, text); };
}

// A build that must not be.
void refuse(const fs::path&, const fs::path&) { throw std::logic_error("built again"); }

std::ptrdiff_t drafts_in(const Folder& folder) {
  return std::ranges::count(
      fs::directory_iterator(folder.path()), ".tmp",
      [](const fs::directory_entry& each) { return each.path().extension(); });
}

void make_older(const fs::path& path, std::chrono::hours hours) {
  fs::last_write_time(path, fs::last_write_time(path) - hours);
}

TEST(Cache, BuildsOnceAndKeepsTheFileAlone) {
  const Folder folder;
  const Cache cache(folder.path());
  const auto entry = cache.get(key(1), [](const fs::path& file, const fs::path&) {
    write_text(file, "one");
    write_text(file.parent_path() / "source", "of one");
    fs::create_directory(file.parent_path() / "folder");
  });
  EXPECT_EQ(text_of(entry.file), "one");
  EXPECT_FALSE(fs::exists(entry.file.parent_path() / "source"));
  EXPECT_FALSE(fs::exists(entry.file.parent_path() / "folder"));
  EXPECT_EQ(drafts_in(folder), 0);
}

TEST(Cache, FindsItAgain) {
  const Folder folder;
  Cache(folder.path()).get(key(1), write("one"));
  EXPECT_EQ(text_of(Cache(folder.path()).get(key(1), refuse).file), "one");
  EXPECT_EQ(text_of(Cache(folder.path()).get(key(2), write("two")).file), "two");
}

TEST(Cache, MendsABrokenEntry) {
  const Folder folder;
  const Cache cache(folder.path());
  const fs::path file = cache.get(key(1), write("one")).file;
  const std::vector<std::function<void()>> breaks{
      [&] { fs::resize_file(file, 1); }, [&] { write_text(file, "two"); },
      [&] { fs::remove(file); }, [&] { fs::remove(file.parent_path() / "checksum"); },
      [&] { write_text(file.parent_path() / "checksum", ""); }};
  for (const auto& break_it : breaks) {
    break_it();
    EXPECT_EQ(text_of(cache.get(key(1), write("one")).file), "one");
    EXPECT_EQ(text_of(cache.get(key(1), refuse).file), "one");
  }
}

TEST(Cache, TakesAwayWhatAKilledProcessLeft) {
  const Folder folder;
  const fs::path draft = folder.path() / (key(1) + ".1.tmp");
  fs::create_directory(draft);
  write_text(draft / "left", "");
  const auto entry = Cache(folder.path()).get(key(1), write("one"));
  EXPECT_FALSE(fs::exists(draft));
  EXPECT_FALSE(fs::exists(entry.file.parent_path() / "left"));
}

// A tool of a killed process goes on writing in its folder.
TEST(Cache, IsBuiltBesideAToolThatOutlivedItsProcess) {
  const Folder folder;
  const Folder other;  // the tool ends when it goes
  const std::string writes = (other.path() / "writes").string();
  const pid_t killed = ::fork();
  if (killed == 0)
    Cache(folder.path()).get(key(1), [&](const fs::path& file, const fs::path&) {
      const std::string at = file.parent_path().string() + "/";
      const std::string tool =
          "i=0; while [ -d " + other.path().string() + " ]; do true 2>/dev/null >" + at +
          "$((i % 4000)); i=$((i + 1)); [ $i -ne 100 ] || true >" + writes + "; done &";
      if (std::system(tool.c_str()) == 0) ::kill(::getpid(), SIGKILL);
      ::_exit(1);
    });
  int status = 0;
  ::waitpid(killed, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  while (!fs::exists(writes)) ::usleep(1000);
  EXPECT_EQ(text_of(Cache(folder.path()).get(key(1), write("one")).file), "one");
}

TEST(Cache, AFailedBuildLeavesItsLogAlone) {
  const Folder folder;
  const Cache cache(folder.path());
  const auto fail = [](const fs::path& file, const fs::path& log) {
    write_text(file, "half");
    write_text(log, "why");
    throw EnvironmentError("failed");
  };
  EXPECT_EQ(message_of<EnvironmentError>([&] { cache.get(key(1), fail); }), "failed");
  EXPECT_FALSE(fs::exists(folder.path() / key(1)));
  EXPECT_EQ(drafts_in(folder), 0);
  const fs::path log = folder.path() / (key(1) + ".log");
  EXPECT_EQ(text_of(log), "why");
  cache.get(key(1), write("one"));
  EXPECT_FALSE(fs::exists(log));
}

TEST(Cache, TheLeastRecentlyUsedGo) {
  const Folder folder;
  const Cache cache(folder.path(), {.entries = 3});
  for (int i = 1; i <= 3; ++i) {
    cache.get(key(i), write("text"));
    for (const char* suffix : {"", ".lock"})
      make_older(folder.path() / (key(i) + suffix), std::chrono::hours(10 - i));
  }
  cache.get(key(1), refuse);
  cache.get(key(4), write("text"));
  EXPECT_FALSE(fs::exists(folder.path() / key(2)));
  EXPECT_FALSE(fs::exists(folder.path() / (key(2) + ".lock")));
  for (const int i : {1, 3, 4}) cache.get(key(i), refuse);
}

TEST(Cache, IsBoundedInBytes) {
  const Folder folder;
  const Cache cache(folder.path(), {.bytes = 2500});
  for (int i = 1; i <= 5; ++i) {
    cache.get(key(i), write(std::string(1000, 'x')));
    for (const char* suffix : {"", ".lock"})
      make_older(folder.path() / (key(i) + suffix), std::chrono::hours(10 - i));
  }
  for (const int i : {4, 5}) cache.get(key(i), refuse);
  for (const int i : {1, 2, 3}) EXPECT_FALSE(fs::exists(folder.path() / key(i)));
}

TEST(Cache, AnEntryInUseStays) {
  const Folder folder;
  const Cache cache(folder.path(), {.entries = 1});
  const auto first = cache.get(key(1), write("one"));
  make_older(folder.path() / key(1), std::chrono::hours(1));
  cache.get(key(2), write("two"));
  EXPECT_EQ(text_of(first.file), "one");
}

TEST(Cache, ProcessesBuildOnce) {
  const Folder folder;
  const fs::path count = folder.path() / "count";
  const auto slow = [&](const fs::path& file, const fs::path&) {
    std::ofstream(count, std::ios::app) << "built\n";
    ::usleep(200000);
    write_text(file, "one");
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(text_of(Cache(folder.path()).get(key(1), slow).file) == "one" ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(text_of(count), "built\n");
}

TEST(Cache, AFolderThatCannotBeWrittenIsNamed) {
  const Folder folder;
  write_text(folder.path() / "file", "");
  const std::string message =
      message_of<EnvironmentError>([&] { const Cache cache(folder.path() / "file" / "cache"); });
  EXPECT_NE(message.find((folder.path() / "file" / "cache").string()), std::string::npos);
  EXPECT_NE(message.find("set XDG_CACHE_HOME"), std::string::npos) << message;
}

TEST(Cache, IsWhereTheVariablesSay) {
  ::setenv("HOME", "/home/somebody", 1);
  ::setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(default_cache_folder(), "/caches/mmasc");
  ::setenv("XDG_CACHE_HOME", "not/absolute", 1);
  EXPECT_EQ(default_cache_folder(), "/home/somebody/.cache/mmasc");
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(default_cache_folder(), "/home/somebody/.cache/mmasc");
  ::unsetenv("HOME");
  EXPECT_NE(message_of<EnvironmentError>(default_cache_folder).find("XDG_CACHE_HOME"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
