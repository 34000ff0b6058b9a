// SPDX-License-Identifier: Apache-2.0
// Programs as engines: the examples of docs/black_box.md, and programs that do not keep to the
// protocol.
#include "mmasc/black_box/program_engine.h"

#include <gtest/gtest.h>

#include <vector>

#include "mmasc/arith/reference.h"
#include "mmasc/black_box/answering_program.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {
namespace {

const std::string kUnits = MMASC_DOCS "/../studies/examples/units/";

// Compares the d of two engines; returns how many there were.
std::size_t compare(const Engine& engine, const Unit& unit, std::uint64_t each) {
  const std::vector<Case> cases = drawn_cases(unit, each);
  PackedCases asked(cases), expected(cases);
  engine.dot(asked.batch());
  make_reference_engine(unit)->dot(expected.batch());
  EXPECT_EQ(asked.d, expected.d);
  return cases.size();
}

TEST(ProgramEngine, TheExampleInCIsCvfpusMultiplyAdd) {
  const Unit unit = find_unit(kUnits + "cvfpu.toml:cvfpu/fma.f32.nearest_even");
  EXPECT_GT(compare(*make_program_engine(unit, MMASC_FMA_EXAMPLE), unit, 900), 4096u);
}

TEST(ProgramEngine, TheExampleInPythonIsExSdotp) {
  const Unit unit = find_unit(kUnits + "published_designs.toml:pulp/exsdotp.f32.f16");
  EXPECT_GT(compare(*make_program_engine(
                        unit, "python3 " MMASC_DOCS "/../verification/examples/black_box/dot.py"),
                    unit, 50),
            100u);
}

const Unit& f32_fma() {
  static const Unit unit = find_unit(kUnits + "cvfpu.toml:cvfpu/fma.f32.nearest_even");
  return unit;
}

template <class Error>
std::string refusal(const std::string& program) {
  std::vector<std::uint64_t> d(2);
  try {
    make_program_engine(f32_fma(), program)
        ->dot(std::vector<std::uint64_t>{1, 2}, std::vector<std::uint64_t>{3, 4},
              std::vector<std::uint64_t>{5, 6}, d);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ProgramEngine, ToldWhatItDidWrong) {
  EXPECT_EQ(refusal<EnvironmentError>("exit 3"),
            "exit 3: it ended with exit code 3, after 0 lines of these answers");
  EXPECT_NE(refusal<EnvironmentError>("read a; echo 3f800000; kill -9 $$")
                .find("it was ended by signal 9, after 1 lines"),
            std::string::npos);
  EXPECT_NE(refusal<EnvironmentError>("yes 3f800000 | head -40; cat > /dev/null")
                .find("it said more than it was asked"),
            std::string::npos);
  EXPECT_NE(refusal<EnvironmentError>("/no/such/program 2>/dev/null").find("exit code 127"),
            std::string::npos);
  EXPECT_EQ(refusal<InputError>("yes 1.5 | head -2; cat > /dev/null"),
            "yes 1.5 | head -2; cat > /dev/null: the answer \"1.5\" to \"00000001 00000003 "
            "00000005\": d: '.' is not a hex digit; use 0-9 and a-f");
}

TEST(AnsweringProgram, IsNotWaitedForForever) {
  AnsweringProgram silent("sleep 60", std::chrono::milliseconds(50));
  try {
    silent.ask("1\n", 1);
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(),
                 "sleep 60: it said nothing for 50 ms, after 0 lines of these answers");
  }
}

// More than both directions of a socket hold, so that a side that does not read would stop the
// other.
TEST(AnsweringProgram, WritesAndReadsAtOnce) {
  AnsweringProgram echo("cat");
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
