// SPDX-License-Identifier: Apache-2.0
// mmasc sweep under kills, ranks, threads and full disks: the same results whatever happens.
#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "cli_fixture.h"
#include "mmasc/cost/cells.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

// About two seconds of work; a row that rounds stochastically runs slowly.
const std::string kStudy =
    "question = \"what?\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
    "[axes]\n\"dot.fraction_bits\" = \"10..19\"\n"
    "\"dot.alignment_rounding\" = [\"toward_zero\", \"nearest_even\", \"stochastic:8\"]\n"
    "k = [512, 1024]\n[inputs]\nm = 48\nn = 48\n";
constexpr int kPoints = 60;

bool can_synthesise() { return std::system("command -v yosys >/dev/null 2>&1") == 0; }

// A number of the point's cost; nullopt where there is none.
std::optional<double> number_of(const PointResult& point, std::string_view name) {
  for (const auto& [named, number] : point.cost->numbers)
    if (named == name) return number;
  return std::nullopt;
}

// A number of the whole unit, in the JSON of mmasc cost.
std::optional<double> of_all(const std::string& json, std::string_view key) {
  const auto all = json.find("\"all\": {");
  const auto at = json.find(fmt::format("\"{}\": ", key), all);
  if (all == json.npos || at == json.npos) return std::nullopt;
  return std::strtod(json.c_str() + at + key.size() + 4, nullptr);
}

class SweepRuns : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    study_ = write("study.toml", kStudy);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // All results of a folder, and that they are all.
  std::string table(const std::string& folder) const {
    const Ran ran = run("sweep " + study_ + " -o " + path(folder) + " --csv " + path("t.csv") +
                        " --json-file " + path("t.json"));
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "mmasc: " + path(folder) + ": 60 points, 0 computed now\n");
    const std::string csv = slurp(path("t.csv"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), kPoints + 1);
    return csv + slurp(path("t.json"));
  }
  void complete(const std::string& folder, const std::string& options = "") const {
    const Ran ran = run("sweep " + study_ + " -o " + path(folder) + options);
    ASSERT_EQ(ran.code, 0) << ran.err;
  }
  long lines(const std::string& folder, int rank = 0) const {
    return std::ranges::count(slurp(path(folder) + "/results-" + std::to_string(rank) + ".jsonl"),
                              '\n');
  }

  std::string study_;
};

TEST_F(SweepRuns, KilledFiveTimesTheFilesAreThoseOfOneRun) {
  complete("whole");
  std::mt19937 random(20261122);
  for (int kills = 0; kills < 5; ++kills) {
    const long before = lines("killed");
    const Started started = start({"sweep", study_, "-o", path("killed"), "--threads", "2"});
    // After some points more, however fast the machine is now; and at any place of the next.
    const long enough = before + 1 + static_cast<long>(random() % 6);
    for (int waits = 0; lines("killed") < enough && waits < 10000; ++waits) usleep(1000);
    usleep(static_cast<useconds_t>(random() % 5000));
    kill(started.pid, SIGKILL);
    EXPECT_EQ(started.wait().code, -1) << "it was through before the kill";
    EXPECT_GT(lines("killed"), before);
  }
  // A kill in the middle of a write leaves half a line.
  std::ofstream(path("killed") + "/results-0.jsonl", std::ios::app) << "{\"point\": \"12";
  complete("killed");
  EXPECT_EQ(slurp(path("killed") + "/results-0.jsonl"), slurp(path("whole") + "/results-0.jsonl"));
  EXPECT_EQ(table("killed"), table("whole"));
}

TEST_F(SweepRuns, KilledStudiesOfOtherWorkloadsGoOn) {
  study_ = write("workloads.toml",
                 "question = \"what?\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n"
                 "[variant.dgemm]\nworkload = \"dgemm\"\n"
                 "[variant.fp8gemm]\nworkload = \"fp8gemm\"\n"
                 "[axes]\nsize = [128, 256]\n\"inputs.phi\" = [0, 2]\n"
                 "[inputs]\na = \"phi\"\nb = \"phi\"\n");
  complete("whole", " --threads 1");
  const Started started = start({"sweep", study_, "-o", path("killed")});
  for (int tries = 0; tries < 6000 && lines("killed") == 0; ++tries) usleep(1000);
  kill(started.pid, SIGKILL);
  EXPECT_EQ(started.wait().code, -1) << "it was through before the kill";
  const long before = lines("killed");
  EXPECT_GT(before, 0);
  EXPECT_LT(before, 8);
  complete("killed");
  EXPECT_EQ(slurp(path("killed") + "/results-0.jsonl"), slurp(path("whole") + "/results-0.jsonl"));
}

TEST_F(SweepRuns, ThreadsAndRanksChangeNoResult) {
  complete("one", " --threads 1");
  complete("two", " --threads 2");
  EXPECT_EQ(slurp(path("one") + "/results-0.jsonl"), slurp(path("two") + "/results-0.jsonl"));
  std::vector<Started> ranks;
  for (const char* shard : {"1/3", "2/3", "3/3"})
    ranks.push_back(
        start({"sweep", study_, "-o", path("three"), "--shard", shard, "--threads", "1"}));
  // One of them is killed and submitted again.
  usleep(300000);
  kill(ranks[1].pid, SIGKILL);
  for (const Started& rank : ranks) rank.wait();
  complete("three", " --shard 2/3");
  for (const int rank : {0, 1, 2}) EXPECT_GT(lines("three", rank), 0) << rank;
  EXPECT_EQ(lines("three", 0) + lines("three", 1) + lines("three", 2), kPoints);
  EXPECT_EQ(table("three"), table("one"));
}

TEST_F(SweepRuns, OpenMpiStartsTheRanks) {
  if (std::system("command -v mpirun >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "no mpirun; apt-get install openmpi-bin to run this test";
  complete("one");
  for (const char* count : {"2", "3"}) {
    const std::string folder = std::string("mpi") + count;
    const std::string command = std::string("mpirun --allow-run-as-root --oversubscribe -n ") +
                                count + " '" MMASC_BINARY "' sweep " + study_ + " -o " +
                                path(folder) + " --threads 1 >" + path("mpi.log") + " 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << slurp(path("mpi.log"));
    EXPECT_GT(lines(folder, 1), 0);
    EXPECT_EQ(table(folder), table("one"));
  }
}

// Killed and in two shares: the same bytes, and the numbers of mmasc cost.
TEST_F(SweepRuns, SynthesisedUnitsCostWhatMmascCostSays) {
  if (!can_synthesise()) GTEST_SKIP() << "no yosys";
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  const std::string unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
  study_ = write("synthesis.toml",
                 "question = \"what?\"\nunit = \"" + unit +
                     "\"\n[axes]\nlanes = [1]\n\"dot.fraction_bits\" = [5, 6]\nk = [32, 64]\n"
                     "[inputs]\nm = 4\nn = 4\n[cost]\narea = \"synthesis\"\n");
  const Started killed = start({"sweep", study_, "-o", path("whole")});
  usleep(2000000);
  kill(killed.pid, SIGKILL);
  killed.wait();
  complete("whole");
  for (const char* shard : {"1/2", "2/2"})
    complete("shares", std::string(" --threads 1 --shard ") + shard);
  const auto points = read_results(path("whole")).points;
  ASSERT_EQ(points.size(), 4U);
  const auto shares = read_results(path("shares")).points;
  ASSERT_EQ(shares.size(), 4U);
  for (const PointResult& point : points) {
    EXPECT_EQ(to_line(point), to_line(shares[static_cast<std::size_t>(point.index)]));
    ASSERT_TRUE(point.cost);
    EXPECT_EQ(point.cost->kind, "synthesis");
    const std::string bits = point.index < 2 ? "5" : "6";
    const Ran cost =
        run("cost " + unit + " --set lanes=1 --set dot.fraction_bits=" + bits + " --json");
    for (const auto& [ours, theirs] :
         {std::pair{"area", "area_um2"}, {"flip_flops", "flip_flops"}, {"cells", "cells"}}) {
      ASSERT_NE(number_of(point, ours), std::nullopt) << ours;
      EXPECT_EQ(number_of(point, ours), of_all(cost.out, theirs)) << ours << cost.err;
    }
  }
}

// A library goes by its contents: where it was changed it is another one.
TEST_F(SweepRuns, SynthesisTakesTheLibraryAndTheRecipeOfTheStudy) {
  if (!can_synthesise()) GTEST_SKIP() << "no yosys";
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  const std::string unit = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
  write("cells.lib", std::string(own_cells()));
  study_ = write("synthesis.toml", "question = \"what?\"\nunit = \"" + unit +
                                       "\"\n[axes]\nlanes = [1]\nk = [32]\n"
                                       "[inputs]\nm = 4\nn = 4\n[cost]\narea = \"synthesis\"\n"
                                       "liberty = \"cells.lib\"\nrecipe = \"speed\"\n");
  complete("out");
  const auto points = read_results(path("out")).points;
  ASSERT_EQ(points.size(), 1U);
  ASSERT_TRUE(points[0].cost);
  EXPECT_EQ(points[0].cost->library, "cells.lib");
  const Ran cost =
      run("cost " + unit + " --set lanes=1 --json --recipe speed --liberty " + path("cells.lib"));
  EXPECT_EQ(number_of(points[0], "area"), of_all(cost.out, "area_um2"));
  EXPECT_EQ(number_of(points[0], "cells"), of_all(cost.out, "cells"));
  EXPECT_EQ(number_of(points[0], "estimated_area"), std::nullopt);
  EXPECT_EQ(run("report " + path("out") + " --no-gpus").code, 0);

  std::ofstream(path("cells.lib"), std::ios::app) << "\n";
  const Ran changed = run("sweep " + study_ + " -o " + path("out"));
  EXPECT_NE(changed.code, 0);
  EXPECT_EQ(std::ranges::count(changed.err, '\n'), 1) << changed.err;
  fs::remove(path("cells.lib"));
  const Ran missing = run("sweep " + study_ + " -o " + path("other"));
  EXPECT_EQ(missing.code, 2);
  EXPECT_NE(missing.err.find("cells.lib: no such file"), std::string::npos) << missing.err;
}

TEST_F(SweepRuns, TwoOfOneRankAreOneTooMany) {
  const Started first = start({"sweep", study_, "-o", path("out"), "--threads", "1"});
  for (int tries = 0; tries < 500 && lines("out") == 0; ++tries) usleep(10000);
  ASSERT_GT(lines("out"), 0);
  kill(first.pid, SIGSTOP);
  const Ran second = run("sweep " + study_ + " -o " + path("out"));
  EXPECT_EQ(second.code, 3);
  EXPECT_NE(second.err.find("another mmasc sweep is writing it"), std::string::npos) << second.err;
  kill(first.pid, SIGCONT);
  EXPECT_EQ(first.wait().code, 0);
  EXPECT_EQ(lines("out"), kPoints);
}

TEST_F(SweepRuns, AnInterruptEndsItInOneLine) {
  expect_interrupted({"sweep", study_, "-o", path("out"), "--threads", "2"});
}

TEST_F(SweepRuns, ASmallDiskIsToldBeforeAnyWork) {
  const std::string disk = path("disk");
  fs::create_directory(disk);
  if (std::system(("mount -t tmpfs -o size=64k tmpfs " + disk + " 2>/dev/null").c_str()) != 0)
    GTEST_SKIP() << "no right to mount a small file system";
  const Ran ran = run("sweep " + study_ + " -o " + disk + "/out");
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find("bytes are free, and the results of 60 points take up to"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(slurp(disk + "/out/results-0.jsonl"), "");
  EXPECT_EQ(std::system(("umount " + disk).c_str()), 0);
}

TEST_F(SweepRuns, AFolderThatTakesNoFileIsToldBeforeAnyWork) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root to become nobody";
  fs::permissions(folder_, fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
  write("stderr", "");
  fs::permissions(folder_ / "stderr", fs::perms::all);
  started_ = MMASC_BINARY "-studies";  // the command may not reach it as nobody
  const Ran ran = start({"sweep", study_, "-o", path("out")}, Privileges::none).wait();
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.err.find(path("out")), std::string::npos) << ran.err;
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
}

}  // namespace
}  // namespace mmasc
