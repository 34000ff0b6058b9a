// SPDX-License-Identifier: Apache-2.0
// More than there is memory. Not with the address sanitizer, which ends the program or takes much
// itself.
#include <chrono>
#include <thread>

#include "commands/gemm_fixture.h"

namespace mmasc {
namespace {

TEST_F(Gemm, MoreThanThereIsMemory) {
  fails(write("m.npy", npy("<f2", "(1048576, 0)", "")) + " " +
            write("n.npy", npy("<f2", "(0, 1048576000)", "")) + out(),
        3, "D, 1048576 x 1048576000: not enough memory for 4398046511104000 bytes");
}

// A header before zeros that take no room on the disk.
std::string sparse_npy(const std::string& path, const std::string& shape, std::uintmax_t bytes) {
  std::ofstream(path, std::ios::binary) << npy("<f2", shape, "");
  fs::resize_file(path, fs::file_size(path) + bytes);
  return path;
}

TEST_F(Gemm, OperandsMayBeLargerThanMemory) {
  constexpr std::uintmax_t kBytes = std::uintmax_t{2} * 16384 * 32768;  // 1 GiB
  const auto a = sparse_npy((folder_ / "a.npy").string(), "(16384, 32768)", kBytes);
  const auto b =
      write("b.npy", npy("<f2", "(32768, 1)", little_endian(Elements(32768, 0x3c00), 2)));
  const std::string command = "ulimit -d 400000; exec '" MMASC_BINARY "' gemm " +
                              std::string(kHopper) + " " + a + " " + b + " -o " + d() + " 2>" +
                              (folder_ / "stderr").string();
  EXPECT_EQ(std::system(command.c_str()), 0) << slurp(folder_ / "stderr");
  EXPECT_EQ(elements_of(load_npy(slurp(d()), format("f32"))), Elements(16384));
}

TEST_F(Gemm, AFileCutWhileItIsReadIsToldInOneLine) {
  constexpr std::uintmax_t kBytes = std::uintmax_t{2} * 65536 * 65536;
  const auto a = sparse_npy((folder_ / "a.npy").string(), "(65536, 65536)", kBytes);
  const auto b = sparse_npy((folder_ / "b.npy").string(), "(65536, 64)", kBytes / 1024);
  const std::string command = "'" MMASC_BINARY "' gemm " + std::string(kHopper) + " " + a + " " +
                              b + " -o " + d() + " 2>" + (folder_ / "stderr").string();
  std::thread cutter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    fs::resize_file(a, 1000);
  });
  const int status = std::system(command.c_str());
  cutter.join();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(slurp(folder_ / "stderr"), "mmasc: an input file became shorter while it was read\n");
  EXPECT_FALSE(fs::exists(d()));
}

}  // namespace
}  // namespace mmasc
