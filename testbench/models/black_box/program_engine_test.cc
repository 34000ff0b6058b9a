// SPDX-License-Identifier: Apache-2.0
// Programs as engines: the examples of docs/black_box.md, and programs that do not keep to the
// protocol.
#include "mmasc/black_box/program_engine.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "mmasc/black_box/answering_program.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

TEST(ProgramEngine, TheExampleInCIsCvfpusMultiplyAdd) {
  EXPECT_GT(compare(*make_program_engine(f32_fma(), "'" MMASC_FMA_EXAMPLE "'"), 900), 4096u);
}

TEST(ProgramEngine, TheExampleInPythonIsExSdotp) {
  const Unit unit = find_unit(kUnits + "published_designs.toml:pulp/exsdotp.f32.f16");
  EXPECT_GT(compare(*make_program_engine(
                        unit, "python3 '" MMASC_DOCS "/../verification/examples/black_box/dot.py'"),
                    50),
            100u);
}

template <class Error>
std::string refusal_by_program(const std::string& program) {
  return refusal<Error>(
      [](const Unit& unit, std::string_view command) { return make_program_engine(unit, command); },
      program);
}

TEST(ProgramEngine, ToldWhatItDidWrong) {
  EXPECT_EQ(refusal_by_program<EnvironmentError>("exit 3"),
            "exit 3: it ended with exit code 3, after 0 lines of these answers");
  EXPECT_NE(refusal_by_program<EnvironmentError>("read a; echo 3f800000; kill -9 $$")
                .find("it was ended by signal 9, after 1 lines"),
            std::string::npos);
  EXPECT_NE(refusal_by_program<EnvironmentError>("yes 3f800000 | head -40; cat > /dev/null")
                .find("it said more than it was asked"),
            std::string::npos);
  EXPECT_NE(
      refusal_by_program<EnvironmentError>("/no/such/program 2>/dev/null").find("exit code 127"),
      std::string::npos);
  EXPECT_EQ(refusal_by_program<InputError>("yes 1.5 | head -2; cat > /dev/null"),
            "yes 1.5 | head -2; cat > /dev/null: the answer \"1.5\" to \"00000001 00000003 "
            "00000005\": d: '.' is not a hex digit; use 0-9 and a-f");
}

TEST(AnsweringProgram, IsNotWaitedForForever) {
  AnsweringProgram silent("sleep 60", std::chrono::milliseconds(50));
  try {
    silent.ask("1\n", 1);
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(
        error.what(),
        "sleep 60: it said nothing for 0.05 s, which --patience may raise, after 0 lines of "
        "these answers");
  }
}

TEST(ProgramEngine, WaitsAsLongAsItIsTold) {
  using std::chrono::seconds;
  EXPECT_GT(
      compare(*make_program_engine(f32_fma(), "sleep 2; exec '" MMASC_FMA_EXAMPLE "'", seconds(60)),
              1),
      10u);
  const auto impatient = make_program_engine(f32_fma(), "cat >/dev/null", seconds(1));
  std::vector<std::uint64_t> d(1);
  const std::vector<std::uint64_t> zero(1, 0);
  try {
    impatient->dot(zero, zero, zero, d);
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(),
                 "cat >/dev/null: it said nothing for 1 s, which --patience may raise, after 0 "
                 "lines of these answers");
  }
}

// More than both directions of a socket hold, so that a side that does not read would stop the
// other.
TEST(AnsweringProgram, WritesAndReadsAtOnce) {
  AnsweringProgram echo("cat", kPatience);
  std::string text;
  constexpr std::size_t kLines = 200000;
  for (std::size_t i = 0; i < kLines; ++i) text += std::to_string(i) + "\n";
  const std::vector<std::string> lines = echo.ask(text, kLines);
  ASSERT_EQ(lines.size(), kLines);
  EXPECT_EQ(lines.back(), std::to_string(kLines - 1));
  EXPECT_EQ(echo.ask("once more\n", 1).front(), "once more");
}

}  // namespace
}  // namespace mmasc
