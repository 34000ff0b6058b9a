// SPDX-License-Identifier: Apache-2.0
// A sweep over layers of a network, and its results once the layers are gone or others came.
#include <filesystem>

#include "cli_fixture.h"
#include "files/file_bytes.h"

namespace mmasc {
namespace {

class SweepOfLayers : public Cli {
 protected:
  void put(const std::string& layer) {
    const std::string zeros(std::size_t{2} * 4 * 32, '\0');
    write(layer + ".in.npy", npy("<f2", "(4, 32)", zeros));
    write(layer + ".w.npy", npy("<f2", "(32, 4)", zeros));
  }
  std::string study() {
    return write("layers.toml",
                 "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
                 "[inputs]\na = \"*.in.npy\"\nb = \"*.w.npy\"\n[measures]\nlist = [\"overflows\"]\n"
                 "[axes]\n\"dot.fraction_bits\" = [12, 13]\n[plot]\nseries = \"inputs.layer\"\n");
  }
  std::string results() const { return (folder_ / "results").string(); }
};

TEST_F(SweepOfLayers, KeepsTheLayersItsResultsAreOf) {
  put("0");
  put("1");
  const std::string sweep = "sweep " + study() + " -o " + results();
  const Ran first = run(sweep);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.err.find("4 points, 4 computed now"), std::string::npos) << first.err;

  put("2");
  expect_failure(sweep, 2, "holds results of other layers");
  std::filesystem::remove(folder_ / "2.in.npy");
  const Ran again = run(sweep);
  EXPECT_NE(again.err.find("4 points, 0 computed now"), std::string::npos) << again.err;

  std::filesystem::remove(folder_ / "1.in.npy");
  std::filesystem::remove(folder_ / "0.in.npy");
  const Ran report = run("report " + results() + " -o " + (folder_ / "r.html").string());
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_NE(report.err.find("4 of 4 points"), std::string::npos) << report.err;
}

TEST_F(SweepOfLayers, AStarStandsInInputsAlone) {
  put("0");
  expect_failure("sweep " +
                     write("axis.toml",
                           "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
                           "[axes]\n\"inputs.a\" = [\"*.in.npy\"]\nk = [32]\n") +
                     " -o " + results(),
                 2, "a * stands for layers in [inputs] alone");
}

}  // namespace
}  // namespace mmasc
