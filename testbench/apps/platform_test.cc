// SPDX-License-Identifier: Apache-2.0
// The command platform.
#include <regex>
#include <set>

#include "gemm_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kSmall =
    " --set gemm.m=64 --set gemm.n=16 --set gemm.k=128 --set tile.n=8 --set tile.k=64";

class PlatformCommand : public Gemm {
 protected:
  std::string file(const char* name) const { return (folder_ / name).string(); }
};

std::string found(const std::string& text, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

TEST_F(PlatformCommand, OneDOnEveryEngineAndInEveryMode) {
  std::set<std::string> hashes, cycles;
  for (const char* engine : {"reference", "batch", "pipeline"})
    for (const char* mode : {"schedule", "lt", "at"}) {
      const Ran ran = run(std::string("platform hopper --check --json - --engine ") + engine +
                          " --mode " + mode + kSmall);
      EXPECT_EQ(ran.code, 0) << ran.err;
      hashes.insert(found(ran.out, "\"d_fnv1a\": \"([0-9a-f]+)\""));
      cycles.insert(found(ran.out, "\\n  \"cycles\": ([0-9.]+)"));
    }
  EXPECT_EQ(hashes.size(), 1U);
  EXPECT_EQ(cycles.size(), 1U);
  EXPECT_FALSE(hashes.contains(""));
  EXPECT_FALSE(cycles.contains(""));
  const Ran other = run(std::string("platform hopper --json - --seed 2") + kSmall);
  EXPECT_FALSE(hashes.contains(found(other.out, "\"d_fnv1a\": \"([0-9a-f]+)\"")));
}

TEST_F(PlatformCommand, TakesFilesAndGivesTheirD) {
  const Elements a(70 * 36, 0x3c00), b(36 * 20, 0x4000);
  const std::string in = f16("a.npy", "(70, 36)", a) + " " + f16("b.npy", "(36, 20)", b);
  const Elements expected = multiply(std::string(kHopper) + " " + in);
  for (const char* mode : {"schedule", "at"}) {
    const Ran ran = run("platform hopper " + in + " --set instruction=" + kHopper +
                        " --set tile.n=16 --set tile.k=48 --mode " + mode + " -o " + file("p.npy"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(elements_of(load_npy(slurp(file("p.npy")), format("f32"))), expected);
    EXPECT_NE(ran.out.find("GEMM 70 x 20 x 36"), std::string::npos) << ran.out;
  }
}

TEST_F(PlatformCommand, WritesWhatItIsAskedFor) {
  const std::string command = std::string("platform b200 --no-data --set gemm.k=1024 ") +
                              "--timeline " + file("t.json") + " --roofline " + file("r.svg") +
                              " --json " + file("p.json");
  const Ran ran = run(command);
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string part : {"sourced cycles", "x tile quantisation", "x fill and drain",
                                 "x operand bandwidth", "x memory", "x host", "5 stage buffers: ",
                                 "times each byte", "memory.latency", "microbench-blackwell"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part;
  EXPECT_EQ(ran.out.find("TFLOPS"), std::string::npos);
  const std::string timeline = slurp(file("t.json")), svg = slurp(file("r.svg"));
  EXPECT_NE(timeline.find("\"name\":\"buffer 3\""), std::string::npos);
  EXPECT_NE(timeline.find("\"ph\":\"s\""), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_NE(slurp(file("p.json")).find("\"schema\": \"mmasc.platform\""), std::string::npos);
  run(command);
  EXPECT_EQ(slurp(file("t.json")), timeline);
  EXPECT_EQ(slurp(file("r.svg")), svg);
}

TEST_F(PlatformCommand, TheGuideShowsWhatItPrints) {
  const std::string page = slurp(MMASC_DOCS "/platform.md"), begin = "```console\n$ mmasc ";
  int compared = 0;
  for (auto at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const auto command = at + begin.size();
    const auto line = page.find('\n', command), end = page.find("```", line);
    EXPECT_EQ(run(page.substr(command, line - command)).out, page.substr(line + 1, end - line - 1));
    ++compared;
  }
  EXPECT_EQ(compared, 1);
}

// The guide's file as it stands.
TEST_F(PlatformCommand, TheGuidesFileIsAPlatform) {
  const std::string page = slurp(MMASC_DOCS "/platform.md"), begin = "```toml\n";
  const auto at = page.find(begin) + begin.size();
  const std::string name = write("own.toml", page.substr(at, page.find("```", at) - at));
  const Ran ran = run("platform " + name + " --no-data --strict");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("2 accelerators"), std::string::npos) << ran.out;
}

TEST_F(PlatformCommand, Refuses) {
  const std::string b200 = "platform b200 --no-data ";
  expect_failure("platform b20", 2, "b20: unknown platform; did you mean \"b200\"?");
  expect_failure("platform nowhere.toml", 2, "nowhere.toml: no such file");
  expect_failure("platform " + write("x.toml", "stages = 1\n"), 2, "x.toml:1: \"instruction\"");
  expect_failure("platform hopper --strict", 2, "derived, from no source: memory.latency");
  expect_failure(b200 + "--set tile.m=65", 2, "tile.m: 65 is no size of the instruction");
  expect_failure(b200 + "--set tile.k=100", 2, "tile.k: 100 is no multiple of the instruction's k");
  expect_failure(b200 + "--set gemm.k=200", 2,
                 "gemm.k: 200 is no whole number of tiles of 128; a tile.k of 32 fits");
  expect_failure(b200 + "--set tile.k=512 --set stages=9", 2, "refuses the GEMM: buffers");
  expect_failure(b200 + "--set operands=rs", 2, "nothing is known of operands rs");
  expect_failure(b200 + "--check", 2, "--no-data: there is no D");
  expect_failure(b200 + "--mode it", 2, "--mode: unknown value \"it\"; did you mean \"lt\"?");
  expect_failure("platform hopper --set tile.m=128", 2, "tile.m: hopper/wgmma.m64nNk32");
  expect_failure("platform hopper a.npy", 2, "B: missing; give A and B, or neither");
  expect_failure("platform hopper a.npy b.npy --set gemm.m=3", 2, "A and B have the GEMM's sizes");
  expect_failure(b200 + "--json " + file("no/where.json"), 3, "where.json");
  EXPECT_FALSE(fs::exists(file("no")));
}

}  // namespace
}  // namespace mmasc
