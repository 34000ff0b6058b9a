// SPDX-License-Identifier: Apache-2.0
// Every f16 and bf16 as an element of every small format; half-way cases; 100,000 random
// blocks of each kind that hardware has.
#include "mmasc/quantise/block_scales.h"
#include "printed_name.h"
#include "quantise/blocks.h"
#include "quantise/schemes.h"

namespace mmasc {
namespace {

constexpr const char* kSmallFormats[] = {"e4m3", "e5m2", "e2m1", "e3m2", "e2m3", "e5m6"};

// All finite numbers of a narrow format, 65536 of them or so, in one row.
Floats all_numbers(const char* name) {
  const Format& format = format_named(name);
  std::vector<float> numbers;
  for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits)
    if (exact::decode(format, bits).finite())
      numbers.push_back(static_cast<float>(value_of(format, bits)));
  Floats all(1, static_cast<std::int64_t>(numbers.size()));
  all.values = numbers;
  return all;
}

TEST(QuantiseAll, EveryNarrowNumberByScalesOfItsOwn) {
  for (const char* from : {"f16", "bf16"})
    for (const char* to : kSmallFormats) {
      const Floats all = all_numbers(from);
      for (const std::int64_t block : {1, 32, 0})
        for (const ScaleKind kind : {ScaleKind::f32, ScaleKind::power_of_two, ScaleKind::mx}) {
          Floats kept = all;  // scales below f32's and ue8m0's range have a test of their own
          for (float& x : kept.values)
            if (std::fabs(x) < 0x1p-100F) x = 0;
          expect_defined(kept, with(block_scheme(format_named(to), {1, block}), kind));
        }
    }
}

// Each number beside a greatest one that makes the scale 2^e or another: so each is rounded at
// every place of the format.
TEST(QuantiseAll, EveryF16AtEveryScale) {
  const Floats all = all_numbers("f16");
  for (const char* to : kSmallFormats)
    for (const float greatest : {0x1p-10F, 1.F, 3.F, 448.F, 1000.F, 61000.F}) {
      Floats pairs(all.columns, 2);
      for (std::int64_t i = 0; i < all.columns; ++i) {
        pairs.at(i, 0) = all.at(0, i);
        pairs.at(i, 1) = greatest;
      }
      expect_defined(pairs, block_scheme(format_named(to), {1, 2}));
      expect_defined(pairs, with(block_scheme(format_named(to), {1, 2}), ScaleKind::mx));
    }
}

// Quotients half-way between two elements, and the numbers beside. By the reciprocals of many of
// these odd scales products of doubles miss what is half-way: 49 * (1 / 49) is less than 1.
TEST(QuantiseAll, HalfWayCases) {
  for (const char* to : kSmallFormats) {
    const Format& format = format_named(to);
    const auto numbers = definition::numbers_of(format);
    std::vector<float> scales{1.F, 0.625F, 1365.F, 0x1.55p-20F};
    for (float odd = 3; odd < 512; odd += 2) scales.push_back(odd);
    for (const float scale : scales) {
      Floats x(1, 0);
      for (std::size_t i = 1; i < numbers.size(); ++i) {
        const auto half_way = static_cast<float>((numbers[i - 1] + numbers[i]) / 2 * scale);
        for (const float each :
             {half_way, std::nextafterf(half_way, 0), std::nextafterf(half_way, 1e30F), -half_way})
          x.values.push_back(each);
      }
      x.values.push_back(static_cast<float>(numbers.back() * scale));
      x.columns = static_cast<std::int64_t>(x.values.size());
      x.rows = 1;
      const QuantiseScheme scheme = block_scheme(format, {});
      const QuantisedMatrix q(x.view(), format_named("f32"), scheme);
      EXPECT_EQ(load_element(q.scales(), 0, 0), std::bit_cast<std::uint32_t>(scale));
      expect_defined(x, scheme, q);
    }
  }
}

// The same of scales of 24 bits, and of 28 as NVFP4 has them, by every target's kernels.
TEST(QuantiseAll, HalfWayCasesOfLongScales) {
  std::mt19937_64 random(28);
  int half_way = 0;
  for (const char* to : kSmallFormats) {
    const Format& format = format_named(to);
    const auto numbers = definition::numbers_of(format);
    const CodeRounding rounding(format);
    for (int i = 0; i < 60; ++i) {
      const int exponent = std::array{-62, -60, -20, 0, 60, 99, 101}[random() % 7];
      const double tensor =
          std::ldexp(static_cast<double>(random() >> 41 | 1 << 23), exponent - 23);
      const double scale = tensor * (random() % 2 == 0 ? 1 : 8 + static_cast<double>(random() % 8));
      ScaleDivisors divisors(1);
      divisors.set(0, scale);
      std::vector<float> x;
      for (std::size_t n = 1; n < numbers.size(); n += 1 + numbers.size() / 64) {
        const double middle = (numbers[n - 1] + numbers[n]) / 2 * scale;
        float near = static_cast<float>(middle);
        if (double{near} == middle) ++half_way;
        near = std::nextafterf(std::nextafterf(near, 0), 0);
        for (int step = 0; step < 5; ++step, near = std::nextafterf(near, INFINITY))
          if (std::isfinite(near)) x.insert(x.end(), {near, -near});
      }
      for (const QuantiseKernels& kernels : quantise_kernels()) {
        std::vector<std::uint16_t> codes(x.size());
        kernels.codes16(rounding,
                        {.divisors = divisors.row(),
                         .are_in_f32 = divisors.are_in_f32(),
                         .block = static_cast<std::int64_t>(x.size()),
                         .x = x.data(),
                         .count = static_cast<std::int64_t>(x.size())},
                        codes.data());
        for (std::size_t k = 0; k < x.size(); ++k)
          ASSERT_EQ(codes[k], quantised(double{x[k]}, scale, format))
              << to << " " << x[k] << " / " << scale << " on " << kernels.target;
      }
    }
  }
  EXPECT_GT(half_way, 0);
}

class QuantiseManyBlocks : public ::testing::TestWithParam<SchemeOfHardware> {};
TEST_P(QuantiseManyBlocks, AreDefined) { expect_blocks_defined(GetParam(), 1); }
INSTANTIATE_TEST_SUITE_P(OfHardware, QuantiseManyBlocks, ::testing::ValuesIn(schemes_of_hardware()),
                         PrintedName());

}  // namespace
}  // namespace mmasc
