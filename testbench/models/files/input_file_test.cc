// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/input_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "file_bytes.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

class InFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "mmasc_files_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }

  fs::path folder_;
};

TEST_F(InFolder, ReadsHereAndThere) {
  write("x", "0123456789");
  const InputFile file(path("x"));
  EXPECT_EQ(file.size(), 10U);
  EXPECT_EQ(file.text(7, 3), "789");
  EXPECT_EQ(file.text(0, 2), "01");
  EXPECT_EQ(file.text(10, 0), "");
}

// At no multiple of a page, and beyond the first one.
TEST_F(InFolder, SharedBytesOutliveTheFile) {
  std::string text(10000, 'x');
  text.replace(4099, 3, "abc");
  write("x", text);
  const auto shared = [&](const InputFile& file) { return file.share(4099, 5901); };
  for (const auto& bytes : {shared(InputFile(path("x"))), shared(InputFile("memory", text))}) {
    EXPECT_EQ(bytes[0], std::byte{'a'});
    EXPECT_EQ(bytes[2], std::byte{'c'});
    EXPECT_EQ(bytes[5900], std::byte{'x'});
  }
  EXPECT_NO_THROW((void)InputFile(path("x")).share(10000, 0));
}

TEST_F(InFolder, ReadsAPipeToItsEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string text(200000, 'x');
  std::thread writer([&] { write("pipe", text + "end"); });
  const InputFile file(path("pipe"));
  writer.join();
  EXPECT_EQ(file.size(), text.size() + 3);
  EXPECT_EQ(file.text(text.size(), 3), "end");
}

// Nor need it have an end.
TEST_F(InFolder, APipeIsReadAsLongAsTheTickLetsIt) {
  struct Stopped {};
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const auto handler = std::signal(SIGPIPE, SIG_IGN);
  std::thread writer([&] { std::ofstream(path("pipe")) << std::string(200000, 'x'); });
  EXPECT_THROW(InputFile(path("pipe"), [] { throw Stopped{}; }), Stopped);
  writer.join();
  std::signal(SIGPIPE, handler);
}

TEST_F(InFolder, RefusesWhatIsNoFile) {
  const auto open = [](const std::string& name) { return [name] { InputFile{name}; }; };
  expect_error(open(path("none.npy")), "none.npy: no such file; check the path");
  write("x", "");
  expect_error(open(path("x") + "/y.npy"), "no such file");
  expect_error(open(folder_.string()), "is no file");
  expect_error(open("/dev/zero"), "/dev/zero: is no file; give a .npy or .safetensors file");
}

TEST_F(InFolder, AFileThatBecomesShorter) {
  write("x", "0123456789");
  const InputFile file(path("x"));
  fs::resize_file(path("x"), 5);
  EXPECT_THROW((void)file.text(0, 10), EnvironmentError);
}

TEST_F(InFolder, MatricesByTheirNames) {
  write("a.npy", npy("|u1", "(1, 2)", "\x38\x40"));
  write("m.safetensors", safetensors("{" + tensor("a:b", "U8", "[1,1]", 0, 1) + "," +
                                         tensor("c", "U8", "[1,1]", 1, 2) + "}",
                                     "\x38\x40"));
  const auto load = [&](const std::string& name) {
    return elements_of(load_matrix({"A", path(name), "", false}, format("e4m3"), {}));
  };
  EXPECT_EQ(load("a.npy"), (std::vector<std::uint64_t>{0x38, 0x40}));
  EXPECT_EQ(load("m.safetensors:a:b"), (std::vector<std::uint64_t>{0x38}));
  EXPECT_EQ(load("m.safetensors:c"), (std::vector<std::uint64_t>{0x40}));
  expect_error([&] { load("m.safetensors"); }, "2 tensors; name one");
}

}  // namespace
}  // namespace mmasc
