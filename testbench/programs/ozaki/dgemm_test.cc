// SPDX-License-Identifier: Apache-2.0
// DGEMM of slices against exact arithmetic; what is refused.
#include "mmasc/ozaki/dgemm.h"

#include <gtest/gtest.h>

#include <limits>

#include "mmasc/ozaki/slice_choice.h"
#include "ozaki/doubles.h"
#include "told.h"

namespace mmasc {
namespace {

void expect_correct(const Engine& engine, const Doubles& a, const Doubles& b) {
  DgemmSummary summary;
  const Doubles d = multiply(engine, a, b, all_slices(), &summary);
  EXPECT_TRUE(summary.is_whole);
  for (std::int64_t i = 0; i < d.rows; ++i)
    for (std::int64_t j = 0; j < d.columns; ++j)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(d.at(i, j)),
                std::bit_cast<std::uint64_t>(correct_element(a, b, i, j)))
          << engine.unit().instruction.id << " (" << i << ", " << j << ")";
}

TEST(Dgemm, IsCorrectlyRoundedWithAllSlices) {
  for (const char* id :
       {kHopperF16, kHopperE4m3, "volta/mma.m8n8k4.f32.f16.f16.f32",
        "ampere/mma.m16n8k8.f32.tf32.tf32.f32", "ampere/mma.m16n8k16.f16.f16.f16.f16",
        "hopper/mma.m16n8k32.f32.e4m3.e5m2.f32", "cdna2/v_mfma_f32_16x16x8bf16",
        "cdna3/v_mfma_f32_16x16x32_fp8_bf8", "cdna1/v_mfma_f32_16x16x4f32", kInt8,
        "turing/mma.m8n8k32.satfinite.s32.s4.s4.s32", "ampere/mma.m8n8k4.f64.f64.f64.f64",
        "volta/mma.m8n8k4.f32.f16.f16.f16", "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m3.e3m2",
        "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0",
        "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"}) {
    const auto engine = one_thread(catalog().find(id));
    for (const double phi : {0.0, 3.0})
      expect_correct(*engine, random_doubles(5, 37, phi, 1), random_doubles(37, 4, phi, 2));
  }
}

TEST(Dgemm, IsCorrectlyRoundedWhereSumsCancelOrEnd) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  using Limits = std::numeric_limits<double>;
  // Rows whose sums cancel to the last bit, subnormal results, halves, overflow, zeros.
  Doubles a(6, 4), b(4, 3);
  const double x = 1 + 0x1p-52, y = 1 - 0x1p-53;
  a.values = {x,
              -x,
              0x1p-60,
              0,  //
              y,
              y,
              -y,
              -y,  //
              0x1p-800,
              0x1.8p-600,
              0,
              0x1p-1074,  //
              Limits::max(),
              Limits::max(),
              1,
              0,  //
              0,
              0,
              0,
              0,  //
              0x1p-1022,
              0x1p-1023,
              -0x1p-1074,
              0x1.5p-700};
  b.values = {x,   0x1p-200, 2,          //
              x,   0x1p-275, 2,          //
              -y,  0x1p-53,  0x1p-1074,  //
              0.5, 0x1.8p-1, -3};
  expect_correct(*engine, a, b);
  EXPECT_TRUE(std::isinf(multiply(*engine, a, b, all_slices()).at(3, 2)));
}

TEST(Dgemm, OfZerosAndOfNothing) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  for (const DgemmOptions& options : {DgemmOptions{}, all_slices()}) {
    const Doubles zero(3, 5), d = multiply(*engine, zero, random_doubles(5, 2, 0, 1), options);
    EXPECT_TRUE(same_doubles(d, Doubles(3, 2)));
    EXPECT_TRUE(
        same_doubles(multiply(*engine, Doubles(3, 0), Doubles(0, 2), options), Doubles(3, 2)));
    EXPECT_EQ(multiply(*engine, Doubles(0, 4), Doubles(4, 2), options).values.size(), 0U);
  }
}

TEST(Dgemm, SumsLevelsInFp64FromTheLeast) {
  const Unit unit = catalog().find(kHopperF16);
  const auto engine = one_thread(unit);
  Doubles a = random_doubles(4, 50, 2, 5), b = random_doubles(50, 3, 2, 6);
  for (std::int64_t k = 0; k < 50; ++k) {  // rows of D that are subnormal, and beyond f64
    a.at(1, k) *= 0x1p-1040;
    a.at(2, k) *= 0x1p700;
    b.at(k, 1) *= 0x1p600;
  }
  for (const SliceProducts products : {SliceProducts::fast, SliceProducts::full}) {
    DgemmOptions options;
    options.slices = 4;
    options.products = products;
    options.slice_bits = 7;
    const Doubles d = multiply(*engine, a, b, options);
    const SplitMatrix rows(a.view(), Lines::rows, format_named("f64"), "A");
    const SplitMatrix columns(b.view(), Lines::columns, format_named("f64"), "B");
    for (std::int64_t i = 0; i < 4; ++i)
      for (std::int64_t j = 0; j < 3; ++j) {
        double sum = 0;
        for (int level = products == SliceProducts::fast ? 5 : 8; level >= 2; --level) {
          std::int64_t exact = 0;
          for (int p = 1; p <= 4; ++p)
            for (std::int64_t k = 0; k < 50; ++k)
              if (const int q = level - p; q >= 1 && q <= 4)
                exact += slice_digit(a.at(i, k), rows.scale(i), p, 7) *
                         slice_digit(b.at(k, j), columns.scale(j), q, 7);
          sum = sum * 0x1p-7 + static_cast<double>(exact);
        }
        EXPECT_EQ(d.at(i, j), std::ldexp(sum, rows.scale(i) + columns.scale(j) + 2 - 14));
      }
  }
}

TEST(Dgemm, IsOneOnEveryEngine) {
  const Unit unit = catalog().find(kHopperE4m3);
  const Doubles a = random_doubles(3, 40, 1, 3), b = random_doubles(40, 2, 1, 4);
  EXPECT_TRUE(same_doubles(multiply(*make_reference_engine(unit), a, b, {}),
                           multiply(*one_thread(unit), a, b, {})));
}

TEST(Dgemm, TakesMoreSlicesForARowThatMeetsSmallNumbersAlone) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  Doubles a = random_doubles(20, 40, 0, 1), b = random_doubles(40, 20, 0, 2);
  DgemmSummary plain, graded;
  multiply(*engine, a, b, {}, &plain);
  for (std::int64_t k = 0; k < 40; ++k) a.at(7, k) *= k < 20 ? 0x1p30 : 0x1p-30;
  for (std::int64_t k = 0; k < 40; ++k) b.at(k, 3) *= k < 20 ? 0x1p-60 : 1;
  const Doubles d = multiply(*engine, a, b, {}, &graded);
  EXPECT_GT(graded.slices_a, plain.slices_a);
  EXPECT_LT(std::fabs(d.at(7, 3) - correct_element(a, b, 7, 3)),
            0x1p-50 * std::fabs(correct_element(a, b, 7, 3)));
}

// 2^-200 meets the greatest elements of its columns: their products are beyond f32's range.
TEST(LeastMagnitude, OfProductsThatF32Loses) {
  Doubles a(1, 2), b(2, 2);
  a.values = {1, 0x1p-200};
  b.values = {0, 0,  //
              1, 0x1p40};
  const SplitMatrix rows(std::as_const(a).view(), Lines::rows, format_named("f64"), "A");
  const SplitMatrix columns(std::as_const(b).view(), Lines::columns, format_named("f64"), "B");
  EXPECT_EQ(least_magnitude(rows, columns, 1, {}), 0x1p-200);
}

TEST(Sgemm, IsCorrectlyRoundedToF32) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  const Format& f32 = format_named("f32");
  std::mt19937_64 random(3);
  std::vector<float> a(6 * 30), b(30 * 5), d(6 * 5);
  for (auto* matrix : {&a, &b})
    for (float& x : *matrix)
      x = std::ldexp(static_cast<float>(static_cast<int>(random() >> 40)) - 0x1p23F,
                     static_cast<int>(random() % 120) - 100);
  const auto view = [&](auto& matrix, std::int64_t rows, std::int64_t columns) {
    return row_major(f32, reinterpret_cast<std::byte*>(matrix.data()), rows, columns);
  };
  dgemm(*engine, {.a = view(a, 6, 30), .b = view(b, 30, 5), .d = view(d, 6, 5)}, all_slices());
  Doubles wide_a(6, 30), wide_b(30, 5);
  wide_a.values.assign(a.begin(), a.end());
  wide_b.values.assign(b.begin(), b.end());
  for (std::int64_t i = 0; i < 6; ++i)
    for (std::int64_t j = 0; j < 5; ++j)
      EXPECT_EQ(std::bit_cast<std::uint32_t>(d[static_cast<std::size_t>(i * 5 + j)]),
                correctly_rounded(exact_element(wide_a, wide_b, i, j), f32));
  // The same with doubles: A and B may have more bits than D.
  wide_a.at(0, 0) = 1 + 0x1p-50;
  dgemm(*engine,
        {.a = std::as_const(wide_a).view(), .b = std::as_const(wide_b).view(), .d = view(d, 6, 5)},
        all_slices());
  EXPECT_EQ(std::bit_cast<std::uint32_t>(d[2]),
            correctly_rounded(exact_element(wide_a, wide_b, 0, 2), f32));
}

TEST(Dgemm, TakesFewerSlicesForF32) {
  EXPECT_LT(estimated_slices(100, 1000, 8, format_named("f32")),
            estimated_slices(100, 1000, 8, format_named("f64")));
}

TEST(Dgemm, Refuses) {
  Told told;
  const Unit unit = catalog().find(kHopperF16);
  Doubles a(2, 3), b(3, 4);
  const auto refuses = [&](const Unit& on, const DgemmOptions& options = {}) {
    told.refusal<std::runtime_error>([&] { multiply(*one_thread(on), a, b, options); });
  };
  DgemmOptions bits, slices;
  bits.slice_bits = 13;
  slices.slices = -2;
  refuses(unit, bits);
  refuses(unit, slices);
  refuses(unit.with("dot.zero_exponent", 40));
  refuses(catalog().find("ampere/mma.sp.m16n8k32.f32.f16.f16.f32"));
  a.at(1, 0) = std::nan("");
  refuses(unit);
  a.at(1, 0) = 1;
  told.refusal<std::runtime_error>([&] { multiply(*one_thread(unit), a, a, {}); });
  DgemmOptions options;
  options.memory = 1000;
  EXPECT_THROW(multiply(*one_thread(unit), a, b, options), std::runtime_error);  // says the GB here
}

TEST(Dgemm, StopsWhereTheProgressThrows) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  struct Stop {};
  DgemmOptions options;
  std::int64_t last = -1, all = 0;
  options.progress = [&](std::int64_t done, std::int64_t of) {
    EXPECT_GE(done, last);
    last = done;
    all = of;
  };
  DgemmSummary summary;
  multiply(*engine, random_doubles(64, 64, 0, 1), random_doubles(64, 64, 0, 2), options, &summary);
  EXPECT_EQ(last, all);
  EXPECT_EQ(all, summary.slice_products);
  options.progress = [](std::int64_t done, std::int64_t) {
    if (done > 2) throw Stop();
  };
  EXPECT_THROW(
      multiply(*engine, random_doubles(64, 64, 0, 1), random_doubles(64, 64, 0, 2), options), Stop);
}

// In each line of A and B, in the estimate and in the slices of each.
TEST(Dgemm, StopsInEveryPartBeforeTheProducts) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  struct Stop {};
  int before = 0;
  DgemmOptions options;
  options.threads = 1;
  options.progress = [&](std::int64_t, std::int64_t all) { before += all == 0; };
  const auto run = [&] {
    multiply(*engine, random_doubles(20, 30, 0, 1), random_doubles(30, 10, 0, 2), options);
  };
  run();
  EXPECT_GT(before, 20 + 10);
  for (int at = 1; at <= before; ++at) {
    int calls = 0;
    options.progress = [&](std::int64_t, std::int64_t) {
      if (++calls == at) throw Stop();
    };
    EXPECT_THROW(run(), Stop);
    EXPECT_EQ(calls, at);
  }
}

}  // namespace
}  // namespace mmasc
