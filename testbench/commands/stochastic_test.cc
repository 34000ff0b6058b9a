// SPDX-License-Identifier: Apache-2.0
// Random bits on the command line: typed, by a seed, in vector files.
#include "cli_fixture.h"

namespace mmasc {
namespace {

const std::string kStochastic =
    std::string(kUnit) + R"( --set 'result.rounding={ mode = "stochastic", random_bits = 8 }' )";
const std::string kHalf = "--a 0x0c00 --b 0x0c00 --c 1.0 ";  // half of the last bit of 1

class Stochastic : public Cli {
 protected:
  std::string d_of(const std::string& arguments) const {
    const Ran ran = run("eval " + kStochastic + kHalf + arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out.substr(0, 12);
  }
};

TEST_F(Stochastic, BitsAreTypedOrDrawn) {
  const std::string wide = "--set dot.fraction_bits=30 ";
  EXPECT_EQ(d_of(wide + "--random 7f"), "d = 3f800000");
  EXPECT_EQ(d_of(wide + "--random 80"), "d = 3f800001");
  EXPECT_EQ(d_of(wide + "--seed 3"), d_of(wide + "--seed 3"));
  const Ran drawn = run("eval " + kStochastic + kHalf);
  EXPECT_EQ(drawn.err.substr(0, 14), "mmasc: --seed ");
  EXPECT_NE(
      run("eval " + kStochastic + kHalf + "--random 80 --json").out.find("\"random\": \"80\""),
      std::string::npos);
}

TEST_F(Stochastic, Errors) {
  const std::string eval = "eval " + kStochastic + kHalf;
  expect_failure(eval + "--random 8", 2, "--random: 1 hex digits; 1 elements take 2");
  expect_failure(eval + "--random 80 --seed 1", 2, "--seed");
  expect_failure(eval + "--seed x", 2, "--seed x: not a whole number");
  expect_failure("eval " + std::string(kUnit) + " --a 1,1 --b 1,1 --random 00", 2,
                 "rounds nothing stochastically");
  expect_failure("compare " + std::string(kUnit) + " " + kStochastic + "--a 1 --b 1", 2,
                 "rounds stochastically");
}

TEST_F(Stochastic, VectorsHaveThem) {
  const std::string path = (folder_ / "s.vec").string();
  ASSERT_EQ(run("gen " + kStochastic + "--class random --count 20 -o " + path).code, 0);
  EXPECT_NE(slurp(path).find("k=4 random=1x8\n"), std::string::npos);
  EXPECT_NE(slurp(path).find("# columns: a b c random d\n"), std::string::npos);
  EXPECT_EQ(run("check " + kStochastic + path).code, 0);
}

}  // namespace
}  // namespace mmasc
