// SPDX-License-Identifier: Apache-2.0
// A vector file in the place of a unit: compare and probe say what can be told of it, and no more.
#include "cli_fixture.h"

namespace mmasc {
namespace {

class VectorsAsBox : public Cli {
 protected:
  std::string made(const std::string& name, const std::string& command) const {
    const std::string path = (folder_ / name).string();
    const Ran ran = run(command + path);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return path;
  }
  std::string drawn(const std::string& name, const std::string& options = "") const {
    return made(name, "gen " + kVolta + " --class normal --count 50" + options + " -o ");
  }
  // Lines of the text that hold it.
  static int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }

  const std::string kVolta = kUnit;
  const std::string kCut = kVolta + " --set dot.fraction_bits=20";
};

TEST_F(VectorsAsBox, IsComparedOnItsOwnOperands) {
  const std::string file = drawn("x.vec");
  const Ran same = run("compare " + kVolta + " --engine vec:" + file);
  EXPECT_EQ(same.code, 0) << same.err;
  EXPECT_TRUE(same.out.starts_with("0 of 50 vectors differ: ")) << same.out;
  const Ran ran = run("compare " + kCut + " --engine vec:" + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find(" of 50 vectors differ: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("  the first, line "), std::string::npos) << ran.out;
  // Both lines of the witness replay: it is a vector of the file.
  std::istringstream lines(ran.out);
  int replayed = 0;
  for (std::string line, command; std::getline(lines, line);) {
    if (line.starts_with("mmasc eval ")) command = line.substr(6);
    if (!line.starts_with("  d = ")) continue;
    EXPECT_EQ(run(command).out.substr(0, 12), line.substr(2, 12)) << command;
    ++replayed;
  }
  EXPECT_EQ(replayed, 2);
  const Ran json = run("compare " + kCut + " --engine vec:" + file + " --json");
  EXPECT_NE(json.out.find("\"line\": "), std::string::npos) << json.out;
}

// A unit of another k takes the file's vectors as a chain; three sides make a table.
TEST_F(VectorsAsBox, IsComparedWithSeveralUnits) {
  const std::string file = drawn("x.vec");
  const Ran ran = run("compare hopper/wgmma.m64nNk16.f32.f16.f16 " + kCut + " " + kVolta +
                      " --engine vec:" + file + " --pairs");
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("vectors unlike the first unit's"), std::string::npos) << ran.out;
  EXPECT_EQ(count(ran.out, " of 50 vectors differ: "), 3) << ran.out;
  EXPECT_EQ(count(ran.out, "they diverge at"), 1) << ran.out;  // a file shows no stages
}

TEST_F(VectorsAsBox, IsComparedWithAnother) {
  const std::string all = drawn("x.vec"),
                    some = drawn("y.vec", " --seed 1 --set dot.fraction_bits=20");
  const std::string fewer = made("z.vec", "gen " + kVolta + " --class normal --count 20 -o ");
  const std::string both = "compare " + kVolta + " --engine vec:" + all + " " + kVolta;
  const Ran differ = run(both + " --engine vec:" + some);
  EXPECT_EQ(differ.code, 1) << differ.err;
  EXPECT_NE(differ.out.find(" of 50 vectors differ: "), std::string::npos) << differ.out;
  const Ran part = run(both + " --engine vec:" + fewer);
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_TRUE(part.out.starts_with("0 of 20 vectors differ: ")) << part.out;
  EXPECT_NE(part.err.find("20 of 50 vectors of "), std::string::npos) << part.err;
}

// Where the header does not know the words of NaN, any is as good as another.
TEST_F(VectorsAsBox, NansAreComparedAsTheHeaderSays) {
  std::string text = std::string(kHeader) + "7e00000000000000 0000000000000000 00000000 7fc00000\n";
  const std::string compare = "compare " + kVolta + " --engine vec:";
  EXPECT_EQ(run(compare + write("exact.vec", text)).code, 1);
  text.replace(text.find("nan: exact"), 10, "nan: any");
  EXPECT_EQ(run(compare + write("any.vec", text)).code, 0);
}

TEST_F(VectorsAsBox, AProbeSaysWhatIsNotAnswered) {
  const std::string file = (folder_ / "p.vec").string();
  const Ran asked = run("probe " + kVolta + " --save " + file);
  ASSERT_EQ(asked.code, 0) << asked.err;
  const std::string box = "probe " + kVolta + " --engine vec:";
  const Ran whole = run(box + file);
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(count(whole.out, ": not answered: "), 1) << whole.out;
  EXPECT_NE(whole.out.find("24 features as exact numbers show them, 10 not observable, 1 not "
                           "answered, 0 different"),
            std::string::npos)
      << whole.out;

  // Without the infinite c, and with a vector by which d rounds otherwise.
  std::string text = slurp(file);
  const auto drop = [&](const std::string& operands) {
    const auto at = text.find("\n" + operands);
    ASSERT_NE(at, std::string::npos) << operands;
    text.erase(at, text.find('\n', at + 1) - at);
  };
  const auto counted = text.find("# vectors: ");
  text.erase(counted, text.find('\n', counted) + 1 - counted);
  drop("0000000000000000 0000000000000000 ff800000 ");
  const Ran less = run(box + write("less.vec", text));
  EXPECT_EQ(less.code, 0) << less.err;
  EXPECT_NE(less.out.find("\ninf: c: not answered: "), std::string::npos) << less.out;
  EXPECT_NE(less.out.find(" no vector of --a 0000000000000000 --b 0000000000000000 --c ff800000\n"),
            std::string::npos)
      << less.out;
  EXPECT_NE(less.out.find(", 3 not answered, 0 different"), std::string::npos) << less.out;
}

// A record of a unit that cuts more is told from the row, although all is not asked alike.
TEST_F(VectorsAsBox, AProbeFindsWhatTheRowIsNot) {
  const std::string file = (folder_ / "p.vec").string();
  ASSERT_EQ(run("probe " + kCut + " --save " + file).code, 0);
  const Ran ran = run("probe " + kVolta + " --engine vec:" + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("alignment: fraction bits of products: 20\n"), std::string::npos)
      << ran.out;
}

TEST_F(VectorsAsBox, WhatIsWrongIsSaidInALine) {
  const std::string file = drawn("x.vec");
  const std::string box = kVolta + " --engine vec:" + file;
  expect_failure("compare " + box + " --a 3c00000000000000 --b 3c00000000000000", 2,
                 file + ": no vector of --a 3c00000000000000 --b 3c00000000000000 --c 00000000");
  expect_failure("compare " + box + " --a 3c00000000000000", 2, "--b is required");
  expect_failure("compare hopper/wgmma.m64nNk16.f32.f16.f16 --engine vec:" + file, 2,
                 "which takes a=f16 b=f16 c=f32 d=f32 k=16");
  expect_failure("compare " + kVolta + " --engine vec:none.vec", 2, "none.vec");
  expect_failure("compare " + kVolta + " --engine vec:" + folder_.string(), 2,
                 folder_.string() + ": is a folder; give a file");
  std::string text = slurp(file);
  text.resize(text.size() - 30);
  expect_failure("probe " + kVolta + " --engine vec:" + write("cut.vec", text), 2, "cut.vec:");
  const std::string stimulus = drawn("s.vec", " --no-d");
  expect_failure("compare " + kVolta + " --engine vec:" + stimulus, 2, "no column d");
  const std::string other = drawn("y.vec", " --seed 2");
  expect_failure("compare " + box + " " + kVolta + " --engine vec:" + other, 2,
                 "no vector of it is in every file");
  expect_failure("probe --vectors " + file + " --save x.vec", 2, "leave out --vectors");
}

}  // namespace
}  // namespace mmasc
