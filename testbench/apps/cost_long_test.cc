// SPDX-License-Identifier: Apache-2.0
// The search for a period that no structure meets.
#include "cli_fixture.h"

namespace mmasc {
namespace {

class CostOfAPeriod : public Cli {};

TEST_F(CostOfAPeriod, IsSaidNotToBeMet) {
  if (!fs::exists("/usr/share/qflow/tech/osu018/osu018_stdcells.lib") ||
      !fs::exists("/usr/bin/yosys"))
    GTEST_SKIP() << "no yosys or qflow-tech-osu018";
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  const std::string command =
      "cost hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set lanes=1 --set dot.fraction_bits=8 "
      "--period 150";
  const Ran ran = run(command);
  EXPECT_EQ(ran.code, 1) << ran.err;
  for (const char* text :
       {"\nno structure meets 150 ps; with the most ranks, 32 cycles a step, too slow are ",
        ", ready of all ranks "})
    EXPECT_NE(ran.out.find(text), std::string::npos) << ran.out;
  const Ran json = run(command + " --json");
  EXPECT_EQ(json.code, 1);
  EXPECT_NE(json.out.find("\"is_met\": false"), std::string::npos) << json.out;
}

}  // namespace
}  // namespace mmasc
