// SPDX-License-Identifier: Apache-2.0
// The binary over what people get wrong: the exact exit code, and one line on standard error that
// names the place.
#include "commands/cli_fixture.h"
#include "mmasc/engines.h"

namespace mmasc {
namespace {

constexpr const char* kInstruction =
    "[instruction.\"my/unit\"]\n"
    "shape = { m = 8, n = 8, k = 4 }\n"
    "formats = { a = \"f16\", b = \"f16\", c = \"f32\" }\n"
    "datapath = \"my.path\"\n";

TEST_F(Cli, EvaluatesAndPrints) {
  const Ran ran = run(std::string("eval ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1 --c 0.5");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "d = 41280000  10.5  0x1.5p+3\n");
  EXPECT_EQ(ran.err, "");
}

TEST_F(Cli, SaysWhatItPads) {
  const Ran ran = run(std::string("eval ") + kUnit + " --a 1,2 --b 1,1,1,1");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "mmasc: --a: 2 of 4 elements given, +0 behind them\n");
}

TEST_F(Cli, AMismatchIsReplayable) {
  const auto path = write("wrong.vec", std::string(kHeader) +
                                           "3c00000000000000 3c00000000000000 00000000 3f800000\n"
                                           "3c00000000000000 3c00000000000000 00000000 40000000\n");
  const Ran ran = run("verify " + path);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find(std::string("mmasc eval ") + kUnit +
                         " --a 3c00000000000000 --b 3c00000000000000 --c 00000000\n  expected "
                         "40000000 (2), got 3f800000 (1)"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("2 vectors (2 derived); mismatches: 1; 1 of "), std::string::npos);
  if (std::ranges::count(commands(), "check") > 0)
    EXPECT_EQ(ran.err, "");
  else
    EXPECT_NE(ran.err.find("no mmasc-verification lies beside"), std::string::npos) << ran.err;
}

TEST_F(Cli, Usage) {
  expect_failure("--foo", 2, "unknown flag --foo");
  expect_failure("", 2, "--help");
  expect_failure("evla", 2, "eval");
  expect_failure("list --bogus", 2, "--bogus");
  expect_failure("list no-such-thing", 2, "no-such-thing");
  expect_failure(std::string("eval ") + kUnit + " --a 1,2", 2, "--b");
}

// The plan refuses it, as it does for whoever reads the file.
TEST_F(Cli, ShowPrintsNoTomlThatIsRefused) {
  expect_failure("show --toml ampere/mma.m16n8k32.s32.s8.s8.s32 --set dot.fraction_bits=4", 2,
                 "result.format: s32 is an integer, and the last sum is none");
}

TEST_F(Cli, ListFindsSassNames) {
  const Ran ran = run("list HMMA.16816");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("ampere/mma.m16n8k16.f32.f16.f16.f32"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("volta/"), std::string::npos) << ran.out;
}

// Every command that the help of all lists has help of its own.
TEST_F(Cli, HelpAndVersionAreGood) {
  const Ran all = run("--help");
  EXPECT_EQ(all.code, 0);
  for (const std::string& name : commands()) {
    const Ran ran = run(name + " --help");
    EXPECT_EQ(ran.code, 0) << name;
    EXPECT_NE(ran.out.find("Example: mmasc " + name), std::string::npos) << name;
    EXPECT_NE(all.out.find(ran.out.substr(0, ran.out.find('\n'))), std::string::npos) << ran.out;
  }
  EXPECT_GE(commands().size(), 12U);
  const Ran ran = run("--version");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("SystemC"), std::string::npos);
}

TEST_F(Cli, HelpNamesEveryEngine) {
  const Ran ran = run("eval --help");
  for (const EngineRow& engine : kEngines)
    EXPECT_NE(ran.out.find(engine.name), std::string::npos) << engine.name;
}

TEST_F(Cli, UnknownUnit) { expect_failure("show hoper/wgmma", 2, "nearest are"); }

TEST_F(Cli, Operands) {
  const auto eval = std::string("eval ") + kUnit;
  expect_failure(eval + " --a 3c00 --b 1,1,1,1", 2, "--a: 4 digits; f16 x 4 takes 16");
  expect_failure(eval + " --a 3c003c00x3c003c0 --b 1,1,1,1", 2, "column 9");
  expect_failure(eval + " --a 1,1,0.1 --b 1,1,1,1", 2, "column 5");
  expect_failure(eval + " --a 1,1 --b 1,1 --sa 1", 2, "--sa");
  expect_failure(eval + " --a 1,1 --b 1,1 --engine magic", 2, "unknown engine \"magic\"");
  expect_failure(eval + " --a 1,1 --b 1,1 --set dot.fraction_bit=3", 2, "fraction_bits");
}

TEST_F(Cli, Formats) {
  expect_failure("decode x9 00", 2, "unknown format \"x9\"");
  expect_failure("decode e4m3 1ff", 2, "1ff");
  expect_failure("convert 0.1 --from f32 --to e4m3", 2, "it lies between");
  expect_failure("convert 1.0 --from f32 --to e4m3 --rounding odd", 2, "to_odd");
}

TEST_F(Cli, VectorFiles) {
  const std::string row = "3c00000000000000 3c00000000000000 00000000 3f800000\n";
  const std::string header = kHeader;
  const auto fails = [&](const std::string& name, const std::string& text,
                         const std::string& part) {
    expect_failure("verify " + write(name, text), 2, part);
  };
  fails("cut.vec", header + row.substr(0, row.size() - 9), ":7: cut mid-line");
  fails("short.vec", header + "3c00\n", ":7: ");
  fails("digit.vec", header + "3c0000000000000g" + row.substr(16), ":7:16: a: 'g'");
  fails("headless.vec", row, ":1: not a vector file");
  fails("no_formats.vec", "# mmasc-vectors 1\n# instruction: " + std::string(kUnit) + "\n" + row,
        "formats");
  fails("empty.vec", "", "empty");
  fails("no_cases.vec", header, "no cases");
  std::string contradicting = header;
  contradicting.replace(contradicting.find("d=f32"), 5, "d=f16");
  fails("contradicting.vec", contradicting + row.substr(0, row.size() - 9) + "3c00\n",
        "contradict");
  std::string unknown = header;
  unknown.replace(unknown.find("volta/"), 6, "vulta/");
  fails("unknown.vec", unknown + row, "unknown.vec:2: ");
  expect_failure("verify " + (folder_ / "nothing").string(), 2, "no such file");
  fs::create_directory(folder_ / "bare");
  expect_failure("verify " + (folder_ / "bare").string(), 2, "no .vec");
}

TEST_F(Cli, Rows) {
  const std::string result = "result = { format = \"f32\" }\n";
  const auto fails = [&](const std::string& datapath, const std::string& part) {
    expect_failure("show " + write("my.toml", "[datapath.\"my.path\"]\n" + datapath + kInstruction),
                   2, part);
  };
  fails(
      "lanes = 4\nsum = [{ name = \"x\", terms = [\"y\", \"products\"] }, { name = \"y\", terms = "
      "[\"x\", \"c\"] }]\n" +
          result,
      "my.toml:3");
  fails("lanes = 4\nsum = [{ name = \"x\", terms = [\"producs\", \"c\"] }]\n" + result, "producs");
  fails("lanes = 0\nsum = [{ name = \"x\", terms = [\"products\", \"c\"] }]\n" + result,
        "my.toml:2");
  fails(
      "lanes = 4\nsum = [{ name = \"x\", terms = [\"products\", \"c\"], fraction_bits = 99999 "
      "}]\n" +
          result,
      "99999");
  fails(
      "lanes = 4\nsum = [{ name = \"x\", terms = [\"products\", \"c\"] }]\n"
      "result = { format = \"f33\" }\n",
      "f33");
  fails("lanes = 4\nsum = [{ name = \"x\", terms = [\"products\", \"c\"] }]\n" + result +
            "[datapath.\"my.path\"]\nlanes = 4\n",
        "my.toml:");
  fails("lanes = \n", "my.toml:2");
  expect_failure("show " + (folder_ / "missing.toml").string(), 2, "missing.toml");
}

TEST_F(Cli, UnreadableFile) {
  const auto path = write("secret.vec", kHeader);
  fs::permissions(folder_, fs::perms(0755));
  fs::permissions(path, fs::perms::none);
  const Ran ran = start({"verify", path}, Privileges::none).wait();
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("secret.vec: cannot read: Permission denied\n"), std::string::npos)
      << ran.err;
}

TEST_F(Cli, AFullDisk) {
  ASSERT_TRUE(fs::is_character_file("/dev/full"));
  expect_failure("list", 3, "standard output: No space left on device", ">/dev/full");
  expect_failure("--version", 3, "No space left on device", ">/dev/full");
  expect_failure(std::string("show ") + kUnit + " --json", 3, "No space left on device",
                 ">/dev/full");
}

// A file renamed over its name would replace a link, and as root a device.
TEST_F(Cli, AVcdGoesWhereALinkPoints) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  const std::string trace = std::string("trace ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1 --vcd ";
  const fs::path file = write("old.vcd", "old"), link = folder_ / "link.vcd";
  fs::create_symlink(file, link);
  EXPECT_EQ(run(trace + link.string()).code, 0);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_NE(slurp(file).find("$enddefinitions"), std::string::npos);
  expect_failure(trace + (folder_ / "nowhere" / "x.vcd").string(), 3, "nowhere/x.vcd");
}

TEST_F(Cli, JsonNamesItsSchema) {
  const std::string eval = std::string("eval ") + kUnit + " --a 1.0 --b 1.0 --trace";
  for (const std::string& command :
       {std::string("list"), std::string("show ") + kUnit, eval, std::string("decode e4m3 38"),
        std::string("convert 1.0 --from f32 --to e4m3")}) {
    const Ran ran = run(command + " --json");
    EXPECT_EQ(ran.code, 0) << command;
    const std::string name = command.substr(0, command.find(' '));
    EXPECT_TRUE(ran.out.starts_with("{\n  \"schema\": \"mmasc." + name + "\",\n  \"version\": 1,"))
        << ran.out.substr(0, 80);
  }
}

TEST_F(Cli, TheRowItPrintsLoadsAgain) {
  const Ran row = run(std::string("show ") + kUnit + " --toml");
  ASSERT_EQ(row.code, 0) << row.err;
  const auto path = write("again.toml", row.out);
  const std::string operands = " --a 1,2,3,4 --b 5,6,7,8 --c 0.5";
  EXPECT_EQ(run("eval " + path + operands).out, run(std::string("eval ") + kUnit + operands).out);
}

TEST_F(Cli, ShowHasTheWidthsOfEachStage) {
  const auto expect_widths = [&](const std::string& unit, const std::vector<std::string>& widths) {
    const Ran ran = run("show " + unit);
    for (const std::string& each : widths)
      EXPECT_NE(ran.out.find(each), std::string::npos) << each << " in\n" << ran.out;
  };
  expect_widths("hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
                {"dot: 33 addends of 16 bits, the last of 15, 13 of them below e_max",
                 "dot: 33 addends to 9 of 18 bits", "21 bits normalized, 14 kept, packed as f32"});
  expect_widths("ampere/mma.m16n8k32.s32.s8.s8.s32",
                {"dot: 33 addends of 16 bits, the last of 33", "33 bits wrapped to s32"});
}

TEST_F(Cli, ShowTellsOfAFloorWhereThereIsOne) {
  const std::string floor = "e_max is at least -126";
  EXPECT_NE(run(std::string("show ") + kUnit + " --set dot.exponent_floor=-126").out.find(floor),
            std::string::npos);
  // An exact sum that rounds has none.
  EXPECT_EQ(run("show arm/bfdot --set accumulate.exponent_floor=-126").out.find(floor),
            std::string::npos);
}

TEST_F(Cli, DigitsAloneAreHexAndNoted) {
  const std::string eval = std::string("eval ") + kUnit + " --a 0,0,0,0 --b 0,0,0,0 --c ";
  EXPECT_EQ(
      run(eval + "16777216").err,
      "mmasc: --c: 16777216 is read as hex digits, the bits 0x16777216; write +16777216 for the "
      "number\n");
  EXPECT_NE(run(eval + "12345e10").err, "");
  for (const char* clear : {"16777216.0", "+16777216", "3f800000", "00000001", "0x16777216"})
    EXPECT_EQ(run(eval + clear).err, "") << clear;
}

TEST_F(Cli, ListsAreNumbersAndNotedWhereTheyCouldBeBits) {
  const std::string eval = "eval hopper/mma.m16n8k32.f32.e4m3.e4m3.f32 --b \"0x40 0x48\" --a ";
  const Ran ran = run(eval + "\"40 48\"");
  EXPECT_EQ(ran.out, "d = 43880000  272  0x1.1p+8\n");  // 40 * 2 + 48 * 4
  EXPECT_NE(ran.err.find("mmasc: --a: 40 is read as a number, as is every word of the list; write "
                         "0x40 for the bits\n"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(run(eval + "\"40.0 48\"").err.find("read as"), std::string::npos);
  expect_failure(eval + "\"40 4c\"", 2, "for the bits write 0x4c");
}

TEST_F(Cli, GenWritesVectorsThatVerify) {
  const fs::path file = folder_ / "gen.vec";
  const std::string command = std::string("gen ") + kUnit + " --count 5 --seed 3 -o ";
  ASSERT_EQ(run(command + file.string()).code, 0);
  const Ran ran = run("verify " + file.string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("55 vectors (55 derived); mismatches: 0"), std::string::npos) << ran.out;
  const Ran again = run(std::string("gen ") + kUnit + " --count 5 --seed 3");
  EXPECT_EQ(again.out, slurp(file));
  EXPECT_NE(run(std::string("gen ") + kUnit + " --count 5 --seed 4").out, again.out);
}

// One file, two units: each has its own line.
TEST_F(Cli, AChangedUnitIsToldFromItsRow) {
  const fs::path plain = folder_ / "plain.vec", changed = folder_ / "changed.vec";
  const std::string gen = std::string("gen ") + kUnit + " --count 1 ";
  ASSERT_EQ(run(gen + "-o " + plain.string()).code, 0);
  ASSERT_EQ(run(gen + "--set dot.fraction_bits=9 -o " + changed.string()).code, 0);
  const Ran ran = run("verify --json " + folder_.string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\"rows_covered\": 1,"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\"changes\": [],"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\"dot.fraction_bits=9\""), std::string::npos) << ran.out;
}

TEST_F(Cli, GenTakesAClassAndAFormat) {
  const std::string gen = std::string("gen ") + kUnit + " --class zero --count 2 ";
  const Ran stimulus = run(gen + "--no-d");
  EXPECT_NE(stimulus.out.find("\n# columns: a b c\n"), std::string::npos) << stimulus.out;
  EXPECT_NE(stimulus.out.find("# case: zero/1\n"), std::string::npos);
  expect_failure("verify " + write("s.vec", stimulus.out), 2, "without a column d");
  const Ran image = run(gen + "--format hex");
  EXPECT_EQ(std::ranges::count(image.out, '\n'), 8) << image.out;  // 6 of comment
  EXPECT_NE(run(gen + "--format jsonl").out.find("\"case\":\"zero/1\""), std::string::npos);
}

// The classes of the audit's search come by name alone.
TEST_F(Cli, GenDrawsWhatTheAuditSearchesWith) {
  const std::string gen = std::string("gen ") + kUnit + " --count 1 --no-d";
  const Ran tie = run(gen + " --class tie");
  EXPECT_EQ(tie.code, 0) << tie.err;
  EXPECT_NE(tie.out.find("# case: tie/0\n"), std::string::npos) << tie.out;
  EXPECT_NE(tie.out.find("# vectors: 1\n"), std::string::npos) << tie.out;
  const Ran all = run(gen);
  EXPECT_NE(all.out.find("# vectors: 11\n"), std::string::npos) << all.out;
  EXPECT_EQ(all.out.find("# case: tie/"), std::string::npos) << all.out;
}

TEST_F(Cli, GenRefuses) {
  const std::string gen = std::string("gen ") + kUnit;
  expect_failure(gen + " --class odd", 2, "--class: odd is no class; one of random, corner");
  expect_failure(gen + " --format xml", 2, "--format: xml is none of vec, hex, jsonl");
  expect_failure(gen + " --count 0", 2, "--count: 0; give 1 to 10000000");
  for (const char* count : {"-1", "x", "1.5", "99999999999999999999"})
    expect_failure(gen + " --count " + count, 2,
                   std::string(count) + " is no whole number of at most 19 digits");
  expect_failure(gen + " --seed -1", 2, "--seed");
  expect_failure(gen + " --engine none", 2, "unknown engine");
  expect_failure(gen + " -o " + (folder_ / "no" / "x.vec").string(), 3, "x.vec");
}

}  // namespace
}  // namespace mmasc
