// SPDX-License-Identifier: Apache-2.0
// Study files and their points: what is read, what is refused and how, what decides a point's hash.
#include "mmasc/sweep/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "mmasc/sweep/csv.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/rank.h"
#include "mmasc/sweep/results.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

const std::string kHead =
    "question = \"what?\"\n"
    "unit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n";

std::vector<Point> planned(const std::string& rest, const std::string& head = kHead) {
  return plan_points(parse_study(head + rest, "s.toml"));
}

void expect_refused(const std::string& rest, const std::string& message,
                    const std::string& head = kHead) {
  try {
    planned(rest, head);
    ADD_FAILURE() << "not refused: " << rest;
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, message.size()), message) << rest;
    EXPECT_EQ(std::ranges::count(std::string(error.what()), '\n'), 0);
  }
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

TEST(Study, BadStudiesAreRefusedWithTheirLine) {
  expect_refused(
      "[axes]\nk = 64\n\"dot.fraction_bit\" = [1]\n",
      "s.toml:5: axes.\"dot.fraction_bit\": 1: sum.dot.fraction_bit: unknown field; did you "
      "mean \"fraction_bits\"?");
  expect_refused("[axes]\nk = 64\nfraction_bits = [1]\n",
                 "s.toml:5: axes.fraction_bits: unknown field \"fraction_bits\"");
  expect_refused("[axes]\nk = 64\n",
                 "s.toml:2: unit: sum: a term is negated, but a study takes d for c plus all",
                 "question = \"what?\"\nunit = \"arm/smops\"\n");
  expect_refused("[axes]\nk = 64\n\"dot.fraction_bits\" = [5000]\n",
                 "s.toml:5: axes.\"dot.fraction_bits\": 5000: ");
  expect_refused(
      "[axes]\nk = []\n",
      "s.toml:4: axes.k: is empty, and so is the product of the axes; write a value or more");
  expect_refused("[axes]\nk = \"64..32\"\n", "s.toml:4: axes.k: \"64..32\" is an empty range");
  expect_refused("[axes]\nk = [64, 64]\n", "s.toml:4: axes.k: 64 stands twice; leave one out");
  expect_refused("[axes]\nk = \"1..1000000000\"\n",
                 "s.toml: 1000000000 points, more than 100000; shorten an axis, or allow them with "
                 "--points 1000000000");
  expect_refused("[axes]\nk = 0\n", "s.toml:4: axes.k: 0: write a whole number, 1..");
  expect_refused("", "s.toml: k is missing; write k = 1024 in [axes]");
  expect_refused("[axis]\nk = 64\n", "s.toml:3: axis: unknown field; did you mean \"axes\"?");
  expect_refused("[inputs]\na = \"normel\"\n",
                 "s.toml:4: inputs.a: unknown operands \"normel\"; did you mean \"normal\"?");
  expect_refused("[measures]\nlist = [\"ulp\"]\n",
                 "s.toml:4: measures.list: unknown measure \"ulp\"; did you mean \"ulps\"?");
  expect_refused("[axes]\nk = 64\n[plot]\ny = [\"snr\", \"biass\"]\n",
                 "s.toml:6: plot.y: no measure of this study has the name \"biass\"; did "
                 "you mean \"bias\"?");
  expect_refused("[axes]\nk = 64\n[plot]\nx = \"lanes\"\n",
                 "s.toml:6: plot.x: no axis of numbers of this study has the name \"lanes\"; ");
  expect_refused("[inputs]\na = \"/none/here.npy\"\nk = 64\n", "/none/here.npy: ");
  expect_refused("[axes]\nk = 64\n\"gemm.promote_k\" = [48]\n",
                 "s.toml:5: axes.\"gemm.promote_k\": 48: counts elements of K; write a multiple "
                 "of 32, the instruction's k");
  expect_refused("[axes]\nk = 64\n\"gemm.every\" = [48]\n",
                 "s.toml:5: axes.\"gemm.every\": unknown field; use one of");
  expect_refused("[axes]\nk = 64\n", "s.toml:2: unit: unknown unit \"hoper/x\"",
                 "question = \"q\"\nunit = \"hoper/x\"\n");
  expect_refused("", "s.toml:1: \"unit\" is missing; add it", "question = \"q\"\n");
  expect_refused("[cost]\narea = \"guess\"\n", "s.toml:4: cost.area: unknown value \"guess\"");
  const auto scaled = std::ranges::find_if(
      catalog().units(), [](const Unit& unit) { return unit.instruction.scale.has_value(); });
  expect_refused("[inputs]\nquantise = \"row\"\nk = 256\n",
                 "s.toml: k = 256: \"row\" does not fit a unit with scales of ",
                 "question = \"q\"\nunit = \"" + scaled->instruction.id + "\"\n");
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

TEST(Study, BadWorkloadsAreRefusedWithTheirLine) {
  const std::string dgemm = "workload = \"dgemm\"\n", fp8 = "workload = \"fp8gemm\"\n";
  expect_refused("[axes]\nk = 64\n\"dgemm.slices\" = 3\n",
                 "s.toml:5: axes.\"dgemm.slices\": is of workload \"dgemm\", and this point's is "
                 "\"gemm\"; change one");
  expect_refused("workload = \"dgem\"\n", "s.toml:3: workload: unknown value \"dgem\"; did you");
  expect_refused(dgemm + "[axes]\nk = 64\n\"dgemm.slice\" = 3\n",
                 "s.toml:6: axes.\"dgemm.slice\": unknown field; did you mean \"dgemm.slices\"?");
  expect_refused(dgemm + "[axes]\nk = 64\n\"dgemm.slices\" = [3, \"most\"]\n",
                 "s.toml:6: axes.\"dgemm.slices\": most: write 1 or more, \"estimated\" or");
  expect_refused(dgemm + "[axes]\nk = 64\n\"dgemm.slice_bits\" = 6\n",
                 "s.toml:6: axes.\"dgemm.slice_bits\": 6: slices of 6 bits: ");
  expect_refused(dgemm + "[axes]\nk = 64\n\"dgemm.full\" = \"yes\"\n",
                 "s.toml:6: axes.\"dgemm.full\": yes: write true or false");
  expect_refused(dgemm + "[axes]\nk = 64\n\"gemm.promote_k\" = 32\n",
                 "s.toml:6: axes.\"gemm.promote_k\": is of workload \"gemm\"");
  expect_refused(dgemm + "[axes]\nk = 64\n[measures]\nlist = [\"snr\", \"vanished_terms\"]\n",
                 "s.toml:7: measures.list: \"vanished_terms\" is of workload \"gemm\"");
  expect_refused(dgemm + "[axes]\nk = 64\n[measures]\nlist = [\"snr\", \"quantisation_error\"]\n",
                 "s.toml:7: measures.list: \"quantisation_error\" is of workload \"gemm\" or "
                 "\"fp8gemm\", and this point's is \"dgemm\"");
  expect_refused(dgemm + "[axes]\nk = 64\nunit = \"ampere/mma.m16n8k32.s32.u8.u8.s32\"\n",
                 "s.toml:6: unit: ampere/mma.m16n8k32.s32.u8.u8.s32 adds up no slices exactly");
  expect_refused(dgemm, "s.toml: k is missing; write k = 1024 in [axes]");
  expect_refused(dgemm + "[inputs]\nk = 64\nc = \"normal\"\n",
                 "s.toml: workload \"dgemm\" has no c");
  expect_refused(fp8 + "[axes]\nk = 256\n\"fp8gemm.promote_k\" = [32, 48]\n",
                 "s.toml:6: axes.\"fp8gemm.promote_k\": 48: promote_k 48: ");
  expect_refused(fp8 + "[axes]\nk = 256\n\"fp8gemm.promote_k\" = 96\n",
                 "s.toml:6: axes.\"fp8gemm.promote_k\": 96: scales of A change after 128 elements");
  expect_refused(fp8 + "[axes]\nk = 256\n\"fp8gemm.block_a\" = \"128\"\n",
                 "s.toml:6: axes.\"fp8gemm.block_a\": a shape: block \"128\"; write rows x");
  expect_refused(fp8 + "[inputs]\nk = 64\nquantise = \"row\"\n",
                 "s.toml: workload \"fp8gemm\" has no c and quantises by its own fields; leave out "
                 "inputs.quantise");
  expect_refused("[axes]\nk = 64\n\"inputs.phi\" = [1, 2]\n",
                 "s.toml:5: axes.\"inputs.phi\": is of the distribution \"phi\", and no operand");
  expect_refused("[inputs]\nk = 64\nphi = 2\n",
                 "s.toml:5: inputs.phi: is of the distribution \"phi\", and no operand");
  expect_refused("[axes]\nsize = 64\nk = 64\n", "s.toml:4: axes.size: is m, n and k; leave");
  expect_refused("[axes]\nsize = 2048\n",
                 "s.toml:4: axes.size: 2048: write a whole number, 1..1024");
}

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
