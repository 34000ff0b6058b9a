// SPDX-License-Identifier: Apache-2.0
// Vectors of a unit with a field changed, and vectors that have another answer to what a row leaves
// undecided.
#include "cli_fixture.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr const char* kPower = "power/xvbf16ger2pp";
// 2^127 * 2 - 2^127: the sum of products is 2^128, beyond f32. With exponents of f32 it is
// infinite.
constexpr const char* kBeyond = "7f000000 40000000 ff000000 ";
constexpr const char* kOne = "3f800000 3f800000 00000000 3f800000\n";

std::string file_of(const std::string& unit, const std::string& formats, const std::string& lines) {
  return "# mmasc-vectors 1\n# instruction: " + unit + "\n# formats: " + formats +
         "\n# provenance: planted\n# nan: exact\n# columns: a b c d\n" + lines;
}

std::string power_file(const std::string& lines) {
  return file_of(kPower, "a=bf16 b=bf16 c=f32 d=f32 k=2", lines);
}

TEST_F(Cli, VerifyNamesTheReadingThatVectorsHave) {
  const std::string file =
      write("power.vec", power_file(kBeyond + std::string("7f800000\n") + kOne));
  const Ran ran = run("verify " + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("\nhint: power/xvbf16ger2pp --set pair.round_to=f32: 0 of 1 still differ "
                         "(undecided: the sum of two products has the exponents of f32, or any; "
                         "QEMU 7.2, whose authors report that hardware differs)\n"),
            std::string::npos)
      << ran.out;
  const Ran json = run("verify --json " + file);
  for (const char* part :
       {"\"better_reading\": {", "\"pair.round_to=f32\"", "\"differing\": 0,", "\"of\": 1,"})
    EXPECT_NE(json.out.find(part), std::string::npos) << json.out;
}

TEST_F(Cli, VerifyHasNoHintWhereNoReadingHelps) {
  for (const char* d : {"00000000\n", "7f000001\n"}) {
    const Ran wrong = run("verify " + write("wrong.vec", power_file(kBeyond + std::string(d))));
    EXPECT_EQ(wrong.code, 1) << wrong.err;
    EXPECT_EQ(wrong.out.find("hint:"), std::string::npos) << wrong.out;
  }
  const std::string changed = write("power.vec", power_file(kBeyond + std::string("7f000000\n")));
  EXPECT_EQ(run("verify " + changed).out.find("hint:"), std::string::npos) << "nothing differs";
  const Ran set = run("verify " + changed + " --set pair.round_to=f32");
  EXPECT_EQ(set.code, 1) << set.err;
  EXPECT_EQ(set.out.find("hint:"), std::string::npos) << "nothing is undecided of a changed unit";
}

// The hint names the one of two questions whose answer the vectors have; what differs otherwise
// still does.
TEST_F(Cli, VerifyNamesTheQuestionOfSeveral) {
  const std::string zeros(14 * 4, '0');
  const std::string operands = "10000010" + zeros + " 04000010" + zeros + " 0002 ";
  const Ran ran =
      run("verify " + write("c.vec", file_of("ampere/mma.m16n8k16.f16.f16.f16.f16",
                                             "a=f16 b=f16 c=f16 d=f16 k=16",
                                             operands + "0003\n" + operands + "1234\n")));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("--set instruction.widen_c=f32: 1 of 2 still differ (undecided: a "
                         "subnormal c takes part"),
            std::string::npos)
      << ran.out;
}

// The line behind "smallest: " in the text, and the line after that.
std::pair<std::string, std::string> smallest_of(const std::string& text) {
  const auto at = text.find("smallest: ");
  if (at == std::string::npos) return {};
  const auto end = text.find('\n', at), last = text.find('\n', end + 1);
  return {text.substr(at + 10, end - at - 10), text.substr(end + 1, last - end - 1)};
}

// A file of a unit with another field, as if it were the unit's.
TEST_F(Cli, VerifyShrinksToWhatAFieldExplains) {
  const std::string other = (folder_ / "other.vec").string();
  ASSERT_EQ(
      run(std::string("gen ") + kUnit + " --set dot.fraction_bits=21 --count 20 -o " + other).code,
      0);
  std::string text = slurp(other);
  const auto line = text.find("# unit: ");
  text.erase(line, text.find('\n', line) + 1 - line);
  const std::string file = write("file.vec", text);
  const Ran ran = run("verify " + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto [command, d] = smallest_of(ran.out);
  EXPECT_NE(d.find("; explained by dot.fraction_bits = 21 instead of 23, aligner"),
            std::string::npos)
      << ran.out;
  const auto expected = d.substr(d.find("expected ") + 9, 8), got = d.substr(d.find("got ") + 4, 8);
  EXPECT_NE(expected, got);
  ASSERT_TRUE(command.starts_with("mmasc eval ")) << ran.out;
  EXPECT_EQ(run(command.substr(6)).out.substr(4, 8), got);
  EXPECT_EQ(run(command.substr(6) + " --set dot.fraction_bits=21").out.substr(4, 8), expected);
  EXPECT_EQ(run("verify " + file).out, ran.out);
  EXPECT_NE(run("verify --json " + file)
                .out.find("\"explained_by\": \"dot.fraction_bits = 21 "
                          "instead of 23, aligner\""),
            std::string::npos);
}

TEST_F(Cli, VerifyShrinksNothingThatNobodyExplains) {
  const Ran ran =
      run("verify " + write("wrong.vec", std::string(kHeader) + "3c00000000000000 3c00000000000000 "
                                                                "00000000 12345678\n"));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(ran.out.find("smallest"), std::string::npos) << ran.out;
}

TEST_F(Cli, VerifyOfAChangedUnit) {
  const std::string file =
      write("power.vec", power_file(kBeyond + std::string("7f800000\n") + kOne));
  const Ran ran = run("verify " + file + " --set pair.round_to=f32");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("power/xvbf16ger2pp --set pair.round_to=f32"), std::string::npos);
  EXPECT_NE(ran.out.find("mismatches: 0; 0 of " + std::to_string(catalog().ids().size()) + " rows"),
            std::string::npos)
      << ran.out;
  expect_failure("verify " + file + " --set pair.round_to", 2,
                 "power/xvbf16ger2pp: --set pair.round_to: write FIELD=VALUE");
  expect_failure("verify " + file + " --set dot.fraction_bits=9", 2,
                 "power/xvbf16ger2pp: --set dot.fraction_bits: unknown field \"dot\"");
}

// Others name their units as they like: the refusal says which command takes the file.
TEST_F(Cli, VerifyOfAForeignName) {
  const std::string formats = "a=bf16 b=bf16 c=f32 d=f32 k=2";
  const std::string file = write("foreign.vec", file_of("rank2/bf16", formats, kOne));
  expect_failure("verify " + file, 2, "foreign.vec:2: unknown unit \"rank2/bf16\"");
  expect_failure("verify " + file, 2,
                 "; mmasc check UNIT " + file + " compares them with a unit that you name\n");
  EXPECT_EQ(run("check " + std::string(kPower) + " " + file).code, 0);
}

}  // namespace
}  // namespace mmasc
