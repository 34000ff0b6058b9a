// SPDX-License-Identifier: Apache-2.0
// One study of both GEMMs whose sums are promoted, on files of numbers: what is alike has one cost,
// one error and one error of quantising.
#include <gtest/gtest.h>

#include <bit>
#include <fstream>

#include "files/file_bytes.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"
#include "told.h"

namespace mmasc {
namespace {

constexpr int kSide = 24, kDepth = 256;
const std::string kNarrow = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
                  kScaled = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0",
                  kWide = "ampere/mma.m8n8k4.f64.f64.f64.f64";

class PromotedSums : public ::testing::Test {
 protected:
  PromotedSums() {
    put("a.npy", kSide, kDepth, Distribution::outliers);
    put("b.npy", kDepth, kSide, Distribution::normal);
  }

  // A file of f32.
  void put(const std::string& name, int rows, int columns, Distribution distribution) const {
    std::string bytes;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) {
        const auto bits = std::bit_cast<std::uint32_t>(
            static_cast<float>(draw(distribution, 1, {5, 0, 0}, i, j)));
        for (int byte = 0; byte < 4; ++byte) bytes += static_cast<char>(bits >> 8 * byte & 0xff);
      }
    std::ofstream(folder_.path() / name, std::ios::binary)
        << npy("<f4", "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")", bytes);
  }

  // The results of these variants; each begins with its workload.
  std::vector<PointResult> results(const std::vector<std::string>& variants,
                                   const std::string& unit = kNarrow,
                                   const std::string& axes = "\"dot.fraction_bits\" = 10\n") const {
    std::string text = "question = \"q\"\nunit = \"" + unit + "\"\n";
    for (std::size_t i = 0; i < variants.size(); ++i)
      text += "[variant.v" + std::to_string(i) + "]\nworkload = " + variants[i] + "\n";
    Study study = parse_study(text + "[axes]\n" + axes +
                                  "k = 256\n[inputs]\n"
                                  "a = \"a.npy\"\nb = \"b.npy\"\n[measures]\n"
                                  "list = [\"row_error\", \"snr\", \"quantisation_error\"]\n",
                              "s.toml");
    study.folder = folder_.path().string();
    const std::vector<Point> points = plan_points(study);
    std::vector<const Point*> all;
    for (const Point& point : points) all.push_back(&point);
    const PointCosts costs(study, all, {});
    std::vector<PointResult> found;
    for (const Point& point : points)
      found.push_back(
          evaluate_point(study, point, make_shared_inputs(study, point, 1, {}), costs, 1, {}));
    return found;
  }

  const testing::Folder folder_;
};

double number_of(const PointResult& point, std::string_view name) {
  for (const auto& [one, number] : point.cost->numbers)
    if (one == name) return number;
  return 0;
}

// Up to a power of two the same D: the same errors, and the same hardware.
TEST_F(PromotedSums, OfBothGemmsHaveOneAreaAndOneError) {
  std::vector<std::string> variants;
  for (const std::string interval : {"64", "0"}) {
    variants.push_back(
        "\"gemm\"\n\"inputs.quantise\" = \"tensor\"\n\"inputs.scale\" = "
        "\"power_of_two\"\n\"gemm.promote_k\" = " +
        interval);
    variants.push_back(
        "\"fp8gemm\"\n\"fp8gemm.block_a\" = \"0x0\"\n\"fp8gemm.block_b\" = "
        "\"0x0\"\n\"fp8gemm.scale\" = \"power_of_two\"\n\"fp8gemm.promote_k\" = " +
        interval);
  }
  const auto all = results(variants);
  ASSERT_EQ(all.size(), 4U);
  for (const std::size_t i : {0, 2}) {
    EXPECT_EQ(all[i].measures, all[i + 1].measures) << i;
    EXPECT_GT(*all[i].measure("row_error_rms")->value, 0);
    EXPECT_GT(*all[i].measure("quantisation_error")->value, 0);
    EXPECT_EQ(all[i].cost->numbers, all[i + 1].cost->numbers) << i;
  }
  const Unit unit = catalog().find(kNarrow).with("dot.fraction_bits", 10);
  const WholeUnit promoted{unit, {.outer = Rounding::nearest_even}};
  EXPECT_EQ(number_of(all[1], "area"), estimate(promoted).all.area);
  EXPECT_EQ(number_of(all[1], kAdditionsArea), estimate(promoted).additions_area);
  EXPECT_EQ(number_of(all[3], "area"), estimate(WholeUnit{unit}).all.area);
  EXPECT_GT(number_of(all[1], "area"), number_of(all[3], "area"));
}

// An inner level is an addition more; a unit with block scales promotes nothing unless it is told.
TEST_F(PromotedSums, HaveAnAdditionForEachLevel) {
  const auto all = results({"\"fp8gemm\"", "\"fp8gemm\"\n\"fp8gemm.inner_k\" = 64"});
  const WholeUnit whole{catalog().find(kNarrow).with("dot.fraction_bits", 10),
                        {.outer = Rounding::nearest_even, .inner = Rounding::nearest_even}};
  EXPECT_EQ(number_of(all[1], "area"), estimate(whole).all.area);
  EXPECT_EQ(number_of(all[1], kAdditionsArea), 2 * number_of(all[0], kAdditionsArea));
  const auto scaled =
      results({"\"fp8gemm\"", "\"fp8gemm\"\n\"fp8gemm.promote_k\" = 64", "\"gemm\""}, kScaled);
  EXPECT_EQ(number_of(scaled[0], kAdditionsArea), 0);
  EXPECT_GT(number_of(scaled[1], kAdditionsArea), 0);
  EXPECT_EQ(scaled[0].cost->numbers, scaled[2].cost->numbers);
}

// What quantising does is one number, whoever multiplies: of scales of f32 and powers of two, of
// any patch, and of those of the unit.
TEST_F(PromotedSums, QuantisingIsTheSameOfBothGemms) {
  for (const auto& [quantise, block_a, block_b] : {std::tuple("tensor", "0x0", "0x0"),
                                                   {"row", "1x0", "0x1"},
                                                   {"tile", "128x128", "128x128"},
                                                   {"block", "1x128", "128x1"}})
    for (const std::string scale : {"float", "power_of_two", "mx"}) {
      const auto all = results({std::string("\"gemm\"\n\"inputs.quantise\" = \"") + quantise +
                                    "\"\n\"inputs.scale\" = \"" + scale + "\"",
                                std::string("\"fp8gemm\"\n\"fp8gemm.block_a\" = \"") + block_a +
                                    "\"\n\"fp8gemm.block_b\" = \"" + block_b +
                                    "\"\n\"fp8gemm.scale\" = \"" + scale + "\""});
      EXPECT_GT(*all[0].measure("quantisation_error")->value, 0.01);
      EXPECT_EQ(*all[0].measure("quantisation_error"), *all[1].measure("quantisation_error"))
          << quantise << scale;
    }
  const auto scaled = results({"\"gemm\"", "\"fp8gemm\""}, kScaled);
  EXPECT_EQ(*scaled[0].measure("quantisation_error"), *scaled[1].measure("quantisation_error"));
}

TEST_F(PromotedSums, WhatIsNotQuantisedHasNoErrorOfIt) {
  Told told;
  const auto quantising = [](const PointResult& point) {
    return *point.measure("quantisation_error")->value;
  };
  const auto bits = results({"\"gemm\"\n\"inputs.a\" = \"bits\"\n\"inputs.b\" = \"bits\""});
  EXPECT_EQ(quantising(bits[0]), 0);
  EXPECT_GT(quantising(results({"\"gemm\"\n\"inputs.quantise\" = \"none\""})[0]), 0);
  EXPECT_EQ(quantising(results({"\"gemm\""}, kWide, "")[0]), 0);
  told.refusal<InputError>(
      [&] { (void)results({"\"gemm\"\n\"inputs.quantise\" = \"row\""}, kWide, ""); });
}

}  // namespace
}  // namespace mmasc
