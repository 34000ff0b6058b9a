// SPDX-License-Identifier: Apache-2.0
// Programs as engines: the examples of docs/black_box.md, and programs that do not keep to the
// protocol.
#include "mmasc/black_box/program_engine.h"

#include <gtest/gtest.h>

#include "answers.h"
#include "mmasc/black_box/answering_program.h"
#include "mmasc/unit/error.h"
#include "told.h"

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
  Told told;
  for (const char* program :
       {"exit 3", "read a; echo 3f800000; kill -9 $$", "yes 3f800000 | head -40; cat > /dev/null",
        "/no/such/program 2>/dev/null"})
    told(refusal_by_program<EnvironmentError>(program));
  told(refusal_by_program<InputError>("yes 1.5 | head -2; cat > /dev/null"));
}

TEST(AnsweringProgram, IsNotWaitedForForever) {
  Told told;
  AnsweringProgram silent("sleep 60", std::chrono::milliseconds(50));
  told.refusal<EnvironmentError>([&] { silent.ask("1\n", 1); });
}

TEST(ProgramEngine, WaitsAsLongAsItIsTold) {
  Told told;
  using std::chrono::seconds;
  EXPECT_GT(
      compare(*make_program_engine(f32_fma(), "sleep 2; exec '" MMASC_FMA_EXAMPLE "'", seconds(60)),
              1),
      10u);
  const auto impatient = make_program_engine(f32_fma(), "cat >/dev/null", seconds(1));
  std::vector<std::uint64_t> d(1);
  const std::vector<std::uint64_t> zero(1, 0);
  told.refusal<EnvironmentError>([&] { impatient->dot(zero, zero, zero, d); });
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
