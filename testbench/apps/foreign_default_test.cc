// SPDX-License-Identifier: Apache-2.0
// Units that others designed, written as rows, give what their RTL gave in simulation.
#include <cstdlib>
#include <sstream>

#include "cli_fixture.h"

namespace mmasc {
namespace {

class ForeignUnits : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    const char* const golden = std::getenv("MMASC_GOLDEN");
    if (golden == nullptr) GTEST_SKIP() << "MMASC_GOLDEN is not set";
    vectors_ = fs::path(golden) / "foreign";
  }

  fs::path vectors_;
};

// Lines "a b c d flags" as vectors of a unit, which has the flags in the places.
std::string as_vectors(const std::string& lines, const std::string& unit, const std::string& f) {
  std::string text =
      "# mmasc-vectors 1\n# instruction: " + unit + "\n# formats: a=" + f + " b=" + f + " c=" + f +
      " d=" + f +
      " k=1\n# provenance: simulated RTL of CVFPU\n# nan: exact\n# columns: a b c d flags\n";
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("#")) text += line + "\n";
  return text;
}

TEST_F(ForeignUnits, CvfpusMultiplyAddInFiveRoundings) {
  std::string files;
  for (const char* format : {"f32", "f16", "bf16", "e5m2"})
    for (const auto& [mode, rounding] :
         {std::pair("rne", "nearest_even"), std::pair("rtz", "toward_zero"),
          std::pair("rdn", "down"), std::pair("rup", "up"), std::pair("rmm", "nearest_away")}) {
      const std::string name = std::string("cvfpu_fma_") + format + "_" + mode;
      files += " " + write(name + ".vec",
                           as_vectors(slurp(vectors_ / (name + ".txt")),
                                      std::string("cvfpu/fma.") + format + "." + rounding, format));
    }
  const Ran ran =
      run("verify" + files + " --units " MMASC_DOCS "/../studies/examples/units/cvfpu.toml");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("30000 vectors (30000 derived); mismatches: 0;"), std::string::npos)
      << ran.out;
}

}  // namespace
}  // namespace mmasc
