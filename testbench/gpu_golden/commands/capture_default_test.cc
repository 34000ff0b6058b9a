// SPDX-License-Identifier: Apache-2.0
// 10^7 results of the processor on which the tests run, compared with the models of its
// instructions.
#include <regex>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class CaptureAtLength : public Cli {};

TEST_F(CaptureAtLength, TenMillionResultsEqualTheModels) {
  constexpr std::uint64_t kResults = 10'000'000;
  const Ran few = run("capture --compare 1000");
  if (few.code == 3) GTEST_SKIP() << few.err;
  std::uint64_t instructions = 0;
  const std::regex line(R"(((?:x86|arm)/[\w.]+): (\d+) dot products, 0 mismatches)");
  for (std::sregex_iterator at(few.out.begin(), few.out.end(), line), end; at != end; ++at)
    ++instructions;
  ASSERT_GT(instructions, 0u) << few.out << few.err;
  const std::uint64_t each = (kResults + instructions - 1) / instructions;
  const Ran ran = run("capture --compare " + std::to_string(each) + " --seed 2");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  std::uint64_t compared = 0;
  for (std::sregex_iterator at(ran.out.begin(), ran.out.end(), line), end; at != end; ++at)
    compared += std::stoull((*at)[2]);
  EXPECT_GE(compared, kResults) << ran.out;
}

}  // namespace
}  // namespace mmasc
