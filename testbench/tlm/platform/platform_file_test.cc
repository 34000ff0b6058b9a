// SPDX-License-Identifier: Apache-2.0
// Platform files: read, changed, refused.
#include <gtest/gtest.h>

#include "changed_texts.h"
#include "mmasc/platform/tiling.h"
#include "mmasc/unit/error.h"
#include "thrown.h"

namespace mmasc::tlm {
namespace {

const std::string kFile =
    "instruction = 'hopper/wgmma.m64nNk32.f32.e4m3.e4m3'\n"
    "stages = 3\n"
    "tile = { m = 64, n = 64, k = 64 }\n"
    "gemm = { m = 128, n = 128, k = 128 }\n"
    "[source]\n"
    "paper = 'a paper'\n"
    "[clock]\n"
    "ghz = 1.5\n"
    "[memory]\n"
    "latency = { value = 100.5, source = 'paper', confidence = 'low' }\n"
    "bytes_per_cycle = 32\n"
    "outstanding = 8\n"
    "[copy]\n"
    "line_cycles = 1\n"
    "write_cycles = 0.5\n"
    "[host]\n"
    "doorbell = 10\n"
    "completion = 20\n";

std::string refusal(const std::string& text, const std::vector<std::string>& changes = {}) {
  return error_of<InputError>([&] { read_platform(text, "x.toml", changes); });
}

TEST(PlatformFile, IsRead) {
  const Platform platform = read_platform(kFile, "x.toml");
  EXPECT_EQ(platform.stages, 3);
  EXPECT_EQ(platform.accelerators, 1);
  EXPECT_EQ(platform.group, 1);
  EXPECT_EQ(platform.operands, std::nullopt);
  EXPECT_EQ(platform.tile.k, 64);
  EXPECT_EQ(platform.gemm.n, 128);
  EXPECT_EQ(platform.latency.value, 100.5);
  EXPECT_EQ(platform.latency.source, "a paper");
  EXPECT_EQ(platform.latency.confidence, Confidence::low);
  EXPECT_EQ(platform.bytes_per_cycle.value, 32);
  EXPECT_EQ(platform.bytes_per_cycle.confidence, std::nullopt);
  EXPECT_EQ(platform.completion.value, 20);
  EXPECT_EQ(platform.numbers().size(), 8U);
}

TEST(PlatformFile, NeedsNoClock) {
  std::string text = kFile;
  const std::string clock = "[clock]\nghz = 1.5\n";
  const Platform platform = read_platform(text.erase(text.find(clock), clock.size()), "x.toml");
  EXPECT_EQ(platform.numbers().size(), 7U);
  EXPECT_EQ(platform.numbers().front()->key, "memory.latency");
  const std::vector<std::string> changes{"clock.ghz=2"};
  EXPECT_EQ(read_platform(kFile, "x.toml", changes).clock.value, 2);
}

TEST(PlatformFile, TakesChanges) {
  const std::vector<std::string> changes{"tile.m=32", "memory.latency=7.25", "stages=5",
                                         "instruction=x/y", "operands=rs"};
  const Platform platform = read_platform(kFile, "x.toml", changes);
  EXPECT_EQ(platform.tile.m, 32);
  EXPECT_EQ(platform.tile.n, 64);
  EXPECT_EQ(platform.latency.value, 7.25);
  EXPECT_EQ(platform.latency.source, "--set memory.latency=7.25");
  EXPECT_EQ(platform.latency.confidence, std::nullopt);
  EXPECT_EQ(platform.stages, 5);
  EXPECT_EQ(platform.instruction, "x/y");
  EXPECT_EQ(platform.operands, OperandSource::rs);
}

TEST(PlatformFile, RefusesWithPlaceAndMend) {
  for (const ChangedTexts& changes : changed_texts(MMASC_TEST_FILES "/refused.txt"))
    expect_refused(changes, kFile, [](const std::string& text) { return refusal(text); });
  EXPECT_EQ(refusal(kFile, {"tile=3"}).substr(0, 20), "--set tile=3: tile: ");
  EXPECT_EQ(refusal(kFile, {"stages"}), "--set stages: write KEY=VALUE, as tile.m=64");
  EXPECT_EQ(refusal(kFile, {"stages.x=1"}), "--set stages.x=1: stages is no table");
  EXPECT_EQ(refusal(kFile, {"stages="}), "--set stages=: write one value behind =");
}

TEST(PlatformFile, ShippedOnesTakeTheirGemm) {
  int count = 0;
  for (const EmbeddedFile& file : platform_files()) {
    const Platform platform = read_platform(file.text, file.name);
    EXPECT_GT(make_tiling(platform).whole.instructions(), 0) << file.name;
    ++count;
  }
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace mmasc::tlm
