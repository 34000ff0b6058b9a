// SPDX-License-Identifier: Apache-2.0
// The table against published measurements.
#include "published.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mmasc {
namespace {

constexpr const char* kNoFolder = "set MMASC_TIMING to the folder of the published tables";

TEST(Published, LatenciesOfTcgen05AreExact) {
  const auto rows = published_rows("b200_tcgen05_latency.csv");
  if (rows.empty()) GTEST_SKIP() << kNoFolder;
  for (const CsvRow& row : rows)
    EXPECT_EQ(tcgen05(row).latency_done.value().cycles, std::stod(row.at("MedianCycles")))
        << row.at("Format") << " " << row.at("ABLayout") << " " << row.at("CTAGroup") << " m"
        << row.at("M") << " n" << row.at("N");
}

TEST(Published, StreamsOfTcgen05) {
  const auto rows = published_rows("b200_tcgen05_depth_sample.csv");
  if (rows.empty()) GTEST_SKIP() << kNoFolder;
  std::vector<double> errors;
  for (const CsvRow& row : rows) {
    const auto depth = std::stoull(row.at("PipelineDepth"));
    const double measured = std::stod(row.at("CyclesPerMMA"));
    const double cycles = tcgen05(row).cycles_per_instruction(depth, Stream::independent).cycles;
    errors.push_back(std::abs(cycles / measured - 1));
    EXPECT_LT(errors.back(), 0.003)
        << row.at("Format") << " " << row.at("ABLayout") << " " << row.at("CTAGroup") << " m"
        << row.at("M") << " n" << row.at("N") << " depth " << depth << ": " << cycles << ", not "
        << measured;
  }
  std::ranges::sort(errors);
  const auto quantile = [&](double part) {
    return errors[static_cast<std::size_t>(part * static_cast<double>(errors.size() - 1))];
  };
  std::printf("relative errors: median %.4f, p90 %.4f, p99 %.4f, most %.4f of %zu rows\n",
              quantile(0.5), quantile(0.9), quantile(0.99), errors.back(), errors.size());
  EXPECT_LT(quantile(0.5), 0.005);
}

// Points of pairs that shared memory bounds, and no more confidence than their one source gives.
TEST(Published, PairsBoundBySharedMemory) {
  const struct {
    int m, n;
    double interval;
    Confidence confidence;
  } kPoints[] = {{128, 80, 27, Confidence::medium},     {128, 96, 29, Confidence::medium},
                 {128, 112, 30.04, Confidence::medium}, {128, 120, 31.02, Confidence::medium},
                 {128, 128, 32, Confidence::high},      {256, 80, 45.25, Confidence::medium},
                 {256, 96, 49.36, Confidence::medium},  {256, 104, 52.68, Confidence::derived},
                 {256, 112, 56, Confidence::derived},   {256, 128, 64, Confidence::high},
                 {256, 192, 96, Confidence::medium},    {256, 32, 39.25, Confidence::derived}};
  for (const auto& point : kPoints) {
    const auto interval = tcgen05("BF16", OperandSource::ss, 2, point.m, point.n).interval.value();
    EXPECT_NEAR(interval.cycles, point.interval, 1e-9) << point.m << " " << point.n;
    EXPECT_EQ(interval.confidence, point.confidence) << point.m << " " << point.n;
  }
}

// Committing a stream adds 12 cycles to the shortest, 13 to those of 32 instructions and more.
TEST(Published, ShortStreams) {
  const Timing timing = tcgen05("BF16", OperandSource::ss, 1, 128, 128);
  EXPECT_EQ(timing.cycles_per_instruction(1, Stream::independent).cycles, 200 + 12);
  EXPECT_EQ(timing.cycles_per_instruction(2, Stream::independent).cycles, (200 + 12 + 64) / 2.0);
}

// From the README of SemiAnalysisAI/microbench-blackwell, commit 9a068d85, depth 256.
TEST(Published, APointOfEveryLaw) {
  const struct {
    OperandSource operands;
    int group, m, n;
    double latency, mean;
  } kPoints[] = {
      {OperandSource::ss, 1, 64, 64, 152, 32.6},    {OperandSource::ss, 1, 128, 64, 168, 48.6},
      {OperandSource::ss, 1, 128, 256, 264, 128.6}, {OperandSource::ts, 1, 64, 128, 168, 64.5},
      {OperandSource::ss, 2, 128, 64, 173, 25.7},   {OperandSource::ss, 2, 128, 256, 229, 64.7},
      {OperandSource::ss, 2, 256, 64, 202, 43.7},   {OperandSource::ss, 2, 256, 128, 234, 64.8},
      {OperandSource::ts, 2, 128, 64, 162, 18.6},   {OperandSource::ts, 2, 256, 256, 266, 128.6}};
  for (const auto& point : kPoints) {
    const Timing timing = tcgen05("BF16", point.operands, point.group, point.m, point.n);
    EXPECT_EQ(timing.latency_done.value().cycles, point.latency);
    EXPECT_NEAR(timing.cycles_per_instruction(256, Stream::independent).cycles, point.mean, 0.3)
        << point.group << " " << point.m << " " << point.n;
    EXPECT_EQ(timing.interval.value().confidence, Confidence::high);
    EXPECT_EQ(timing.latency_done.value().confidence, Confidence::medium);
  }
}

TEST(Published, WgmmaIssuesEveryHalfN) {
  for (const auto& [operands, n, cycles] : {std::tuple{OperandSource::ss, 256, 128.0},
                                            {OperandSource::rs, 128, 64.0},
                                            {OperandSource::rs, 64, 32.0}}) {
    TimingQuery query = timing_query(catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16"));
    query.operands = operands;
    query.n = n;
    const Timing timing = timing_table().look_up(query);
    EXPECT_EQ(timing.interval.value().cycles, cycles);
    EXPECT_EQ(timing.interval.value().confidence, Confidence::high);
    const bool measured = operands == OperandSource::ss;
    EXPECT_EQ(timing.latency_done.value().confidence,
              measured ? Confidence::medium : Confidence::low);
  }
}

// mmasc_capture --cycles on an H100: the law holds down to n = 8, of sparse operands too.
TEST(Published, WgmmaOfAnH100) {
  for (const auto& [id, cycles] : {std::pair{"hopper/wgmma.m64nNk16.f32.f16.f16", 18.0},
                                   {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", 18.0},
                                   {"hopper/wgmma.sp.m64nNk64.f32.e4m3.e4m3", 20.0}}) {
    TimingQuery query = timing_query(catalog().find(id));
    query.operands = OperandSource::ss;
    query.n = 8;
    const Timing timing = timing_table().look_up(query);
    EXPECT_EQ(timing.interval.value().cycles, cycles) << id;
    if (id == std::string_view("hopper/wgmma.m64nNk16.f32.f16.f16")) {
      EXPECT_EQ(timing.latency_done.value().cycles, 72.75);
    }
  }
}

TEST(Published, MmaSync) {
  for (const CsvRow& row : csv_rows(MMASC_TEST_FILES "/mma_sync.csv")) {
    SCOPED_TRACE(row.at("id") + " " + row.at("rate"));
    const Timing timing = timing_of(row);
    EXPECT_EQ(timing.interval.value().cycles, std::stod(row.at("interval")));
    EXPECT_EQ(enum_name(timing.interval->confidence), row.at("confidence"));
    EXPECT_EQ(timing.port, Port::sub_core);
    EXPECT_EQ(timing.latency_accumulator.has_value(), !row.at("latency").empty());
    if (timing.latency_accumulator) {
      EXPECT_EQ(timing.latency_accumulator->cycles, std::stod(row.at("latency")));
    }
  }
}

}  // namespace
}  // namespace mmasc
