// SPDX-License-Identifier: Apache-2.0
// mmasc sweep from end to end on small studies, and what it refuses before any work.
#include "cli_fixture.h"
#include "gemm_fixture.h"
#include "mmasc/sweep/results.h"

namespace mmasc {
namespace {

class SweepCommand : public Cli {
 protected:
  std::string study(const std::string& rest, const std::string& name = "study.toml") const {
    return write(name,
                 "question = \"what?\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n" + rest);
  }
  std::string out(const std::string& name = "out") const { return (folder_ / name).string(); }
};

const std::string kSmallStudy =
    "[axes]\n\"dot.fraction_bits\" = [10, 13]\nk = [64, 100]\n"
    "[inputs]\nm = 4\nn = 5\nrepetitions = 2\n"
    "[measures]\nlist = [\"snr\", \"ulps\", \"vanished_terms\", \"monotonicity_violations\"]\n";

TEST_F(SweepCommand, WritesATableAndADocument) {
  const Ran ran = run("sweep " + study(kSmallStudy) + " -o " + out() + " --csv " + out("t.csv") +
                      " --json --json-file " + out("t.json"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "mmasc: " + out() + ": 4 points, 4 computed now\n");
  const std::string csv = slurp(out("t.csv"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
  EXPECT_TRUE(csv.starts_with("index,dot.fraction_bits,k,unit,m,n,ulps_max,")) << csv;
  const auto columns = std::ranges::count(csv.substr(0, csv.find('\n')), ',');
  EXPECT_EQ(std::ranges::count(csv, ','), 5 * columns);
  EXPECT_TRUE(
      slurp(out("t.json"))
          .starts_with(
              "{\n  \"schema\": \"mmasc.sweep\",\n  \"version\": 1,\n  \"question\": \"what?\""));
  const Results results = read_results(out());
  ASSERT_TRUE(results.complete());
  ASSERT_EQ(results.points.size(), 4U);
  EXPECT_EQ(ran.out, slurp(out("t.json")));
  const auto number = [](const NamedNumbers& numbers, std::string_view name) {
    for (const auto& [one, value] : numbers)
      if (one == name) return value;
    return 0.0;
  };
  for (std::int64_t i = 0; i < 4; ++i) {
    const PointResult& point = results.points[static_cast<std::size_t>(i)];
    EXPECT_EQ(point.index, i);
    EXPECT_EQ(point.measure("snr")->samples, 40);
    EXPECT_EQ(*point.measure("vanished_terms")->value > 0, i < 2)
        << i;  // of 10 fraction bits, not of 13
    EXPECT_GT(point.measure("vanished_terms")->samples, 1000);
    EXPECT_EQ(point.cost->kind, "estimate");
    EXPECT_GT(number(point.cost->numbers, "gates"), 5000);
    EXPECT_GT(number(point.widths, "adder_bits"), 100);
    EXPECT_EQ(point.cycles.chain, point.cycles.steps * point.cycles.latency);
    EXPECT_EQ(point.cycles.steps, i % 2 == 0 ? 2 : 4);  // instructions of 32
    EXPECT_TRUE(point.cycles.sourced);
  }
  EXPECT_LT(*results.points[0].measure("snr")->value, *results.points[2].measure("snr")->value);

  const Ran again = run("sweep " + study(kSmallStudy) + " -o " + out());
  EXPECT_EQ(again.err, "mmasc: " + out() + ": 4 points, 0 computed now\n");
}

// The line that docs/studies.md shows.
TEST_F(SweepCommand, NumPyReadsTheTableInOneLine) {
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
    GTEST_SKIP() << "no NumPy; apt-get install python3-numpy to run this test";
  const std::string page = slurp(MMASC_DOCS "/studies.md");
  const auto begin = page.find("t = numpy.genfromtxt(");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = page.substr(begin, page.find('\n', begin) - begin);
  ASSERT_EQ(
      run("sweep " + study(kSmallStudy) + " -o " + out() + " --csv " + out("results.csv")).code, 0);
  const std::string script =
      write("read.py", "import numpy\n" + line +
                           "\nassert len(t) == 4 and t['index'].tolist() == [0, 1, 2, 3]\n"
                           "assert t['dotfraction_bits'].tolist() == [10, 10, 13, 13]\n"
                           "assert t['k'].tolist() == [64, 100, 64, 100] and (t['snr'] > 0).all()\n"
                           "assert t['unit'][0].startswith('hopper/') and (t['area'] > 0).all()\n");
  EXPECT_EQ(
      std::system(("cd " + folder_.string() + " && /usr/bin/python3 " + script + " 2>err").c_str()),
      0)
      << slurp(out("err"));
}

TEST_F(SweepCommand, UsesTensorsOfTheUser) {
  const std::string a = write("a.npy", npy("<f4", "(4, 64)", std::string(4 * 64 * 4, '\0')));
  const std::string good = "[inputs]\na = \"" + a + "\"\nn = 3\n[measures]\nlist = \"snr\"\n";
  const Ran ran = run("sweep " + study(good) + " -o " + out() + " --csv " + out("t.csv"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(slurp(out("t.csv")).find("\n0,hopper/wgmma.m64nNk32.f32.e4m3.e4m3,4,3,64,"),
            std::string::npos);
  expect_failure("sweep " + study(good + "[axes]\nk = 32\n") + " -o " + out("b"), 2,
                 "has k = 64, and the study 32; change one of them");
  expect_failure("sweep " + study("[inputs]\na = \"" + a + "\"\nm = 5\n") + " -o " + out("b"), 2,
                 "has m = 4, and the study 5");
  expect_failure("sweep " + study("[inputs]\na = \"gone.npy\"\n") + " -o " + out("b"), 2,
                 "gone.npy");
  EXPECT_FALSE(fs::exists(out("b")));
}

// A study's files are looked for beside it, wherever the command and the report run.
TEST_F(SweepCommand, FilesAreRelativeToTheStudy) {
  fs::create_directories(folder_ / "here/units");
  write("here/a.npy", npy("<f4", "(4, 64)", std::string(4 * 64 * 4, '\0')));
  write("here/units/my.toml",
        "[instruction.\"my/x\"]\nshape = { m = 4, n = 4, k = 32 }\n"
        "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\ndatapath = \"hopper.fp8_f32\"\n");
  const std::string text =
      "question = \"q\"\nunit = \"units/my.toml:my/x\"\n[axes]\n"
      "unit = [\"units/my.toml\", \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"]\n"
      "\"inputs.a\" = [\"a.npy\", \"normal\"]\n[inputs]\nm = 4\nn = 3\nk = 64\n";
  const Ran ran = run("sweep " + write("here/s.toml", text) + " -o " + out());
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(slurp(out() + "/results-0.jsonl").find("\"unit\":\"my/x\""), std::string::npos);
  const Ran report = run("report " + out());
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(report.err.find("without the GPUs"), std::string::npos) << report.err;
  EXPECT_EQ(slurp(out() + "/report.html").find("cannot be drawn"), std::string::npos);

  // The same study where it was moved to goes on; its points are the same.
  fs::rename(folder_ / "here", folder_ / "there");
  const Ran moved = run("sweep " + (folder_ / "there/s.toml").string() + " -o " + out());
  EXPECT_EQ(moved.err, "mmasc: " + out() + ": 4 points, 0 computed now\n");
  EXPECT_EQ(slurp(out() + "/study-folder.txt"), (folder_ / "there").string() + "\n");
  expect_failure("sweep " + write("s.toml", text) + " -o " + out("b"), 2, "units/my.toml");
}

TEST_F(SweepCommand, RefusesFoldersOfOtherStudies) {
  ASSERT_EQ(run("sweep " + study(kSmallStudy) + " -o " + out()).code, 0);
  const std::string before = slurp(out() + "/results-0.jsonl");
  expect_failure("sweep " + study(kSmallStudy + "[plot]\nx = \"k\"\n") + " -o " + out(), 2,
                 "holds the results of another study");
  EXPECT_EQ(slurp(out() + "/results-0.jsonl"), before);
  expect_failure("sweep " + study(kSmallStudy) + " -o " + write("file", ""), 3, "file");
  expect_failure("sweep " + study("[axes]\nk = \"1..1000000000\"\n") + " -o " + out("b"), 2,
                 "1000000000 points, more than 100000");
  expect_failure("sweep " + study(kSmallStudy) + " -o " + out("b") + " --points 3", 2,
                 "4 points, more than 3");
  expect_failure("sweep " + study(kSmallStudy) + " -o " + out("b") + " --shard 3/2", 2,
                 "write I/N");
  EXPECT_FALSE(fs::exists(out("b")));
}

TEST_F(SweepCommand, SynthesisWithoutYosysIsRefusedBeforeAnyWork) {
  ::setenv("PATH", folder_.c_str(), 1);
  const Ran ran =
      run("sweep " + study(kSmallStudy + "[cost]\narea = \"synthesis\"\n") + " -o " + out());
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.err, "mmasc: yosys not found: apt-get install yosys\n");
  EXPECT_FALSE(fs::exists(out()));
}

TEST_F(SweepCommand, RowsThatChangeMakeAnotherStudy) {
  const std::string row =
      "[instruction.\"my/x\"]\nshape = { m = 4, n = 4, k = 32 }\n"
      "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\ndatapath = \"hopper.fp8_f32\"\n";
  const std::string unit = write("my.toml", row);
  const std::string text = "question = \"q\"\nunit = \"" + unit + "\"\n" + kSmallStudy;
  ASSERT_EQ(run("sweep " + write("s.toml", text) + " -o " + out()).code, 0);
  write("my.toml", row + "order = { modulus = 4, first = [0, 1] }\n");
  expect_failure("sweep " + write("s.toml", text) + " -o " + out(), 2, "its rows");
}

// A point on a matrix with other elements is another point; with the first ones it goes on.
TEST_F(SweepCommand, OperandsThatChangeMakeAnotherStudy) {
  const auto matrix = [](char element) {
    return npy("<f4", "(4, 64)", std::string(4 * 64 * 4, element));
  };
  const auto tensor = [](char element) {
    const std::string header = R"({"w":{"dtype":"F32","shape":[64,4],"data_offsets":[0,1024]}})";
    std::string text(8, '\0');
    text[0] = static_cast<char>(header.size());
    return text + header + std::string(1024, element);
  };
  const std::string text =
      "[axes]\n\"dot.fraction_bits\" = [10, 11, 12, 13]\n"
      "[inputs]\na = \"a.npy\"\nb = \"w.safetensors:w\"\n[measures]\nlist = \"snr\"\n";
  write("a.npy", matrix('\x3d'));
  write("w.safetensors", tensor('\x3d'));
  const std::string sweep = "sweep " + study(text) + " -o " + out();
  ASSERT_EQ(run(sweep + " --shard 1/2").code, 0);
  const std::string csv = " --csv " + out("t.csv");
  write("a.npy", matrix('\x3e'));
  expect_failure(sweep + csv, 2, "operand files were changed since");
  write("a.npy", matrix('\x3d'));
  write("w.safetensors", tensor('\x3e'));
  expect_failure(sweep + csv, 2, "operand files were changed since");
  EXPECT_FALSE(fs::exists(out("t.csv")));
  write("w.safetensors", tensor('\x3d'));
  EXPECT_EQ(run(sweep).code, 0);

  write("a.npy", matrix('\x3e'));
  const Ran report = run("report " + out());
  EXPECT_EQ(report.code, 0);
  EXPECT_NE(report.err.find("Of 4 of 4 points the unit or a file of operands was changed"),
            std::string::npos)
      << report.err;
}

// The page draws no datapath that is not the one that was measured.
TEST_F(SweepCommand, ReportsSayWhichUnitsWereChanged) {
  const std::string row =
      "[instruction.\"my/x\"]\nshape = { m = 4, n = 4, k = 32 }\n"
      "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\ndatapath = ";
  write("my.toml", row + "\"hopper.fp8_f32\"\n");
  const std::string text = "question = \"q\"\nunit = \"my.toml\"\n" + kSmallStudy;
  ASSERT_EQ(run("sweep " + write("s.toml", text) + " -o " + out()).code, 0);
  const auto pictures = [&](const std::string& err) {
    const Ran report = run("report " + out());
    EXPECT_EQ(report.code, 0) << report.err;
    EXPECT_NE(report.err.find(err), std::string::npos) << report.err;
    const std::string page = slurp(out() + "/report.html");
    EXPECT_NE(page.find(err), std::string::npos);
    return page.find("<details class=\"unit\"") != std::string::npos;
  };
  EXPECT_TRUE(pictures(""));
  write("my.toml", row + "\"ada.fp8_f32\"\n");
  EXPECT_FALSE(pictures("Of 4 of 4 points the unit or a file of operands was changed"));
}

TEST_F(SweepCommand, SourcedCyclesAreOfTheInstructionsOwnFormats) {
  const std::string text =
      "[axes]\n\"instruction.formats.a\" = [\"e4m3\", \"e5m2\"]\n"
      "\"instruction.formats.b\" = [\"e4m3\", \"e5m2\"]\nk = 64\n[inputs]\nm = 2\nn = 2\n";
  ASSERT_EQ(run("sweep " + study(text) + " -o " + out()).code, 0);
  const auto points = read_results(out()).points;
  ASSERT_EQ(points.size(), 4U);
  for (const PointResult& point : points)
    EXPECT_EQ(point.cycles.sourced.has_value(), point.index == 0) << point.index;
}

// A plain script under Slurm runs alone: it computes all points and writes the table.
TEST_F(SweepCommand, AScriptUnderASchedulerComputesAll) {
  ::setenv("SLURM_PROCID", "0", 1);
  ::setenv("SLURM_NTASKS", "64", 1);
  const Ran ran = run("sweep " + study(kSmallStudy) + " -o " + out() + " --csv " + out("t.csv"));
  EXPECT_EQ(ran.err,
            "mmasc: SLURM_NTASKS=64, but this process has no rank: it computes all points alone\n"
            "mmasc: " +
                out() + ": 4 points, 4 computed now\n");
  EXPECT_TRUE(fs::exists(out("t.csv")));
  ::unsetenv("SLURM_PROCID");
  ::unsetenv("SLURM_NTASKS");
}

}  // namespace
}  // namespace mmasc
