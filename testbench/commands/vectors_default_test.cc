// SPDX-License-Identifier: Apache-2.0
// `mmasc verify` of vectors whose unit is not a row of the catalogue.
#include "cli_fixture.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// The vectors of a unit of one's own verify, and a mismatch names its file.
TEST_F(Cli, VectorsOfAnOwnUnitVerify) {
  const auto units = write("mine.toml", run(std::string("show ") + kUnit + " --toml").out);
  const fs::path file = folder_ / "mine.vec";
  ASSERT_EQ(run("gen " + units + " --count 5 -o " + file.string()).code, 0);
  const Ran ran = run("verify " + file.string() + " --units " + units);
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("55 vectors (55 derived); mismatches: 0; 0 of " +
                         std::to_string(catalog().ids().size()) +
                         " rows of the catalogue covered, 1 of 1 of your own\n"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(run("verify " + file.string()).out, ran.out);  // as the file says itself
  std::string wrong = slurp(file);
  char& digit = wrong[wrong.size() - 2];
  digit = digit == '0' ? '1' : '0';
  const Ran differs = run("verify " + write("wrong.vec", wrong) + " --units " + units);
  EXPECT_EQ(differs.code, 1) << differs.err;
  const auto line = differs.out.find("mmasc eval " + units + ":my/");
  ASSERT_NE(line, std::string::npos) << differs.out;
  EXPECT_EQ(run(differs.out.substr(line + 6, differs.out.find('\n', line) - line - 6)).code, 0);
}

// A file that names the TOML of its unit needs no other word.
TEST_F(Cli, VectorsNameTheFileOfTheirUnit) {
  const auto units = write("mine.toml", run(std::string("show ") + kUnit + " --toml").out);
  const std::string file = (folder_ / "mine.vec").string();
  for (const std::string change : {"", " --set dot.fraction_bits=17"}) {
    ASSERT_EQ(run("gen " + units + change + " --count 5 -o " + file).code, 0);
    const Ran named = run("verify " + file + " --json");
    EXPECT_EQ(named.code, 0) << named.err;
    EXPECT_EQ(named.out, run("verify " + file + " --json --units " + units).out);
    EXPECT_EQ(run("probe --vectors " + file).code, 0);
  }
  const std::string id = "# instruction: my/";
  std::string other = slurp(file);
  other.replace(other.find(id), id.size(), "# instruction: my/un");
  expect_failure("verify " + write("other.vec", other), 2,
                 "other.vec:3: unit: " + units + ": has no my/unmma");
  fs::remove(units);
  for (const char* const command : {"verify ", "probe --vectors "})
    expect_failure(
        command + file, 2,
        "mine.vec:3: unit: " + units + ": no such file; give --units the one that has my/");
}

// The unit line's changes, of any field, make the unit that gives d; it is not the catalogue's row.
TEST_F(Cli, VectorsOfAChangedUnitVerify) {
  const std::string fp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
  const auto units = write("mine.toml", run("show " + fp8 + " --toml").out);
  for (const auto& [unit, more] : {std::pair(fp8, std::string()), {units, " --units " + units}})
    for (const std::string change :
         {"dot.fraction_bits=17", "instruction.formats.a=e3m3", "'result.rounding=\"down\"'"}) {
      const std::string changed = unit + " --set " + change;
      const std::string file = (folder_ / "changed.vec").string();
      ASSERT_EQ(run("gen " + changed + " --count 2 -o " + file).code, 0) << changed;
      const Ran ran = run("verify " + file + more);
      EXPECT_EQ(ran.code, 0) << changed << ran.out << ran.err;
      EXPECT_NE(ran.out.find(" --set " + change), std::string::npos) << ran.out;
      EXPECT_NE(ran.out.find("22 vectors (22 derived); mismatches: 0; 0 of " +
                             std::to_string(catalog().ids().size()) + " rows"),
                std::string::npos)
          << ran.out;

      std::string wrong = slurp(file);
      char& digit = wrong[wrong.size() - 2];
      digit = digit == '0' ? '1' : '0';
      const Ran differs = run("verify " + write("wrong.vec", wrong) + more);
      EXPECT_EQ(differs.code, 1) << differs.err;
      const auto line = differs.out.find("mmasc eval ");
      ASSERT_NE(line, std::string::npos) << differs.out;
      const std::string replay =
          differs.out.substr(line + 6, differs.out.find('\n', line) - line - 6);
      EXPECT_NE(replay.find(" --set " + change), std::string::npos) << replay;
      const std::string got = differs.out.substr(differs.out.find(", got ", line) + 6, 8);
      EXPECT_TRUE(run(replay).out.starts_with("d = " + got)) << differs.out;
    }
}

TEST_F(Cli, AUnitLineThatCannotBeFollowed) {
  const std::string cases = "3c00000000000000 3c00000000000000 00000000 3f800000\n";
  const auto file_with = [&](const std::string& line) {
    std::string text = kHeader + cases;
    return write("unit.vec", text.insert(text.find("# formats"), "# unit: " + line + "\n"));
  };
  const std::string unit = kUnit;
  EXPECT_EQ(run("verify " + file_with(unit)).code, 0);
  EXPECT_EQ(run("verify " + file_with("'" + unit + "' --set \"dot.fraction_bits=30\"")).code, 0);
  const std::vector<std::pair<std::string, std::string>> bad = {
      {unit + " --set", "write UNIT [--set FIELD=VALUE]..."},
      {"--set dot.fraction_bits=9", "write UNIT"},
      {unit + " --sett dot.fraction_bits=9", "write UNIT"},
      {unit + " --set dot.fraction_bits", "--set dot.fraction_bits: write FIELD=VALUE"},
      {unit + " --set dot.fraction=9", "unknown field"},
      {unit + " --set dot.fraction_bits=-1", "dot.fraction_bits"},
      {"'" + unit, "is not closed"},
      {"hopper/mma --set dot.fraction_bits=9", "hopper/mma is not the instruction volta"},
      {unit + "\n# unit: " + unit, "two of these lines"}};
  for (const auto& [line, part] : bad) {
    const Ran ran = run("verify " + file_with(line));
    EXPECT_EQ(ran.code, 2) << line;
    EXPECT_NE(ran.err.find("unit.vec:3: unit: "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
  }
}

}  // namespace
}  // namespace mmasc
