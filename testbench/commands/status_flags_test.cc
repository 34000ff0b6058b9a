// SPDX-License-Identifier: Apache-2.0
// The flags beside d, as commands print, write and compare them.
#include "cli_fixture.h"

namespace mmasc {
namespace {

class StatusFlagsCli : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    unit_ = write("mine.toml", R"(
[datapath."my.fma"]
lanes     = 1
zero_sign = "ieee"
sum       = [{ name = "fma", terms = ["products", "c"] }]
result    = { format = "f16", nan = "7e00", flags = "ieee" }
[instruction."my/fma"]
formats  = { a = "f16", b = "f16", c = "f16" }
datapath = "my.fma"
shape    = { m = 1, n = 1, k = 1 }
)");
  }

  std::string unit_;
};

TEST_F(StatusFlagsCli, EvalPrintsThem) {
  for (const char* engine : {"reference", "batch", "pipeline"}) {
    const Ran ran =
        run("eval " + unit_ + " --a 65504.0 --b 2.0 --c 0.0 --engine " + std::string(engine));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("flags = 05  OF NX\n"), std::string::npos) << ran.out;
  }
  EXPECT_NE(run("eval " + unit_ + " --a 1.0 --b 2.0 --c 0.0").out.find("flags = 00  none\n"),
            std::string::npos);
  const Ran json = run("eval " + unit_ + " --a 65504.0 --b 2.0 --c 0.0 --json");
  EXPECT_NE(json.out.find("\"bits\": \"05\""), std::string::npos) << json.out;
  EXPECT_EQ(run(std::string("eval ") + kUnit + " --a 1.0 --b 1.0").out.find("flags"),
            std::string::npos);
}

TEST_F(StatusFlagsCli, TracesShowThem) {
  const std::string operands = unit_ + " --a 65504.0 --b 2.0 --c 0.0";
  const Ran ran = run("eval " + operands + " --trace");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\n  d = 7c00  inf\n  flags = 05  OF NX\n"), std::string::npos) << ran.out;
  EXPECT_NE(run("eval " + operands + " --trace --json").out.find("\"  flags = 05  OF NX\""),
            std::string::npos);
  EXPECT_EQ(run(std::string("eval ") + kUnit + " --a 1.0 --b 1.0 --trace").out.find("flags"),
            std::string::npos);
  if (simulates()) {
    EXPECT_NE(run("trace " + operands).out.find(" d=0x7c00 flags=0x05"), std::string::npos);
  }
}

// What a box answers is not the row's, of which the trace is.
TEST_F(StatusFlagsCli, ABoxThatDiffersIsTracedBesideItsRow) {
  const Ran ran = run("eval " + unit_ +
                      " --a 1.0 --b 2.0 --trace --engine 'exec:while read x; do case \"$x\" "
                      "in \"#\"*|\"\") ;; *) echo 3c00;; esac; done'");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\nd = 3c00"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\n  d = 4000"), std::string::npos) << ran.out;
}

TEST_F(StatusFlagsCli, GenWritesThemAndVerifyAndCheckCompareThem) {
  const std::string vectors = (folder_ / "x.vec").string();
  ASSERT_EQ(run("gen " + unit_ + " --count 40 -o " + vectors).code, 0);
  std::string text = slurp(vectors);
  ASSERT_NE(text.find("# columns: a b c d flags\n"), std::string::npos);
  ASSERT_NE(text.find(" 05\n"), std::string::npos);
  EXPECT_EQ(run("verify " + vectors + " --units " + unit_).code, 0);
  EXPECT_EQ(run("check " + unit_ + " " + vectors).code, 0);

  text.replace(text.find(" 05\n"), 4, " 01\n");
  const std::string wrong = write("wrong.vec", text);
  const Ran verified = run("verify " + wrong + " --units " + unit_);
  EXPECT_EQ(verified.code, 1);
  EXPECT_NE(verified.out.find("; flags NX, got OF NX; "), std::string::npos) << verified.out;
  const Ran checked = run("check " + unit_ + " " + wrong);
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.out.find("flags differ in 1 of "), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("flags: theirs NX, model OF NX; line "), std::string::npos)
      << checked.out;
  const Ran json = run("check " + unit_ + " " + wrong + " --json");
  EXPECT_NE(json.out.find("\"agrees\": false"), std::string::npos) << json.out;
}

TEST_F(StatusFlagsCli, OtherFormatsHaveThem) {
  EXPECT_NE(run("gen " + unit_ + " --count 1 --class random --format jsonl").out.find("\"flags\":"),
            std::string::npos);
  const std::string image = run("gen " + unit_ + " --count 1 --class random --format hex").out;
  EXPECT_NE(image.find("1 word of 69 bits"), std::string::npos) << image;
  EXPECT_NE(image.find("// [68:64] flags: NV DZ OF UF NX, the last lowest\n"), std::string::npos)
      << image;
}

// Just below the least normal number: d is that, rounded to nearest or up, and UF is raised or not.
TEST_F(StatusFlagsCli, CompareFindsThemAlone) {
  const std::string operands = " --set result.rounding=up --a 0x13p-13 --b 0x1afp-14";
  const Ran ran = run("compare " + unit_ + operands);
  EXPECT_EQ(ran.code, 1) << ran.err;
  for (const char* line :
       {"1 of 1 elements of D differ, 1 of them in flags alone: my/fma and my/fma --set "
        "'result.rounding=up'\n",
        "  the first, (0, 0): 0400 (0.00006103515625), flags UF NX and 0400 (0.00006103515625), "
        "flags NX\n",
        "  they diverge at step 1, normalizer: flags: UF NX and NX\n"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << line << "\n" << ran.out;
  std::istringstream lines(ran.out);
  std::string line, command;
  int replayed = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with("mmasc eval ")) command = line.substr(6);
    if (!line.starts_with("  d = ")) continue;
    const std::string flags = line.substr(line.find(", flags ") + 8);
    EXPECT_NE(run(command).out.find("  " + flags + "\n"), std::string::npos) << command;
    ++replayed;
  }
  EXPECT_EQ(replayed, 2);
  const Ran json = run("compare " + unit_ + operands + " --json");
  EXPECT_NE(json.out.find("\"differing_in_flags_alone\": 1"), std::string::npos) << json.out;
}

TEST_F(StatusFlagsCli, CompareHasThemInItsTable) {
  const std::string operands = " --a 0x13p-13 --b 0x1afp-14";
  const std::string changed = unit_ + " --set result.rounding=up ";
  const Ran ran =
      run("compare " + unit_ + " " + changed + unit_ + " --set result.flags=none" + operands);
  EXPECT_EQ(ran.code, 1) << ran.err;
  for (const char* line :
       {"0400 (0.00006103515625), flags UF NX\n", "0400 (0.00006103515625), flags NX\n",
        "  0400 (0.00006103515625)\n", "3 units, 2 different results; --pairs prints",
        "no flags are compared with my/fma --set 'result.flags=none', which gives none\n"})
    EXPECT_NE(ran.out.find(line), std::string::npos) << line << "\n" << ran.out;
  const Ran other_order =
      run("compare " + unit_ + " --set result.flags=none " + unit_ + " " + changed + operands);
  EXPECT_NE(other_order.out.find("3 units, 2 different results; --pairs prints"), std::string::npos)
      << other_order.out;
  const Ran alone = run("compare " + unit_ + " --set result.flags=none" + operands);
  EXPECT_EQ(alone.code, 0) << alone.out;
  EXPECT_NE(alone.out.find("no flags are compared with "), std::string::npos) << alone.out;
  EXPECT_EQ(
      run(std::string("compare ") + kUnit + " " + kUnit + " --a 1.0 --b 1.0").out.find("flag"),
      std::string::npos);
}

TEST_F(StatusFlagsCli, CompareFindsThoseOfAFile) {
  const std::string vectors = (folder_ / "x.vec").string();
  ASSERT_EQ(run("gen " + unit_ + " --count 40 -o " + vectors).code, 0);
  const std::string right = "compare " + unit_ + " --engine vec:" + vectors;
  EXPECT_EQ(run(right).code, 0) << run(right).out;
  std::string text = slurp(vectors);
  ASSERT_NE(text.find(" 05\n"), std::string::npos);
  text.replace(text.find(" 05\n"), 4, " 01\n");
  const Ran ran = run("compare " + unit_ + " --engine vec:" + write("wrong.vec", text));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find(" vectors differ, 1 of them in flags alone: "), std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find(", flags OF NX and "), std::string::npos) << ran.out;
}

// A field is still found where d is wrong.
TEST_F(StatusFlagsCli, CheckExplainsAnotherD) {
  const std::string vectors = (folder_ / "x.vec").string();
  ASSERT_EQ(run("gen " + unit_ + " --set result.rounding=up --count 40 -o " + vectors).code, 0);
  const Ran checked = run("check " + unit_ + " " + vectors);
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.out.find("explained by result.rounding = up"), std::string::npos)
      << checked.out;
}

}  // namespace
}  // namespace mmasc
