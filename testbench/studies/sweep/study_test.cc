// SPDX-License-Identifier: Apache-2.0
// Study files and their points: what is read, what is refused and how, what decides a point's hash.
#include "mmasc/sweep/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "bad_texts.h"
#include "mmasc/sweep/csv.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/rank.h"
#include "mmasc/sweep/results.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "printed_name.h"

namespace mmasc {
namespace {

const std::string kHead =
    "question = \"what?\"\n"
    "unit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n";

std::vector<Point> planned(const std::string& rest) {
  return plan_points(parse_study(kHead + rest, "s.toml"));
}

TEST(Study, AxesMultiplyWithVariantsOutermost) {
  const auto points = planned(
      "[variant.x]\n\"result.rounding\" = \"nearest_even\"\n[variant.y]\n"
      "\"gemm.promote_k\" = 128\n"
      "[axes]\n\"dot.fraction_bits\" = \"10..14:2\"\nk = [64, 128]\n");
  ASSERT_EQ(points.size(), 12U);
  EXPECT_EQ(points[3].axes,
            (decltype(points[3].axes){{"variant", "x"}, {"dot.fraction_bits", 12}, {"k", 128}}));
  EXPECT_EQ(points[3].shape.k, 128);
  EXPECT_EQ(points[3].unit->unit.datapath.sums[0].fraction_bits, 12);
  EXPECT_FALSE(points[3].promotion);
  ASSERT_TRUE(points[11].promotion);
  EXPECT_EQ(points[11].promotion->interval, 4);  // instructions of 32
  EXPECT_EQ(points[2].unit, points[3].unit);     // elaborated once
}

TEST(Study, RoundingsWithRandomBitsAreShort) {
  const auto points =
      planned("[axes]\n\"dot.alignment_rounding\" = [\"to_odd\", \"stochastic:8\"]\nk = 64\n");
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[1].unit->unit.datapath.sums[0].alignment_rounding, Rounding::stochastic(8));
}

TEST(Study, PointsDifferInTheirHashes) {
  const std::string axes = "[axes]\n\"dot.fraction_bits\" = \"10..12\"\nk = [64, 96]\n";
  std::set<std::string> hashes;
  std::size_t count = 0;
  for (const std::string& rest :
       {std::string(), std::string("[inputs]\nseed = 2\n"),
        std::string("[inputs]\na = \"uniform\"\n"), std::string("[inputs]\nm = 32\n"),
        std::string("[measures]\nlist = [\"snr\"]\n"),
        std::string("[variant.v]\n\"result.rounding\" = \"down\"\n")})
    for (const Point& point : planned(axes + rest)) {
      hashes.insert(point.hash);
      ++count;
    }
  EXPECT_EQ(hashes.size(), count);
  EXPECT_EQ(planned(axes)[3].hash, planned(axes + "[plot]\nx = \"k\"\n")[3].hash);
}

TEST(Study, PointsShareOperandsWhereOnlyTheAccumulationDiffers) {
  const auto points = planned("[axes]\n\"dot.fraction_bits\" = [10, 20]\nk = [64, 96]\n");
  EXPECT_EQ(points[0].input_key(), points[2].input_key());
  EXPECT_NE(points[0].input_key(), points[1].input_key());
  const auto formats =
      planned("[axes]\n\"instruction.formats.a\" = [\"e4m3\", \"e5m2\"]\nk = 64\n");
  EXPECT_NE(formats[0].input_key(), formats[1].input_key());
}

TEST(Study, WorkloadsAreFields) {
  const auto points = planned(
      "workload = \"dgemm\"\n[variant.x]\n\"dgemm.slices\" = \"all\"\n"
      "\"dgemm.correct\" = true\n[variant.y]\nworkload = \"fp8gemm\"\n"
      "\"fp8gemm.block_a\" = \"1x0\"\n\"fp8gemm.least_greatest\" = 1e-4\n"
      "[variant.z]\nworkload = \"gemm\"\n[axes]\nsize = [64, 128]\n");
  ASSERT_EQ(points.size(), 6U);
  EXPECT_EQ(points[1].workload.dgemm.slices, DgemmOptions::kAll);
  EXPECT_EQ(points[1].workload.dgemm.summation, SliceSummation::correct);
  EXPECT_EQ(points[1].shape, (InputShape{128, 128, 128}));
  EXPECT_EQ(points[1].d_format().name, "f64");
  EXPECT_EQ(points[3].workload.fp8gemm.block_a, (BlockShape{1, 0}));
  EXPECT_EQ(points[3].workload.fp8gemm.least_greatest, 1e-4F);
  EXPECT_EQ(points[3].d_format().name, "f32");
  EXPECT_EQ(points[5].formats().a->name, "e4m3");
}

// Only where D is compared with quantised matrices does the scheme change what it is compared with.
TEST(Study, PointsShareOperandsOfWorkloads) {
  const auto keys = [](const std::string& axes) {
    std::set<std::string> all, hashes;
    for (const Point& point : planned("workload = \"fp8gemm\"\n[axes]\nk = 256\n" + axes)) {
      all.insert(point.input_key());
      hashes.insert(point.hash);
    }
    EXPECT_EQ(hashes.size(), 2U) << axes;
    return all.size();
  };
  const std::string blocks = "\"fp8gemm.block_a\" = [\"1x128\", \"0x0\"]\n",
                    intervals = "\"fp8gemm.promote_k\" = [64, 128]\n";
  EXPECT_EQ(keys(blocks), 2U);
  EXPECT_EQ(keys(blocks + "\"fp8gemm.against\" = \"operands\"\n"), 1U);
  EXPECT_EQ(keys(intervals), 1U);
  // Where quantising is measured, points share what it gives.
  const std::string operands = "\"fp8gemm.against\" = \"operands\"\n",
                    measures = "[measures]\nlist = \"quantisation_error\"\n";
  EXPECT_EQ(keys(blocks + operands + measures), 2U);
  EXPECT_EQ(keys(intervals + operands + measures), 1U);
}

class BadStudies : public ::testing::TestWithParam<BadTexts> {};

TEST_P(BadStudies, AreRefusedWithTheirLine) {
  for (const auto& [error, text] : GetParam().texts) try {
      (void)plan_points(parse_study(text, "s.toml"));
      ADD_FAILURE() << "not refused: " << text;
    } catch (const InputError& refused) {
      EXPECT_EQ(std::string(refused.what()).substr(0, error.size()), error) << text;
      EXPECT_EQ(std::ranges::count(std::string(refused.what()), '\n'), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Of, BadStudies,
    ::testing::ValuesIn(bad_texts(
        MMASC_SWEEP "/bad_studies.txt",
        {{"<head", kHead},
         {"<tied", kHead + "[axes]\nk = [48, 64]\n\"dot.fraction_bits\" = 10\n[tied]\n"}})),
    PrintedName());

TEST(Study, ShippedExamplesArePlanned) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(MMASC_EXAMPLES)) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_FALSE(plan_points(read_study(entry.path().string())).empty()) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 3);
}

PointResult some_result() {
  PointResult result;
  result.point = "0123456789abcdef";
  result.index = 3;
  result.axes = {{"variant", "a, b"}, {"k", 64}};
  result.unit = "x/y";
  result.m = result.n = 2;
  result.k = 64;
  result.measures = {{"snr", 12.5, 4, ConfidenceInterval{12, 13}, {}},
                     {"relative_error_max", {}, 0, {}, {}},
                     {"ulps", -0.25, 4, {}, {{-1, -1, 1}, {0, 0, 3}}}};
  result.widths = {{"register_bits", 100}};
  result.slices = {{"slice_bits", 9}};
  result.cycles = {6, 2, 12, PointCycles::Sourced{8.5, "somewhere", "high"}};
  result.cost = PointCost{"estimate", "some.lib", "Yosys 1", {{"gates", 1234.5}}};
  return result;
}

TEST(ResultLine, IsReadBack) {
  const std::string line = to_line(some_result());
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  const auto read = parse_line(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->measures, some_result().measures);
  EXPECT_EQ(read->axes, some_result().axes);
  EXPECT_EQ(read->slices, some_result().slices);
  EXPECT_EQ(read->cycles.sourced->interval, 8.5);
  EXPECT_EQ(read->cost->numbers, some_result().cost->numbers);
  EXPECT_EQ(read->cost->tool, "Yosys 1");
  EXPECT_EQ(to_line(*read), line);
  for (std::size_t cut = 1; cut + 1 < line.size(); ++cut)
    EXPECT_FALSE(parse_line(line.substr(0, cut))) << cut;
  EXPECT_THROW(parse_line("{\"point\": 3}\n"), InputError);
}

TEST(Rank, ShardsTakeEveryPointOnce) {
  const auto points = planned("[axes]\n\"dot.fraction_bits\" = \"10..26\"\nk = [64, 96, 128]\n");
  for (const int count : {1, 2, 3, 8}) {
    std::vector<int> taken(points.size());
    for (int index = 0; index < count; ++index)
      for (std::size_t i = 0; i < points.size(); ++i)
        taken[i] += Rank{index, count, ""}.takes(points[i].hash);
    EXPECT_TRUE(std::ranges::all_of(taken, [](int times) { return times == 1; })) << count;
  }
}

TEST(Rank, IsReadFromShardAndEnvironment) {
  EXPECT_EQ(parse_shard("2/8").index, 1);
  EXPECT_EQ(parse_shard("2/8").count, 8);
  for (const char* text : {"", "2", "0/8", "9/8", "1/0", "a/b", "1/8x", "-1/8"})
    EXPECT_THROW(parse_shard(text), InputError) << text;
  const char* const variables[] = {
      "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK",       "PMI_SIZE", "SLURM_PROCID",
      "SLURM_STEP_NUM_TASKS", "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"};
  for (const char* variable : variables) unsetenv(variable);
  EXPECT_EQ(rank_of_environment().count, 1);
  for (std::size_t i = 0; i < std::size(variables); i += 2) {
    setenv(variables[i], "2", 1);
    if (std::string_view(variables[i]) == "SLURM_PROCID")
      EXPECT_EQ(rank_of_environment().count, 1);
    else
      EXPECT_THROW(rank_of_environment(), InputError) << variables[i];
    setenv(variables[i + 1], "5", 1);
    EXPECT_EQ(rank_of_environment().index, 2);
    EXPECT_EQ(rank_of_environment().count, 5);
    setenv(variables[i], "5", 1);
    EXPECT_THROW(rank_of_environment(), InputError) << variables[i];
    unsetenv(variables[i]);
    unsetenv(variables[i + 1]);
  }
}

// A script of Slurm's has the number of the job's tasks and a PROCID of 0: it is alone. A step's
// tasks have the number of these, whatever the job's is.
TEST(Rank, AScriptOfSlurmIsAlone) {
  setenv("SLURM_PROCID", "0", 1);
  setenv("SLURM_NTASKS", "64", 1);
  unsetenv("SLURM_STEP_NUM_TASKS");
  EXPECT_EQ(rank_of_environment().count, 1);
  EXPECT_EQ(rank_of_environment().source, "");
  EXPECT_NE(tasks_without_ranks().find("SLURM_NTASKS=64"), std::string::npos);
  setenv("SLURM_STEP_NUM_TASKS", "4", 1);
  EXPECT_EQ(rank_of_environment().count, 4);
  EXPECT_EQ(tasks_without_ranks(), "");
  for (const char* variable : {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_NUM_TASKS"})
    unsetenv(variable);
}

TEST(Study, PlanningSaysHowFarItIsAndCanBeEnded) {
  const Study study = parse_study(kHead + "[axes]\nk = \"1..2000\"\n", "s.toml");
  struct Ended {};
  std::int64_t last = -1;
  EXPECT_THROW(plan_points(study, kMostPoints,
                           [&](std::int64_t done, std::int64_t all) {
                             EXPECT_EQ(all, 2000);
                             last = done;
                             if (done > 500) throw Ended{};
                           }),
               Ended);
  EXPECT_GT(last, 500);
  EXPECT_LT(last, 1500);
}

// A unit is that of its own fields, whatever fields the points before it had.
TEST(Study, UnitsAreOfTheirOwnFields) {
  const auto points = planned(
      "[variant.x]\n\"result.rounding\" = \"down\"\n[variant.y]\nlanes = 16\n"
      "[axes]\n\"dot.fraction_bits\" = [10, 12]\n\"dot.alignment_rounding\" = [\"down\", "
      "\"to_odd\"]\nunit = [\"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\", "
      "\"hopper/wgmma.m64nNk32.f32.e5m2.e4m3\"]\nk = 64\n");
  ASSERT_EQ(points.size(), 16U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Unit wanted = find_unit(i % 2 == 0 ? "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"
                                             : "hopper/wgmma.m64nNk32.f32.e5m2.e4m3")
                            .with(i < 8 ? "result.rounding" : "lanes", i < 8 ? "down" : "16")
                            .with("dot.fraction_bits", i / 4 % 2 == 0 ? 10 : 12)
                            .with("dot.alignment_rounding", i / 2 % 2 == 0 ? "down" : "to_odd");
    EXPECT_EQ(to_toml(points[i].unit->unit), to_toml(wanted)) << i;
  }
}

// Where C = 0, neither its format nor what computes D matters.
TEST(Study, PointsOfOneProductMayBeCompared) {
  const auto points = planned(
      "[variant.dgemm]\nworkload = \"dgemm\"\nunit = \"hopper/mma.m16n8k16.f32.f16.f16.f32\"\n"
      "[variant.fp64]\nunit = \"ampere/mma.m8n8k4.f64.f64.f64.f64\"\n"
      "[variant.e4m3]\nworkload = \"gemm\"\n"
      "[variant.promoted]\n\"gemm.promote_k\" = 64\n"
      "[variant.f16]\nunit = \"hopper/wgmma.m64nNk32.f16.e4m3.e4m3\"\n[axes]\nk = 64\n");
  const auto key = [&](int i) { return points[static_cast<std::size_t>(i)].operands_key(); };
  EXPECT_EQ(key(0), key(1));
  EXPECT_NE(key(1), key(2));
  EXPECT_EQ(key(2), key(3));
  EXPECT_EQ(key(2), key(4));
  EXPECT_NE(points[2].input_key(), points[4].input_key());
}

TEST(Csv, CellsWithCommasAndQuotesAreQuoted) {
  Results results{parse_study(kHead + "[axes]\nk = 64\n", "s.toml"), {}, 1};
  PointResult& point = results.points.emplace_back();
  point.axes = {{"variant", "1 x 128, \"wide\""}, {"k", 64}};
  point.unit = "u";
  const std::string csv = to_csv(results);
  EXPECT_EQ(csv.substr(csv.find('\n') + 1).substr(0, 32), "0,\"1 x 128, \"\"wide\"\"\",64,u,0,0,,");
  EXPECT_TRUE(csv.starts_with("index,variant,k,unit,m,n,")) << csv;
}

}  // namespace
}  // namespace mmasc
