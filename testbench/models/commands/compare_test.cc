// SPDX-License-Identifier: Apache-2.0
// The same inputs through several units.
#include "commands/cli_fixture.h"
#include "files/file_bytes.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

constexpr const char* kPair =
    "compare ada/mma.m16n8k16.f32.f16.f16.f32 hopper/wgmma.m64nNk16.f32.f16.f16 ";
constexpr const char* kAdaFp8 = "ada/mma.m16n8k32.f32.e4m3.e4m3.f32";
constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

TEST_F(Cli, CompareOfAdaAndHopper) {
  const Ran ran =
      run(std::string(kPair) +
          "--a f000b800b400b000000000000000000000000000000000000000000000000000 --b "
          "64003c003c003c00000000000000000000000000000000000000000000000000 --c 4b000000");
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.err, "");
  const std::string zeros(60, '0');
  EXPECT_EQ(ran.out,
            "1 of 1 elements of D differ: ada/mma.m16n8k16.f32.f16.f16.f32 and "
            "hopper/wgmma.m64nNk16.f32.f16.f16\n"
            "  the first, (0, 0): bf000000 (-0.5) and bf400000 (-0.75)\n"
            "  they diverge at step 1, aligner: p2 aligned for dot: 0 and -0.25\n"
            "  a minimal witness:\n"
            "mmasc eval ada/mma.m16n8k16.f32.f16.f16.f32 --a b400" +
                zeros + " --b 3c00" + zeros +
                " --c 4b000000\n"
                "  d = 4b000000 (8388608)\n"
                "mmasc eval hopper/wgmma.m64nNk16.f32.f16.f16 --a b400" +
                zeros + " --b 3c00" + zeros +
                " --c 4b000000\n"
                "  d = 4affffff (8388607.5)\n");
}

TEST_F(Cli, CompareOfUnitsThatAgree) {
  const Ran ran = run(std::string(kPair) + "--a 1.0,2.0 --b 1.0,1.0");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out,
            "0 of 1 elements of D differ: ada/mma.m16n8k16.f32.f16.f16.f32 and "
            "hopper/wgmma.m64nNk16.f32.f16.f16\n");
}

TEST_F(Cli, CompareChainsTheUnitOfLessK) {
  const Ran ran =
      run("compare volta/mma.m8n8k4.f32.f16.f16.f32 hopper/wgmma.m64nNk16.f32.f16.f16 --a "
          "0,0,0,0,2.0,0,0,0,-.25 --b 0,0,0,0,1.0,0,0,0,1.0 --c 8388608.0");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("(0, 0): 4b000002 (8388610) and 4b000001 (8388609)"), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("they diverge at step 1, multiplier: p4: nothing and 2\n"),
            std::string::npos)
      << ran.out;
}

TEST_F(Cli, CompareNamesTheStepOfEach) {
  const auto a = write(
      "a.npy",
      npy("<f2", "(1, 18)",
          little_endian({0x3c00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xbc00, 0xb400}, 2)));
  const auto b = write(
      "b.npy", npy("<f2", "(18, 1)", little_endian(std::vector<std::uint64_t>(18, 0x3c00), 2)));
  const auto c = write("c.npy", npy("<f4", "(1, 1)", floats({0x1p23F})));
  const Ran ran = run(std::string(kPair) + "--a " + a + " --b " + b + " --c " + c);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find(
                "they diverge at step 3 and step 2, aligner: p17 aligned for dot: 0 and -0.25\n"),
            std::string::npos)
      << ran.out;
}

// Every line of a witness, given to a shell, prints the d that is said behind it.
TEST_F(Cli, WitnessesOfFilesReplay) {
  Random random(5);
  std::vector<std::uint64_t> a(6 * 70), b(70 * 4);
  for (auto* elements : {&a, &b})
    for (auto& bits : *elements) bits = random.next() & 0xbf;
  const auto file_a = write("a.npy", npy("|u1", "(6, 70)", little_endian(a, 1)));
  const auto file_b = write("b.npy", npy("|u1", "(4, 70)", little_endian(b, 1)));
  const Ran ran =
      run(std::string("compare ") + kFp8 + " --set dot.fraction_bits=12 " + kAdaFp8 + " " +
          kAdaFp8 + " --set result.rounding=up --set dot.fraction_bits=9 --pairs --a " + file_a +
          " --b " + file_b + " --transpose-b");
  EXPECT_EQ(ran.code, 1) << ran.err;
  std::istringstream lines(ran.out);
  std::string line, command;
  int pairs = 0, replayed = 0;
  while (std::getline(lines, line)) {
    pairs += line.find(" of 24 elements of D differ: ") != std::string::npos ? 1 : 0;
    if (line.starts_with("mmasc eval ")) command = line.substr(6);
    if (!line.starts_with("  d = ")) continue;
    const Ran eval = run(command);
    EXPECT_EQ(eval.code, 0) << command << eval.err;
    EXPECT_EQ(eval.out.substr(0, 12), "d = " + line.substr(6, 8)) << command;
    ++replayed;
  }
  EXPECT_EQ(pairs, 3);
  EXPECT_EQ(replayed, 6);
}

TEST_F(Cli, CompareAsJson) {
  const Ran ran = run(std::string("compare ") + kFp8 +
                      " --set result.rounding=up --a 1.0,0x1p-9 --b 1.0,0x1p-9 --json");
  EXPECT_EQ(ran.code, 0) << ran.out;
  const Ran differ = run(std::string("compare ") + kFp8 +
                         " --set result.rounding=up --a 1.0,1.0,0x1p-6 --b 1.0,1.0,0x1p-7 "
                         "--json");
  EXPECT_EQ(differ.code, 1) << differ.out;
  for (const char* part : {"\"schema\": \"mmasc.compare\"", "\"differing\": 1",
                           "\"stage\": ", "\"replay\": [\n", "--set 'result.rounding=up'"})
    EXPECT_NE(differ.out.find(part), std::string::npos) << part << "\n" << differ.out;
}

// Each --set changes the unit before it, and a table has a line a unit.
TEST_F(Cli, CompareOfSeveralUnits) {
  const std::string wgmma = "hopper/wgmma.m64nNk16.f32.f16.f16";
  const std::string operands = " --a -8192,-.5,-.25,-.125 --b 1024,1,1,1 --c 8388608.0";
  const Ran ran = run("compare " + wgmma + " --set dot.fraction_bits=24 " + wgmma +
                      " --set dot.fraction_bits=27 " + wgmma + operands);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(ran.out, "unit                                                            d\n" + wgmma +
                         " --set 'dot.fraction_bits=24'  bf000000 (-0.5)\n" + wgmma +
                         " --set 'dot.fraction_bits=27'  bf600000 (-0.875)\n" + wgmma +
                         "                               bf400000 (-0.75)\n"
                         "3 units, 3 different d; --pairs prints where each two of them diverge\n");
  const Ran alone = run("compare " + wgmma + " --set dot.fraction_bits=24" + operands);
  EXPECT_NE(alone.out.find(wgmma + " and " + wgmma + " --set 'dot.fraction_bits=24'\n"),
            std::string::npos)
      << alone.out;
  expect_failure("compare --set dot.fraction_bits=24 " + wgmma + operands, 2,
                 "--set dot.fraction_bits=24: name a unit before it, which it changes");
}

// Readings that no recording settles: each answers on operands that tell it from the row's.
TEST_F(Cli, CompareOfReadings) {
  const std::string ampere = "compare ampere/mma.m16n8k16.f16.f16.f16.f16 --readings ";
  const Ran zero = run(ampere + "--a 0x1p-11,0x1p-21 --b 0x1p-14,0x1p-24 --c 0.0");
  EXPECT_EQ(zero.code, 1) << zero.err;
  EXPECT_NE(zero.out.find("--set 'dot.zero_exponent=-21'    0001 ("), std::string::npos)
      << zero.out;
  EXPECT_NE(zero.out.find("3 units, 2 different d"), std::string::npos) << zero.out;
  const std::string c = "--a 0x1p-11,0x1p-20 --b 0x1p-14,0x1p-20 --c ";
  const Ran subnormal = run(ampere + c + "0x1p-23");
  EXPECT_EQ(subnormal.code, 1) << subnormal.err;
  EXPECT_NE(subnormal.out.find("--set 'instruction.widen_c=f32'  0003 ("), std::string::npos)
      << subnormal.out;
  EXPECT_EQ(run(ampere + c + "0.0").code, 0) << "no subnormal c";
  const Ran minus = run(
      "compare cdna2/v_mfma_f32_32x32x4f16 --readings --a -0.0,-0.0,-0.0,-0.0 --b 1.0,1.0,1.0,1.0 "
      "--c 80000000");
  EXPECT_EQ(minus.code, 1) << minus.err;
  EXPECT_NE(minus.out.find("80000000"), std::string::npos) << minus.out;
  EXPECT_NE(minus.out.find("--set 'flush.inputs=all_to_plus_zero'"), std::string::npos);
}

// CDNA3: an infinite c against a product that overflows.
TEST_F(Cli, CompareOfReadingsThatDifferInInfinities) {
  const Ran text =
      run("compare cdna3/v_mfma_f32_16x16x8_xf32 --readings --a 0x1p100 --b 0x1p100 --c=-inf");
  EXPECT_EQ(text.code, 1) << text.err;
  EXPECT_NE(text.out.find("--set 'product.infinity_yields=true'"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("7fc00000 (nan)"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("ff800000 (-inf)"), std::string::npos) << text.out;
}

// A reading that fields cannot express is named; one that is alone leaves nothing to compare.
TEST_F(Cli, CompareOfReadingsThatNoFieldExpresses) {
  const std::string shown = run("show hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --toml").out;
  const auto row_with = [&](const std::string& questions) {
    std::string row = shown;
    row.insert(row.find("result = "), "undecided = [" + questions + "]\n");
    return row;
  };
  const std::string expressed =
      "{ what = \"how many bits\", set = [\"dot.fraction_bits=14\"], source = \"z\" }";
  const std::string open = "{ what = \"x or y\", source = \"z\" }";
  const std::string line = "no field expresses the other reading of: x or y (z)";
  const std::string both = "compare " + write("both.toml", row_with(expressed + ", " + open)) +
                           " --readings --a 1.0 --b 1.0";
  const Ran text = run(both);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find(line), std::string::npos) << text.out;
  EXPECT_NE(run(both + " --json").out.find("\"not_expressed\""), std::string::npos);
  expect_failure("compare " + write("open.toml", row_with(open)) + " --readings --a 1.0 --b 1.0", 2,
                 line + "; compare it with --set");
}

TEST_F(Cli, CompareErrors) {
  expect_failure("compare " + std::string(kFp8) + " --readings --a 1.0 --b 1.0", 2,
                 "nothing is undecided; compare it with --set, or another unit");
  expect_failure("compare " + std::string(kUnit) + " " + kFp8 + " --readings --a 1.0 --b 1.0", 2,
                 "--readings is for one unit as it is; give one, without --set");
  expect_failure("compare " + std::string(kUnit) + " --a 1.0 --b 1.0", 2,
                 "one unit; give a second");
  expect_failure("compare " + std::string(kUnit) + " " + kFp8 + " --a 1.0 --b 1.0", 2,
                 "compare units of the same formats");
}

TEST_F(Cli, CompareOperandsThatAreWrong) {
  const auto file = write("a.npy", npy("<f2", "(1, 1)", std::string(2, '\0')));
  expect_failure(std::string(kPair) + "--a " + file + " --b 1.0", 2,
                 "--a is a file and --b is none; give files alone, or elements");
  expect_failure(std::string(kPair) + "--a 1.0 --b 1.0 --transpose-a", 2, "are for files");
  expect_failure(std::string(kPair) + "--a 1.0 --b x", 2, "--b: ");
  expect_failure(std::string(kPair) + "--a 1.0", 2, "--b is required");
  expect_failure(std::string(kPair) + "--a none.npy --b " + file, 2, "none.npy: no such file");
}

}  // namespace
}  // namespace mmasc
