// SPDX-License-Identifier: Apache-2.0
#include "cli_fixture.h"

namespace mmasc {
namespace {

TEST_F(Cli, ProbeSaysWhatAFieldChanges) {
  const std::string probe = std::string("probe ") + kUnit;
  EXPECT_NE(run(probe).out.find("alignment: fraction bits of products: 23\n"), std::string::npos);
  EXPECT_NE(run(probe + " --set dot.fraction_bits=20")
                .out.find("alignment: fraction bits of products: 20\n"),
            std::string::npos);
}

TEST_F(Cli, EvidenceCountsRecordings) {
  const fs::path file = folder_ / "one.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --class normal --count 3 -o " + file.string()).code,
            0);
  std::string recorded = slurp(file);
  recorded.replace(recorded.find("evidence: derived"), 17, "evidence: recorded");
  const Ran ran = run("evidence " + file.string() + " " + write("recorded.vec", recorded));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(std::string("| `") + kUnit + "` | recorded | 3 | [1] | 3 | 0 |"),
            std::string::npos)
      << ran.out.substr(0, 2000);
  EXPECT_NE(ran.out.find("\n1 of 397 rows are checked on recordings"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
