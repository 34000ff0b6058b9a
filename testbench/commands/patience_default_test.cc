// SPDX-License-Identifier: Apache-2.0
// How long programs that are asked may be silent, in every command that asks one.
#include <regex>

#include "cli_fixture.h"

namespace mmasc {
namespace {

const std::string kUnits = MMASC_DOCS "/../studies/examples/units/cvfpu.toml";
const std::string kFma = shell_word(kUnits + ":cvfpu/fma.f32.nearest_even");
const std::string kSilent = " --engine 'exec:cat >/dev/null' --patience 1";

class Patience : public Cli {
 protected:
  // The commands whose help has an option.
  std::vector<std::string> commands_with(const std::string& option) const {
    std::vector<std::string> found;
    const std::string all = run("--help").out;
    const std::regex line(R"(\n  ([a-z][a-z0-9-]*) +[^ ])");
    for (std::sregex_iterator each(all.begin(), all.end(), line), end; each != end; ++each)
      if (run((*each)[1].str() + " --help").out.find("\n  " + option + " ") != std::string::npos)
        found.push_back((*each)[1]);
    return found;
  }
};

TEST_F(Patience, EveryCommandThatAsksAProgramTakesPatience) {
  const std::vector<std::string> commands = commands_with("--engine");
  EXPECT_GE(commands.size(), 12u);
  EXPECT_EQ(commands_with("--patience"), commands);
}

TEST_F(Patience, ASilentProgramIsToldWithTheFlagThatMends) {
  const std::string vectors = (folder_ / "x.vec").string();
  ASSERT_EQ(run("gen " + kFma + " --count 2 -o " + vectors).code, 0);
  for (const std::string& command :
       {"eval " + kFma + " --a 1.0 --b 1.0", "gen " + kFma + " --count 2 -o " + vectors + "2",
        "check " + kFma, "compare " + kFma + " --a 1.0 --b 1.0", "probe " + kFma,
        "verify " + vectors + " --units " + shell_word(kUnits)})
    expect_failure(command + kSilent, 3,
                   "cat >/dev/null: it said nothing for 1 s, which --patience may raise");
}

TEST_F(Patience, PatienceIsForPrograms) {
  const std::string eval = "eval " + kFma + " --a 1.0 --b 1.0";
  expect_failure(eval + " --patience 5", 2, "--patience requires --engine");
  expect_failure(eval + " --engine batch --patience 5", 2,
                 "--patience: batch asks no program that may be silent; leave it out");
  expect_failure(eval + kSilent + "000000", 2, "1000000 is out of range; give 1 to 999999");
  const std::string library = "lib:" MMASC_FMA_LIBRARY;
  expect_failure("compare " + kFma + " --engine " + shell_word(library) + " --patience 5", 2,
                 "--patience: " + library + " asks no program");
  const std::string slow = "exec:sleep 2; exec " + shell_word(MMASC_FMA_EXAMPLE);
  EXPECT_EQ(run(eval + " --engine " + shell_word(slow) + " --patience 30").code, 0);
}

}  // namespace
}  // namespace mmasc
