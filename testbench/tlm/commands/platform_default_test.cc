// SPDX-License-Identifier: Apache-2.0
// The command platform.
#include <regex>
#include <set>

#include "commands/gemm_fixture.h"

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
      const Ran ran = run(std::string("platform hopper --check --json --engine ") + engine +
                          " --mode " + mode + kSmall);
      EXPECT_EQ(ran.code, 0) << ran.err;
      EXPECT_NE(ran.out.find("\"seed\": 1,"), std::string::npos);
      EXPECT_NE(ran.out.find("\"equals_gemm\": true"), std::string::npos);
      hashes.insert(found(ran.out, "\"d_fnv1a\": \"([0-9a-f]+)\""));
      cycles.insert(found(ran.out, "\\n  \"cycles\": ([0-9.]+)"));
    }
  EXPECT_EQ(hashes.size(), 1U);
  EXPECT_EQ(cycles.size(), 1U);
  EXPECT_FALSE(hashes.contains(""));
  EXPECT_FALSE(cycles.contains(""));
  const Ran other = run(std::string("platform hopper --json --seed 2") + kSmall);
  EXPECT_NE(other.out.find("\"seed\": 2,"), std::string::npos);
  EXPECT_NE(other.out.find("\"equals_gemm\": null"), std::string::npos);
  EXPECT_FALSE(hashes.contains(found(other.out, "\"d_fnv1a\": \"([0-9a-f]+)\"")));
}

TEST_F(PlatformCommand, TakesFilesAndGivesTheirD) {
  const Elements a(70 * 36, 0x3c00), b(36 * 20, 0x4000);
  const std::string in = f16("a.npy", "(70, 36)", a) + " " + f16("b.npy", "(36, 20)", b);
  const Elements expected = multiply(std::string(kHopper) + " " + in);
  for (const char* mode : {"schedule", "at"}) {
    const Ran ran =
        run("platform hopper " + in + " --set instruction=" + kHopper +
            " --set tile.n=16 --set tile.k=48 --mode " + mode + " --check -o " + file("p.npy"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(elements_of(load_npy(slurp(file("p.npy")), format("f32"))), expected);
    EXPECT_NE(ran.out.find("GEMM 70 x 20 x 36"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("equal to that of mmasc gemm"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("operands from files"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("seed"), std::string::npos) << ran.out;
  }
}

// 32 x 32 tiles of 64 x 256 for 64 accelerators; what the text says mends it.
TEST_F(PlatformCommand, SaysWhyAcceleratorsIdleAndWhatMendsIt) {
  const auto told = [&](const std::string& changes) {
    return run("platform hopper --no-data --set accelerators=64 --set gemm.k=128 " + changes);
  };
  const std::string gemm = "--set gemm.m=2048 --set gemm.n=8192 ";
  const Ran idle = told(gemm);
  EXPECT_EQ(idle.code, 0) << idle.err;
  EXPECT_NE(
      idle.out.find("\n  32 of 64 accelerators idle: each takes whole rows of tiles or whole"),
      std::string::npos)
      << idle.out;
  EXPECT_NE(idle.out.find("there are 32 x 32"), std::string::npos) << idle.out;
  const std::string mend = found(idle.out, "With (--set [a-z.]+=[0-9]+)");
  EXPECT_EQ(mend, "--set tile.n=128");
  const Ran mended = told(gemm + mend);
  EXPECT_EQ(mended.out.find(" idle: "), std::string::npos) << mended.out;
  EXPECT_NE(mended.out.find("\naccelerator 63\n"), std::string::npos) << mended.out;
  EXPECT_NE(told("--set gemm.m=64 --set gemm.n=8 --set tile.n=8").out.find("A larger GEMM has"),
            std::string::npos);
  EXPECT_EQ(found(told(gemm + "--json").out, "\"idle_accelerators\": ([0-9]+)"), "32");
}

TEST_F(PlatformCommand, WritesWhatItIsAskedFor) {
  const std::string command = std::string("platform b200 --no-data --set gemm.k=1024 ") +
                              "--timeline " + file("t.json") + " --roofline " + file("r.svg") +
                              " --json-file " + file("p.json");
  const Ran ran = run(command);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("memory.outstanding      no limit  chosen"), std::string::npos) << ran.out;
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

TEST_F(PlatformCommand, IntegerUnitsRunInEveryMode) {
  for (const char* mode : {"schedule", "lt", "at"})
    for (const char* overflow : {"", ".saturate"}) {
      const std::string unit =
          std::string("blackwell/tcgen05.mma.m128nNk32.i8") + overflow + ".s32.s8.u8";
      const Ran ran = run("platform b200 --check --set instruction=" + unit +
                          " --set group=2 --set tile.m=256 --set tile.n=64 --set gemm.m=256 "
                          "--set gemm.n=64 --set gemm.k=256 --mode " +
                          mode);
      EXPECT_EQ(ran.code, 0) << ran.err;
      EXPECT_NE(ran.out.find("b200: " + unit), std::string::npos) << ran.out;
      EXPECT_NE(ran.out.find("equal to that of mmasc gemm"), std::string::npos) << ran.out;
      EXPECT_NE(ran.out.find("microbench-blackwell"), std::string::npos) << ran.out;
    }
}

TEST_F(PlatformCommand, SparseUnitsRunInEveryMode) {
  for (const char* mode : {"schedule", "lt", "at"}) {
    const Ran ran =
        run(std::string("platform mi300 --check --set instruction=cdna3/v_smfmac_f32_32x32x16_bf16 "
                        "--set gemm.m=100 --set gemm.n=70 --set gemm.k=256 --mode ") +
            mode);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("equal to that of mmasc gemm"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\nmetadata "), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find("\nSA "), std::string::npos) << ran.out;
  }
}

// Shipped units without a source of cycles, and those of one's own.
TEST_F(PlatformCommand, StructuralCyclesStandInForSourcedOnes) {
  const Ran ran =
      run("platform b200 --set instruction=blackwell/tcgen05.mma.sp.m128nNk64.i8.s32.s8.s8");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("structural cycles"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("Cycles are sourced"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("note: operands ss: "), std::string::npos) << ran.out;
}

constexpr const char* kOwn = R"(
[structure.four]
units = 4
[instruction."my/unit"]
shape     = { m = 16, n = 8, k = 16 }
formats   = { a = "f16", b = "f16", c = "f32" }
datapath  = "hopper.f16_f32"
structure = "four"
)";
constexpr const char* kOwnTiles =
    " --set tile.m=16 --set tile.n=8 --set tile.k=16 --set gemm.m=40 --set gemm.n=20 --set "
    "gemm.k=64 ";

TEST_F(PlatformCommand, TakesAUnitOfOnesOwn) {
  const std::string own = write("own.toml", kOwn);
  std::set<std::string> hashes, cycles;
  for (const char* mode : {"schedule", "lt", "at"}) {
    const Ran ran = run("platform hopper --check --json --set instruction=" + own + kOwnTiles +
                        "--mode " + mode);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("\"kind\": \"structural\""), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\"instruction\": \"my/unit\""), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\"equals_gemm\": true"), std::string::npos) << ran.out;
    hashes.insert(found(ran.out, "\"d_fnv1a\": \"([0-9a-f]+)\""));
    cycles.insert(found(ran.out, "\\n  \"cycles\": ([0-9.]+)"));
  }
  EXPECT_EQ(hashes.size(), 1U);
  EXPECT_EQ(cycles.size(), 1U);
  expect_failure("platform b200 --no-data --strict --set instruction=" + own + kOwnTiles, 2,
                 "from no source: interval (structural), latency_done (structural)");
  expect_failure("platform hopper --set instruction=" + own + ":no", 2, "own.toml");
  const Ran drawn =
      run("platform hopper --no-data --set instruction=" + own + kOwnTiles + "--timeline " +
          file("t.json") + " --vcd " + file("w.vcd") + " --roofline " + file("r.svg"));
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  for (const char* name : {"t.json", "w.vcd", "r.svg"}) {
    EXPECT_NE(slurp(file(name)).find("structural"), std::string::npos) << name;
    EXPECT_EQ(slurp(file(name)).find("sourced"), std::string::npos) << name;
  }
}

TEST_F(PlatformCommand, TakesTheCyclesOfATimingFile) {
  const std::string own = write("own.toml", kOwn);
  const std::string timing = write("timing.toml", R"(
[source]
bench = "our test chip"
[timing."unit"]
instructions = ["my/unit"]
port         = "sm"
interval     = { cycles = 33 }
latency_use  = { cycles = 57 }
source       = "bench"
confidence   = "medium"
)");
  const std::string command = "platform hopper --no-data --set instruction=" + own + kOwnTiles;
  const Ran ran = run(command + "--set operands=none --timing " + timing);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Cycles are sourced"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("our test chip"), std::string::npos) << ran.out;
  EXPECT_NE(run(command).out.find("structural cycles"), std::string::npos);
  expect_failure(command + "--timing " + file("no.toml"), 2, "no.toml: no such file");
}

// A platform's file names a unit's file beside it, wherever the command runs.
TEST_F(PlatformCommand, AFileOfAUnitLiesBesideThePlatforms) {
  write("own.toml", kOwn);
  std::string text = slurp(MMASC_DOCS "/platform.md");
  const std::string begin = "```toml\n";
  text = text.substr(text.find(begin) + begin.size());
  text = text.substr(0, text.find("```"));
  text =
      std::regex_replace(text, std::regex("instruction += [^\n]*"), "instruction = \"own.toml\"");
  text = std::regex_replace(text, std::regex("tile +=[^\n]*"), "tile = { m = 16, n = 8, k = 32 }");
  const Ran ran = run("platform " + write("platform.toml", text) + " --no-data");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("my/unit"), std::string::npos) << ran.out;
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
  expect_failure("platform hopper --strict", 2, "from no source: memory.latency (derived)");
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
  expect_failure(b200 + "--json-file " + file("no/where.json"), 3, "where.json");
  EXPECT_FALSE(fs::exists(file("no")));
  expect_failure(b200 + "--set tile.m=96", 2, "is no m of kind::f8f6f4 in a group of 1; give ");
  expect_failure(b200 + "--set tile.m=256 --set group=2 --set tile.n=24", 2,
                 "tile.n: 24 is no n of kind::f8f6f4 with an m of 256 in a group of 2; give a "
                 "multiple of 16 up to 256");
  const std::string integers =
      b200 + "--set instruction=blackwell/tcgen05.mma.m128nNk32.i8.s32.s8.s8 ";
  expect_failure(integers + "--set tile.n=40", 2,
                 "give a multiple of 8 up to 32, or of 16 up to 256");
  expect_failure(integers + "--set tile.m=256 --set group=2 --set tile.n=48", 2,
                 "give a multiple of 32 up to 256");
  expect_failure("platform hopper --no-data --set tile.n=260", 2,
                 "has no n of 260; give a multiple of 8 up to 256");
  expect_failure(b200 + "--kanata k", 2, "--no-data: no operands, no dot products for --kanata");
  expect_failure("platform b200 --operations 0 --kanata k", 2, "--operations: 0 is out of range");
  expect_failure("platform b200 --operations 70000 --kanata k", 2, "use 1..65536");
  expect_failure(b200 + "--vcd -", 2, "-: only --json goes to standard output");
  expect_failure(b200 + "--vcd same --timeline same", 2, "same: named twice");
}

// Nothing appears where one of them cannot be written.
TEST_F(PlatformCommand, OutputsAppearTogetherOrNotAtAll) {
  const std::string b200 = "platform b200 --no-data --timeline " + file("t.json");
  for (const char* option : {" --vcd ", " --roofline ", " --json-file "}) {
    expect_failure(b200 + option + "/dev/full", 3, "/dev/full: cannot write: No space left");
    expect_failure(b200 + option + "/dev/null/x", 3, "/dev/null/x: cannot write: Not a directory");
    EXPECT_FALSE(fs::exists(file("t.json"))) << option;
    EXPECT_EQ(run(b200 + option + "/dev/null >/dev/null").code, 0) << option;
    EXPECT_TRUE(fs::remove(file("t.json"))) << option;
  }
}

// Instructions of a Kanata log: their stages in order, each with its cycles.
struct KanataInstruction {
  struct Stage {
    std::string name;
    int begin = 0, end = -1;
  };
  std::vector<Stage> stages;
  std::string label;
  int waits_for = -1, retired = -1;
};

std::vector<KanataInstruction> read_kanata(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "Kanata\t0004");
  std::getline(lines, line);
  EXPECT_EQ(line, "C=\t0");
  std::vector<KanataInstruction> all;
  int cycle = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string command, stage;
    int number = -1, lane = -1;
    words >> command >> number;
    if (command == "C") {
      EXPECT_GT(number, 0);
      cycle += number;
      continue;
    }
    if (command == "I") {
      EXPECT_EQ(number, std::ssize(all)) << line;
      all.emplace_back();
      continue;
    }
    KanataInstruction& instruction = all.at(static_cast<std::size_t>(number));
    if (command == "L") {
      words >> lane;
      std::getline(words >> std::ws, instruction.label);
    } else if (command == "W") {
      words >> instruction.waits_for;
    } else if (command == "R") {
      instruction.retired = cycle;
    } else if (command == "S") {
      words >> lane >> stage;
      instruction.stages.push_back({stage, cycle});
    } else if (command == "E") {
      words >> lane >> stage;
      EXPECT_EQ(instruction.stages.back().name, stage) << line;
      instruction.stages.back().end = cycle;
    } else {
      ADD_FAILURE() << line;
    }
  }
  return all;
}

// Each pass goes through the plan's stages without a gap, one a cycle into each, and begins after
// the one that it adds to.
TEST_F(PlatformCommand, KanataLogIsThatOfThePipeline) {
  const struct {
    const char* platform;
    int latency, passes;
  } kRuns[] = {{"hopper --set gemm.n=40", 6, 96},
               {"mi300", 9, 96},
               {"hopper --set instruction=hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3", 0, 96},
               {"b200 --set instruction=blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X"
                ".ue4m3",
                0, 96}};
  for (const auto& each : kRuns) {
    const std::string command = std::string("platform ") + each.platform +
                                " --set gemm.m=128 --operations 96 --kanata " + file("k");
    const Ran ran = run(command + " --json");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const int latency = std::stoi(found(ran.out, "\"structural_latency\": ([0-9]+)"));
    if (each.latency != 0) {
      EXPECT_EQ(latency, each.latency) << each.platform;
    }
    const std::string text = slurp(file("k"));
    const auto all = read_kanata(text);
    EXPECT_EQ(std::ssize(all), each.passes) << each.platform;
    int before = 0;
    for (const KanataInstruction& one : all) {
      ASSERT_FALSE(one.stages.empty());
      EXPECT_GT(one.stages.front().begin, before) << one.label;
      before = one.stages.front().begin;
      EXPECT_EQ(one.stages.back().end, one.retired) << one.label;
      EXPECT_EQ(one.retired - before, latency) << one.label;
      for (std::size_t i = 1; i < one.stages.size(); ++i)
        EXPECT_EQ(one.stages[i].begin, one.stages[i - 1].end) << one.label;
      if (one.waits_for >= 0) {
        EXPECT_LE(all.at(static_cast<std::size_t>(one.waits_for)).retired, before) << one.label;
      }
    }
    EXPECT_EQ(all.front().waits_for, -1);
    EXPECT_GE(all.back().waits_for, 0);
    EXPECT_EQ(run(command + " --json-file " + file("p.json") + " --mode at").code, 0);
    EXPECT_EQ(slurp(file("k")), text) << each.platform;
  }
}

TEST_F(PlatformCommand, FactorsBelowOneAreExplained) {
  const std::string words = "A factor below 1: ";
  const Ran ran =
      run("platform mi300 --no-data --set stages=1 --set accelerators=2 --set memory.latency=0 "
          "--set memory.bytes_per_cycle=17 --set gemm.m=32 --set gemm.n=70 --set host.doorbell=0 "
          "--set host.completion=0 --set copy.write_cycles=0 --set memory.outstanding=50 "
          "--set copy.line_cycles=1.5");
  EXPECT_NE(ran.out.find("x host               7569.567  0.9703"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(words), std::string::npos) << ran.out;
  EXPECT_EQ(run("platform mi300 --no-data").out.find(words), std::string::npos);
}

}  // namespace
}  // namespace mmasc
