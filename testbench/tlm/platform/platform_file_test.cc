// SPDX-License-Identifier: Apache-2.0
// Platform files: read, changed, refused.
#include <gtest/gtest.h>

#include "mmasc/platform/tiling.h"
#include "mmasc/unit/error.h"

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

std::string with(std::string from, const std::string& to) {
  std::string text = kFile;
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& text, const std::vector<std::string>& changes = {}) {
  try {
    read_platform(text, "x.toml", changes);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << text;
  return "";
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
  const Platform platform = read_platform(with("[clock]\nghz = 1.5\n", ""), "x.toml");
  EXPECT_EQ(platform.numbers().size(), 7U);
  EXPECT_EQ(platform.numbers().front()->key, "memory.latency");
  const std::vector<std::string> changes{"clock.ghz=2"};
  EXPECT_EQ(read_platform(kFile, "x.toml", changes).clock.value, 2);
  EXPECT_EQ(refusal(with("ghz = 1.5", "ghz = 0")).substr(0, 40),
            "x.toml:8: clock.ghz: 0 is out of range; ");
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
  EXPECT_EQ(refusal("x = 1\n").substr(0, 25), "x.toml:1: x: unknown fiel");
  EXPECT_EQ(refusal(with("stages = 3", "stages = 0")),
            "x.toml:2: stages: 0 is out of range; use 1..32");
  EXPECT_EQ(refusal(with("stages = 3\n", "")), "x.toml:1: \"stages\" is missing; add it");
  EXPECT_EQ(refusal(with("n = 64, k", "q = 64, k")),
            "x.toml:3: tile.q: unknown field; did you mean \"m\"?");
  EXPECT_EQ(refusal(with("source = 'paper'", "source = 'book'")),
            "x.toml:10: memory.latency.source: unknown source \"book\"; use \"paper\"");
  EXPECT_EQ(refusal(with(", confidence = 'low'", "")),
            "x.toml:10: memory.latency: \"confidence\" is missing; add it");
  EXPECT_EQ(refusal(with("outstanding = 8", "outstanding = 8.5")),
            "x.toml:12: memory.outstanding: a fraction cannot be used; write a whole number, "
            "0..1000000");
  EXPECT_EQ(refusal(with("bytes_per_cycle = 32", "bytes_per_cycle = -1")).substr(0, 53),
            "x.toml:11: memory.bytes_per_cycle: -1 is out of range");
  EXPECT_EQ(refusal(with("bytes_per_cycle = 32", "bytes_per_cycle = 1e-300")),
            "x.toml:11: memory.bytes_per_cycle: 1e-300 is out of range; use 0 (no limit) or "
            "0.001..1000000");
  EXPECT_EQ(refusal(with("[host]", "[host")).substr(0, 9), "x.toml:16");
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
