// SPDX-License-Identifier: Apache-2.0
// The page of a unit by the command: its lines are run again, its row is read again.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class Disclose : public Cli {
 protected:
  // The lines of the page that are commands, with the d that the page says before each.
  static std::vector<std::pair<std::string, std::string>> replays(const std::string& page) {
    std::vector<std::pair<std::string, std::string>> found;
    for (std::size_t at = 0; (at = page.find("\nmmasc eval ", at)) != page.npos; ++at) {
      const std::size_t end = page.find('\n', at + 1);
      const std::size_t bits = page.find(" (`", page.rfind(" comes d = ", at)) + 3;
      found.emplace_back(page.substr(at + 7, end - at - 7),
                         page.substr(bits, page.find('`', bits) - bits));
    }
    return found;
  }

  static std::string row_of(const std::string& page) {
    const std::size_t begin = page.find("```toml\n") + 8;
    return page.substr(begin, page.find("```", begin) - begin);
  }

  // The page says of the unit what commands say of it, and of the row at its end.
  void expect_true(const std::string& unit) const {
    const Ran ran = run("disclose " + unit);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    const auto lines = replays(ran.out);
    EXPECT_EQ(lines.size(), 10u) << unit;
    const std::string own = write("again.toml", row_of(ran.out));
    for (const auto& [command, d] : lines) {
      EXPECT_EQ(run(command).out.substr(0, 4 + d.size()), "d = " + d) << command;
      const std::string again = "eval " + own + " " + command.substr(command.find("--a "));
      EXPECT_EQ(run(again).out.substr(0, 4 + d.size()), "d = " + d) << again;
    }
  }
};

TEST_F(Disclose, ItsLinesAndItsRowGiveTheSameBits) {
  for (const char* unit : {"blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0",
                           "x86/vpdpbusd", "ampere/mma.sp.m16n8k32.f32.f16.f16.f32"})
    expect_true(unit);
}

TEST_F(Disclose, AFileOfOnesOwn) {
  const std::string own = write("own.toml", R"([datapath."my.dot"]
lanes  = 2
sum    = [{ name = "pair", terms = ["products"], shape = "sequential", round_to = "bf16" },
          { name = "dot", terms = ["pair", "c"], fraction_bits = 12 }]
result = { format = "f32", rounding = { mode = "stochastic", random_bits = 8 } }
[instruction."my/mma"]
shape    = { m = 8, n = 8, k = 4 }
formats  = { a = "e5m2", b = "e4m3", c = "f32" }
datapath = "my.dot"
)");
  expect_true(own);
  expect_true(own + " --set dot.fraction_bits=14 --set result.rounding.random_bits=4");
}

// The lines of the guide after which its program, saved as unit.py, runs.
TEST_F(Disclose, TheProgramRunsAsTheGuideSays) {
  const std::string guide = slurp(MMASC_DOCS "/disclose.md");
  const std::string page = run("disclose hopper/wgmma.m64nNk32.f32.e4m3.e4m3").out;
  const std::size_t program = page.find("```python\n") + 10;
  write("unit.py", page.substr(program, page.find("```", program) - program));
  const std::size_t command = guide.find("    $ python3 ") + 6, result = guide.find('\n', command);
  const std::string line = guide.substr(command, result - command);
  ASSERT_EQ(std::system(("cd " + folder_.string() + " && " + line + " >printed").c_str()), 0);
  EXPECT_EQ("    " + slurp(folder_ / "printed"),
            guide.substr(result + 1, guide.find('\n', result + 1) - result));
}

TEST_F(Disclose, TheGuideShowsWhatThePageHas) {
  const std::string guide = slurp(MMASC_DOCS "/disclose.md");
  const std::string page = run("disclose hopper/wgmma.m64nNk32.f32.e4m3.e4m3").out;
  const std::size_t program = guide.find("```python\n") + 10;
  EXPECT_NE(page.find(guide.substr(program, guide.find("```", program) - program)), page.npos);
  const std::size_t quoted = guide.find("\n> ") + 3;
  std::string sentence = guide.substr(quoted, guide.find("\n\n", quoted) - quoted);
  for (std::size_t at = 0; (at = sentence.find("\n> ")) != sentence.npos;)
    sentence.replace(at, 3, " ");
  EXPECT_NE(page.find(sentence), page.npos) << sentence;
}

}  // namespace
}  // namespace mmasc
