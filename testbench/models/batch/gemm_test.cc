// SPDX-License-Identifier: Apache-2.0
// GEMMs against the reference's, which are dot products one after the other.
#include <filesystem>
#include <limits>

#include "batch/gemm_case.h"

namespace mmasc {
namespace {

using enum Order;

constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
constexpr const char* kWidened = "hopper/mma.m16n8k32.f16.e4m3.e5m2.f16";

TEST(Gemm, OfRaggedSizes) {
  const std::vector<GemmCase> cases{sized(1, 1, 1),    sized(0, 5, 3),    sized(5, 0, 3),
                                    sized(3, 17, 0),   sized(17, 3, 16),  sized(65, 16, 17),
                                    sized(63, 65, 15), sized(2, 113, 33), sized(80, 48, 31)};
  expect_same_gemms(find_row(kF16), cases);
}

TEST(Gemm, OfEachKernel) {
  const std::vector<GemmCase> cases{sized(65, 17, 35), sized(3, 18, 530)};
  for (const char* id : kRowsOfKernels) expect_same_gemms(find_row(id), cases);
}

TEST(Gemm, OfAllLayouts) {
  std::vector<GemmCase> cases;
  for (const Order a : {rows, columns})
    for (const Order b : {rows, columns})
      for (const Order d : {rows, columns}) {
        GemmCase chosen = sized(19, 18, 33);
        chosen.a = {a, 3};
        chosen.b = {b, 1};
        chosen.c = {d, 2};
        chosen.d = {d, 5};
        cases.push_back(chosen);
      }
  expect_same_gemms(find_row(kFp8), cases);
}

TEST(Gemm, OfPackedOperandsWithScales) {
  std::vector<GemmCase> cases;
  for (const Order a : {rows, packed_rows, packed_columns})
    for (const Order b : {columns, packed_rows, packed_columns}) {
      // With the second size A and B change places.
      for (GemmCase chosen : {sized(17, 21, 67), sized(31, 5, 67)}) {
        chosen.a = {a, 0};
        chosen.b = {b, 0};
        cases.push_back(chosen);
      }
    }
  expect_same_gemms(find_row(kScaled), cases);
}

// On the reference's lanes, which have no kernel for it.
TEST(Gemm, OfATensorWideScale) {
  const Unit& unit = find_row("arm/fmopa.f32.e4m3.e5m2");
  const GemmCase chosen = sized(17, 3, 35);
  const auto expected = run(*make_reference_engine(unit), chosen);
  EXPECT_FALSE(expected.empty());
  EXPECT_TRUE(run(*make_batch_engine(unit, {{}, 1}), chosen) == expected);
}

TEST(Gemm, WithoutCAndInPlace) {
  for (const char* id : {kF16, kWidened}) {
    std::vector<GemmCase> cases;
    for (const auto c : {GemmCase::C::absent, GemmCase::C::in_d})
      for (const std::int64_t k : {0, 5, 70}) {
        GemmCase chosen = sized(21, 35, k);
        chosen.c_is = c;
        chosen.d = {columns, 1};
        cases.push_back(chosen);
      }
    expect_same_gemms(find_row(id), cases);
  }
}

TEST(Gemm, WithPromotion) {
  for (const char* id : {kF16, kFp8, kWidened}) {
    std::vector<GemmCase> cases;
    for (const RoundingName& mode : kRoundings) {
      GemmCase chosen = sized(9, 18, 150);
      chosen.promotion = Promotion{1 + static_cast<int>(cases.size() * 2), mode.rounding};
      chosen.seed += cases.size();
      cases.push_back(chosen);
    }
    expect_same_gemms(find_row(id), cases);
  }
}

// Several slices of K.
TEST(Gemm, OfLongSums) {
  expect_same_gemms(find_row(kF16), std::vector<GemmCase>{sized(3, 18, 511), sized(3, 18, 513),
                                                          sized(3, 18, 1100)});
}

TEST(Gemm, OfSubnormalsFlushedOnceAnInstruction) {
  const Unit unit = find_row(kF16).with("flush.inputs", "keep_sign");
  const Unit half =
      find_row("hopper/mma.m16n8k16.f16.f16.f16.f16").with("flush.inputs", "to_plus_zero");
  const std::vector<GemmCase> cases{sized(5, 17, 40), sized(17, 5, 64)};
  expect_same_gemms(unit, cases);
  expect_same_gemms(half, cases);
}

#ifdef __linux__
// Each of the loops along K would wait for a thread that others keep from running: seconds.
TEST(Gemm, OfLittleBesideALongKStartsNoThread) {
  const auto threads = [] {
    const std::filesystem::directory_iterator all("/proc/self/task");
    return std::distance(begin(all), end(all));
  };
  for (const char* id : {kF16, kF64, kS8}) {
    const auto engine = make_batch_engine(find_row(id), {{}, 2});
    const auto before = threads();
    run(*engine, sized(1, 1, 20'000));
    run(*engine, sized(16, 60, 3'000));
    EXPECT_EQ(threads(), before) << id;
  }
}
#endif

}  // namespace
}  // namespace mmasc
