// SPDX-License-Identifier: Apache-2.0
// Published designs beside what docs/cost.md says.
#include <cmath>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class CostOfPublishedDesigns : public Cli {
 protected:
  // "154,412, 35,641": area and delay of the unit without registers inside.
  std::string area_and_delay(const std::string& unit) const {
    const Ran ran =
        run("cost '" MMASC_DOCS "/../studies/examples/units/published_designs.toml:pulp/" + unit +
            "' --set structure.multiplier.registers=0 --set structure.aligner.registers=0"
            " --set structure.adder_tree.registers_per_level=0 --json");
    const auto number_of = [&](const std::string& name) {
      const std::size_t all = ran.out.rfind("\"all\"");
      const std::size_t at = ran.out.find("\"" + name + "\": ", std::min(all, ran.out.size()));
      EXPECT_NE(at, std::string::npos) << ran.out << ran.err;
      const long value = std::lround(std::stod(ran.out.substr(at + name.size() + 4)));
      std::string digits = std::to_string(value);
      for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
      return digits;
    };
    return number_of("area_um2") + ", " + number_of("delay_ps");
  }
};

TEST_F(CostOfPublishedDesigns, IsWhatThePageSays) {
  if (!fs::exists("/usr/bin/yosys")) GTEST_SKIP() << "no yosys";
  const Ran one = run(std::string("cost ") + kUnit + " --set lanes=1");
  if (one.out.find("\nosu018_stdcells.lib with Yosys 0.23,") == std::string::npos)
    GTEST_SKIP()
        << "the page's numbers are of osu018_stdcells.lib with Yosys 0.23; here are those of "
        << one.out.substr(one.out.rfind('\n', one.out.size() - 2) + 1);
  const std::string page = slurp(MMASC_DOCS "/cost.md");
  const std::string sticky = " --set dot.alignment_rounding=to_odd --set dot.fraction_bits=";
  for (const std::string& unit :
       {std::string("exfma.f32.f16"), std::string("exfma.f16.e5m2"), std::string("exsdotp.f32.f16"),
        std::string("exsdotp.f16.e5m2"), std::string("exsdotp_narrow.f32.f16"),
        "exsdotp.f32.f16" + sticky + "49", "exsdotp.f16.e5m2" + sticky + "23"})
    EXPECT_NE(page.find(area_and_delay(unit)), std::string::npos) << unit;
  const std::string mxdotp = area_and_delay("mxdotp");
  EXPECT_NE(page.find(mxdotp.substr(0, mxdotp.find(", ")) + "\num2"), std::string::npos) << mxdotp;
}

}  // namespace
}  // namespace mmasc
