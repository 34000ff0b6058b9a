// SPDX-License-Identifier: Apache-2.0
// Fine-grained FP8 GEMM against the specification; what changes no bit; what is refused.
#include "mmasc/quantise/fp8gemm.h"

#include "mmasc/arith/convert.h"
#include "mmasc/batch/engine.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "quantise/blocks.h"
#include "quantise/exact_gemm.h"
#include "told.h"

namespace mmasc {
namespace {

constexpr const char* kWgmma = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
constexpr const char* kMx = "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e2m1.1X.ue8m0";
constexpr const char* kNvfp4 = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";

const Format& single() { return format_named("f32"); }

std::unique_ptr<Engine> engine_of(const Unit& unit, int threads = 1) {
  return make_batch_engine(unit, {.target = "", .threads = threads});
}

Fp8GemmProblem problem_of(const Floats& a, const Floats& b, Floats& d) {
  return {a.view(), b.view(), &single(), &single(),
          row_major(single(), reinterpret_cast<std::byte*>(d.values.data()), d.rows, d.columns)};
}

Floats multiply(const Engine& engine, const Floats& a, const Floats& b,
                const Fp8GemmOptions& options) {
  Floats d(a.rows, b.columns);
  fp8gemm(engine, problem_of(a, b, d), options);
  return d;
}

void expect_exact(const Unit& unit, std::int64_t k, const Fp8GemmOptions& options) {
  const Floats a = normal_floats(3, k, 1, 4), b = normal_floats(k, 4, 2, 4);
  const Floats d = multiply(*engine_of(unit), a, b, options);
  const OperandSchemes schemes = operand_schemes(unit, options);
  const QuantisedMatrix qa(a.view(), single(), schemes.a), qb(b.view(), single(), schemes.b);
  const ScaledGemmProblem problem{{qa.elements(), qa.scales(), schemes.a.block, qa.tensor_scale()},
                                  {qb.elements(), qb.scales(), schemes.b.block, qb.tensor_scale()},
                                  {}};
  ScaledGemmOptions how;
  how.interval = interval_of(unit, options);
  how.inner_interval = options.inner_interval;
  how.addition = options.addition;
  const ExactGemm exact(unit, problem, how);
  for (std::int64_t i = 0; i < d.rows; ++i)
    for (std::int64_t j = 0; j < d.columns; ++j)
      ASSERT_EQ(std::bit_cast<std::uint32_t>(d.at(i, j)), exact.element(i, j))
          << unit.instruction.id << " (" << i << ", " << j << ")";
}

TEST(Fp8Gemm, EqualsTheExactEvaluator) {
  for (const char* id :
       {kWgmma, "hopper/wgmma.m64nNk32.f32.e5m2.e4m3", "ada/mma.m16n8k32.f32.e4m3.e4m3.f32",
        "cdna3/v_mfma_f32_16x16x32_fp8_bf8", "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e4m3.e2m1",
        "blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e3m2.e2m3",
        "ampere/mma.m16n8k16.f32.f16.f16.f32"})
    for (const ScaledAddition addition : {ScaledAddition::fused, ScaledAddition::two_step}) {
      Fp8GemmOptions options;
      options.addition = addition;
      expect_exact(catalog().find(id), 300, options);
    }
}

// A unit whose own sums are f16: scales keep them below its greatest number.
TEST(Fp8Gemm, OnAUnitWithResultsInF16) {
  Fp8GemmOptions options;
  options.least_greatest = 1e5F;
  expect_exact(catalog().find("hopper/wgmma.m64nNk32.f16.e4m3.e4m3"), 300, options);
}

TEST(Fp8Gemm, EveryIntervalAndBlock) {
  const Unit unit = catalog().find(kWgmma);
  for (const auto& [interval, inner] :
       {std::pair(32, 0), std::pair(64, 32), std::pair(128, 64), std::pair(128, 128)}) {
    Fp8GemmOptions options;
    options.interval = interval;
    options.inner_interval = inner;
    expect_exact(unit, 270, options);
  }
  Fp8GemmOptions options;
  options.interval = 0;
  options.block_a = {0, 0};
  options.block_b = {0, 1};
  expect_exact(unit, 270, options);
  options.interval = 96;
  options.block_a = {1, 0};
  options.block_b = {96, 3};
  options.scale = ScaleKind::power_of_two;
  options.quotient = Quotient::reciprocal;
  expect_exact(unit, 270, options);
}

TEST(Fp8Gemm, OnUnitsWithScalesOfTheirOwn) {
  for (const char* id : {kMx, kNvfp4}) {
    Fp8GemmOptions options;
    expect_exact(catalog().find(id), 330, options);
    options.interval = 128;
    options.inner_interval = 64;
    options.addition = ScaledAddition::two_step;
    expect_exact(catalog().find(id), 330, options);
  }
  Fp8GemmOptions options;
  options.has_tensor_scale = false;
  expect_exact(catalog().find(kNvfp4), 200, options);
  options = {};
  options.scale = ScaleKind::power_of_two;
  expect_exact(catalog().find(kMx), 200, options);
}

TEST(Fp8Gemm, OnAUnitOfOnesOwnFormat) {
  const Unit unit = catalog()
                        .find(kWgmma)
                        .with("instruction.formats.a", "e5m6")
                        .with("instruction.formats.b", "e5m6");
  expect_exact(unit, 200, {});
}

TEST(Fp8Gemm, ThreadsEnginesAndOrderChangeNoBit) {
  const Unit unit = catalog().find(kWgmma);
  const Floats a = normal_floats(70, 300, 3), b = normal_floats(300, 1100, 4);
  const Floats expected = multiply(*engine_of(unit), a, b, {});
  for (const int threads : {1, 2, 3}) {
    Fp8GemmOptions options;
    options.threads = threads;
    EXPECT_EQ(multiply(*engine_of(unit, threads), a, b, options).values, expected.values);
  }
  Floats turned(b.columns, b.rows), d(a.rows, b.columns);
  for (std::int64_t i = 0; i < b.rows; ++i)
    for (std::int64_t j = 0; j < b.columns; ++j) turned.at(j, i) = b.at(i, j);
  Fp8GemmProblem problem = problem_of(a, b, d);
  problem.b = turned.view().transposed();
  fp8gemm(*engine_of(unit), problem);
  EXPECT_EQ(d.values, expected.values);
  const Floats small = normal_floats(300, 5, 5);
  EXPECT_EQ(multiply(*make_reference_engine(unit), a, small, {}).values,
            multiply(*engine_of(unit), a, small, {}).values);
}

// D is computed in parts of 512 x 1,024. Each row of A and column of B has a scale of its own.
TEST(Fp8Gemm, OfMoreThanOnePart) {
  const auto engine = engine_of(catalog().find(kWgmma));
  const Floats a = normal_floats(520, 64, 6);
  Floats b = normal_floats(64, 1030, 7);
  for (std::int64_t k = 0; k < 64; ++k)
    for (std::int64_t j = 0; j < 1030; ++j)
      b.at(k, j) = std::ldexp(b.at(k, j), static_cast<int>(j % 7));
  Fp8GemmOptions options;
  options.block_b = {128, 1};
  options.interval = 32;
  const Floats whole = multiply(*engine, a, b, options);
  Floats last_rows(8, 64), last_columns(64, 6);
  for (std::int64_t k = 0; k < 64; ++k) {
    for (std::int64_t i = 0; i < 8; ++i) last_rows.at(i, k) = a.at(512 + i, k);
    for (std::int64_t j = 0; j < 6; ++j) last_columns.at(k, j) = b.at(k, 1024 + j);
  }
  const Floats last = multiply(*engine, last_rows, last_columns, options);
  for (std::int64_t i = 0; i < 8; ++i)
    for (std::int64_t j = 0; j < 6; ++j)
      EXPECT_EQ(whole.at(512 + i, 1024 + j), last.at(i, j)) << i << ", " << j;
}

// The f32 sum and C, rounded to f32 and then to D's format, by exact sums.
TEST(Fp8Gemm, AddsCAndRoundsToTheFormatOfD) {
  const Unit unit = catalog().find(kWgmma);
  const auto engine = engine_of(unit);
  const Floats a = normal_floats(5, 256, 8, 2), b = normal_floats(256, 33, 9, 2);
  const Floats sums = multiply(*engine, a, b, {});
  const auto rounded = [](const exact::Dyadic& value, const Format& format) {
    exact::Term term;
    term.value = value;
    term.exponent = exact::floor_log2(value);
    term.negative = value.is_negative();
    return exact::round_to_format(term, format, {});
  };
  for (const char* c_name : {"f32", "f16", "bf16"})
    for (const char* d_name : {"f32", "f16", "bf16"}) {
      const Format &c_format = format_named(c_name), &d_format = format_named(d_name);
      const OwnedMatrix c(c_format, 33, 5, "C"), d(d_format, 5, 33, "D");
      for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 33; ++j)
          store_element(c.matrix(), j, i,
                        *convert(single(), c_format,
                                 std::bit_cast<std::uint32_t>(sums.at(4 - i, 32 - j) / 3)));
      Floats unused(5, 33);
      Fp8GemmProblem problem = problem_of(a, b, unused);
      problem.c = c.matrix().transposed();
      problem.c_format = &c_format;
      problem.d = d.matrix();
      problem.d_format = &d_format;
      fp8gemm(*engine, problem);
      for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 33; ++j) {
          const auto sum = exact::decode(single(), std::bit_cast<std::uint32_t>(sums.at(i, j)));
          const auto in_f32 =
              rounded(sum.value + exact::decode(c_format, c.at(j, i)).value, single());
          ASSERT_EQ(d.at(i, j), exact::encode(d_format, rounded(in_f32.value, d_format)))
              << c_name << " " << d_name << " (" << i << ", " << j << ")";
        }
      // In place: C is D.
      if (c_name != std::string(d_name)) continue;
      problem.c.reset();
      const OwnedMatrix first(d_format, 5, 33, "D");
      problem.d = first.matrix();
      for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 33; ++j) store_element(first.matrix(), i, j, c.at(j, i));
      problem.c = first.matrix();
      fp8gemm(*engine, problem);
      EXPECT_TRUE(std::ranges::equal(first.bytes(), d.bytes()));
    }
}

// NVFP4's two levels outside a unit that takes no block scales.
TEST(Fp8Gemm, ScalesOfTheTensorBesideThoseOfBlocks) {
  const Unit unit = catalog().find("blackwell/tcgen05.mma.m64nNk32.f8f6f4.f32.e2m1.e2m1");
  QuantiseScheme of_a = nvfp4_scheme(), of_b = nvfp4_scheme();
  of_a.block = {1, 32};
  of_b.block = {32, 1};
  const Floats a = normal_floats(3, 64, 1, 2), b = normal_floats(64, 2, 2, 2);
  const QuantisedMatrix qa(a.view(), single(), of_a), qb(b.view(), single(), of_b);
  const auto as_floats = [](const MatrixView& scales) {
    Floats floats(scales.rows, scales.columns);
    for (std::int64_t i = 0; i < scales.rows; ++i)
      for (std::int64_t j = 0; j < scales.columns; ++j)
        floats.at(i, j) =
            static_cast<float>(value_of(format_named("ue4m3"), load_element(scales, i, j)));
    return floats;
  };
  const Floats sa = as_floats(qa.scales()), sb = as_floats(qb.scales());
  Floats d(3, 2);
  const ScaledGemmProblem problem{{qa.elements(), sa.view(), of_a.block, qa.tensor_scale()},
                                  {qb.elements(), sb.view(), of_b.block, qb.tensor_scale()},
                                  problem_of(a, b, d).d};
  ScaledGemmOptions how;
  how.interval = 32;
  scaled_gemm(*engine_of(unit), problem, how);
  const ExactGemm exact(unit, problem, how);
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 2; ++j)
      EXPECT_EQ(std::bit_cast<std::uint32_t>(d.at(i, j)), exact.element(i, j));
}

// Beyond D's format, and NaN.
TEST(Fp8Gemm, InfinitiesAndNanOfNarrowResults) {
  const auto engine = engine_of(catalog().find(kWgmma));
  Floats a(1, 32), b(32, 1), unused(1, 1), c(1, 1);
  a.values[0] = b.values[0] = 448;
  for (const auto& [number, bits] : {std::pair(0.0F, 0x7c00U), std::pair(-INFINITY, 0xfc00U),
                                     std::pair(std::nanf(""), 0x7e00U)}) {
    const OwnedMatrix d(format_named("f16"), 1, 1, "D");
    c.values[0] = number;
    Fp8GemmProblem problem = problem_of(a, b, unused);
    problem.c = c.view();
    problem.d = d.matrix();
    problem.d_format = &format_named("f16");
    fp8gemm(*engine, problem);
    EXPECT_EQ(d.at(0, 0), bits);
  }
}

TEST(Fp8Gemm, RefusesResultsAndBlocksThatDoNotFit) {
  Told told;
  const Unit unit = catalog().find(kWgmma), mx = catalog().find(kMx);
  const Floats a = normal_floats(4, 64, 1), b = normal_floats(64, 4, 2);
  const Format& f64 = format_named("f64");
  Floats d(8, 8);
  const auto refuses = [&](const Unit& of, const auto& spoil) {
    Fp8GemmOptions options;
    const OperandSchemes schemes = operand_schemes(of, options);
    const QuantisedMatrix qa(a.view(), single(), schemes.a), qb(b.view(), single(), schemes.b);
    ScaledGemmProblem problem{{qa.elements(), qa.scales(), schemes.a.block},
                              {qb.elements(), qb.scales(), schemes.b.block},
                              problem_of(a, b, d).d};
    problem.d.rows = problem.d.columns = 4;
    spoil(problem);
    told.refusal<InputError>(
        [&] { scaled_gemm(*engine_of(of), problem, scaled_options(of, options)); });
  };
  refuses(unit, [&](auto& x) { x.d_format = &f64; });
  refuses(unit, [&](auto& x) {
    x.c = a.view();
    x.c_format = &f64;
  });
  refuses(unit, [&](auto& x) { x.c = a.view(); });
  refuses(unit, [](auto& x) { x.d.row_stride = x.d.column_stride; });
  refuses(unit, [](auto& x) { x.a.block.rows = -1; });
  refuses(mx, [](auto& x) { x.b.block = {16, 1}; });
}

// Each interval and each part of D draws bits of its own, by the seed and the place alone.
TEST(Fp8Gemm, RandomBitsAreOfTheSeedAndThePlace) {
  // 64 products of 448 * 448 are 49 * 2^18, which 3 fraction bits do not hold.
  const auto engine =
      engine_of(catalog()
                    .find(kWgmma)
                    .with("result.significand_fraction", 3)
                    .with("result.rounding", R"({ mode = "stochastic", random_bits = 8 })"));
  const auto ones = [](std::int64_t rows, std::int64_t columns) {
    Floats all(rows, columns);
    for (float& x : all.values) x = 1.0625F;
    return all;
  };
  Fp8GemmOptions options;
  options.block_a = options.block_b = {0, 0};
  options.interval = 64;
  const auto d = [&](std::int64_t rows, std::int64_t k, std::uint64_t seed, int threads = 1) {
    options.seed = seed;
    options.threads = threads;
    return multiply(*engine, ones(rows, k), ones(k, 8), options).values;
  };
  const auto first = d(8, 64, 5);
  EXPECT_EQ(d(8, 64, 5, 2), first);
  EXPECT_NE(d(8, 64, 6), first);
  EXPECT_NE(d(8, 64, 0), first);
  auto twice = first;
  for (float& x : twice) x *= 2;
  EXPECT_NE(d(8, 128, 5), twice);
  const auto parts = d(1024, 64, 5);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), parts.begin()));
  EXPECT_FALSE(std::equal(first.begin(), first.end(), parts.begin() + 512 * 8));
}

// The product of the scales is infinite, and the sum is 0. Processors differ in the NaN's bits.
TEST(Fp8Gemm, ANanIsTheFormatsOwn) {
  Floats a(1, 2), b(2, 1);
  a.values = {3e38F, 3e38F};
  b.values = {3e38F, -3e38F};
  for (const ScaledAddition addition : {ScaledAddition::fused, ScaledAddition::two_step}) {
    Fp8GemmOptions options;
    options.addition = addition;
    const Floats d = multiply(*engine_of(catalog().find(kWgmma)), a, b, options);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(d.at(0, 0)), single().default_nan());
  }
}

TEST(Fp8Gemm, OfNothing) {
  const auto engine = engine_of(catalog().find(kWgmma));
  EXPECT_EQ(multiply(*engine, Floats(2, 0), Floats(0, 3), {}).values, std::vector<float>(6, 0.0F));
  EXPECT_TRUE(multiply(*engine, Floats(0, 64), Floats(64, 3), {}).values.empty());
}

TEST(Fp8Gemm, PromotionRecoversWhatTheUnitDrops) {
  const auto engine = engine_of(catalog().find(kWgmma));
  Floats a(1, 4096), b(4096, 1);
  for (float& x : a.values) x = 1;
  for (float& x : b.values) x = 1.0625F;
  Fp8GemmOptions whole, promoted;
  whole.block_a = whole.block_b = promoted.block_a = promoted.block_b = {0, 0};
  whole.interval = 0;
  EXPECT_EQ(multiply(*engine, a, b, promoted).at(0, 0), 4352);
  EXPECT_LT(multiply(*engine, a, b, whole).at(0, 0), 4352);
}

TEST(Fp8Gemm, Refuses) {
  Told told;
  const auto refuses = [&](const Unit& unit, const Floats& a, const Floats& b,
                           const Fp8GemmOptions& options) {
    Floats d(a.rows, b.columns);
    for (float& x : d.values) x = 7;
    told.refusal<InputError>([&] { fp8gemm(*engine_of(unit), problem_of(a, b, d), options); });
    for (const float x : d.values) EXPECT_EQ(x, 7);
  };
  const Unit unit = catalog().find(kWgmma);
  const Floats a = normal_floats(2, 256, 1), b = normal_floats(256, 2, 2);
  refuses(unit, a, normal_floats(255, 2, 1), {});
  Fp8GemmOptions options;
  options.interval = 100;
  refuses(unit, a, b, options);
  options.interval = 256;
  refuses(unit, a, b, options);
  options.interval = 0;
  refuses(unit, a, b, options);
  options.interval = 128;
  options.inner_interval = 96;
  refuses(unit, a, b, options);
  options.inner_interval = 0;
  options.block_b = {64, 1};
  refuses(unit, a, b, options);
  Floats nan = a;
  nan.at(1, 3) = std::numeric_limits<float>::quiet_NaN();
  refuses(unit, nan, b, {});
  refuses(catalog().find("ampere/mma.m8n8k4.f64.f64.f64.f64"), a, b, {});
}

}  // namespace
}  // namespace mmasc
