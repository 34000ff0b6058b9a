// SPDX-License-Identifier: Apache-2.0
// Quantised matrices against the definition: shapes of blocks, order in memory, targets, threads,
// special values, refusals.
#include "mmasc/quantise/quantise.h"

#include <cstring>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/elements/float_rounding.h"
#include "mmasc/quantise/block_scales.h"
#include "mmasc/unit/error.h"
#include "quantise/blocks.h"
#include "told.h"

namespace mmasc {
namespace {

const Format& e4m3() { return format_named("e4m3"); }
const Format& f32() { return format_named("f32"); }

std::vector<std::uint64_t> all_of(const MatrixView& matrix) {
  std::vector<std::uint64_t> bits;
  for (std::int64_t i = 0; i < matrix.rows; ++i)
    for (std::int64_t j = 0; j < matrix.columns; ++j) bits.push_back(load_element(matrix, i, j));
  return bits;
}

TEST(QuantiseBlocks, OfEveryShape) {
  const Floats x = normal_floats(37, 261, 1);
  for (const BlockShape block :
       {BlockShape{1, 128}, BlockShape{128, 128}, BlockShape{128, 1}, BlockShape{0, 0},
        BlockShape{1, 0}, BlockShape{0, 1}, BlockShape{1, 1}, BlockShape{3, 7}, BlockShape{16, 16},
        BlockShape{300, 300}, BlockShape{0, 33}, BlockShape{1, 200}})
    expect_defined(x, block_scheme(e4m3(), block));
}

TEST(QuantiseBlocks, OfEveryFormatScaleAndQuotient) {
  const Floats x = normal_floats(9, 200, 2);
  for (const char* name : {"e4m3", "e5m2", "e5m6", "e2m1", "e3m2", "e2m3", "e4m3fnuz", "e5m2fnuz",
                           "f16", "bf16", "e3m4", "e8m3"})
    for (const Quotient quotient : {Quotient::exact, Quotient::f32, Quotient::reciprocal})
      for (const ScaleKind kind : {ScaleKind::f32, ScaleKind::power_of_two, ScaleKind::mx}) {
        const Format& format = format_named(name);
        // A format of f32's range has no such scales: they, or what they are multiplied by, would
        // end before.
        const bool is_small = kind != ScaleKind::f32 || quotient == Quotient::reciprocal;
        if (format.exponent_bits == 8 && is_small) continue;
        expect_defined(x, with(with(block_scheme(format, {1, 64}), kind), quotient));
      }
}

TEST(QuantiseBlocks, AsHardwareHasThem) {
  const Floats x = normal_floats(40, 150, 3);
  for (const char* name : {"e4m3", "e5m2", "e2m1", "e3m2", "e2m3"}) {
    expect_defined(x, mx_scheme(format_named(name)));
    expect_defined(x, with(mx_scheme(format_named(name)), ScaleKind::power_of_two));
  }
  expect_defined(normal_floats(40, 150, 4, 5), nvfp4_scheme());
  expect_defined(normal_floats(40, 150, 4, 5), with(nvfp4_scheme(), Quotient::reciprocal));
  QuantiseScheme one_level = nvfp4_scheme();
  one_level.has_tensor_scale = false;
  expect_defined(normal_floats(40, 150, 4, 3), one_level);
}

// By hand, from OCP MX 1.0 and NVIDIA's paper.
TEST(QuantiseBlocks, ByHand) {
  Floats x(1, 32);
  x.at(0, 0) = 9, x.at(0, 1) = -1.25F, x.at(0, 2) = 5.9F;
  const QuantisedMatrix mx(x.view(), f32(), mx_scheme(format_named("e2m1")));
  EXPECT_EQ(load_element(mx.scales(), 0, 0), 128U);    // 2^(3 - 2)
  EXPECT_EQ(load_element(mx.elements(), 0, 0), 6U);    // 4.5: half-way from 4 to 6 is 5
  EXPECT_EQ(load_element(mx.elements(), 0, 1), 0x9U);  // -0.625 to -0.5
  EXPECT_EQ(load_element(mx.elements(), 0, 2), 5U);    // 2.95 to 3
  const QuantisedMatrix nv(x.view(), f32(), nvfp4_scheme());
  EXPECT_EQ(nv.tensor_scale(), 9.0F / 2688);
  EXPECT_EQ(load_element(nv.scales(), 0, 0), 0x7eU);  // 448
  EXPECT_EQ(load_element(nv.scales(), 0, 1), one(format_named("ue4m3")));
  EXPECT_EQ(load_element(nv.elements(), 0, 0), 7U);  // 6
}

TEST(QuantiseBlocks, SameBitsInEveryOrderAndOnEveryThread) {
  const Floats x = normal_floats(300, 257, 5);
  for (const QuantiseScheme& scheme :
       {block_scheme(e4m3(), {1, 128}), block_scheme(e4m3(), {128, 128}),
        block_scheme(e4m3(), {0, 1}), nvfp4_scheme(), block_scheme(format_named("e5m6"), {7, 5})}) {
    const QuantisedMatrix expected(x.view(), f32(), scheme);
    std::vector<float> by_columns;
    for (std::int64_t j = 0; j < x.columns; ++j)
      for (std::int64_t i = 0; i < x.rows; ++i) by_columns.push_back(x.at(i, j));
    const auto* data = reinterpret_cast<const std::byte*>(by_columns.data());
    const QuantisedMatrix turned(column_major(f32(), data, x.rows, x.columns), f32(), scheme);
    EXPECT_EQ(all_of(turned.elements()), all_of(expected.elements()));
    EXPECT_EQ(all_of(turned.scales()), all_of(expected.scales()));
    EXPECT_EQ(turned.tensor_scale(), expected.tensor_scale());
    for (const int threads : {1, 2, 5}) {
      QuantiseOptions options;
      options.threads = threads;
      const QuantisedMatrix again(x.view(), f32(), scheme, options);
      EXPECT_EQ(all_of(again.elements()), all_of(expected.elements()));
      EXPECT_EQ(all_of(again.scales()), all_of(expected.scales()));
    }
    // Every second column of a matrix, into every second of another.
    Floats wide(x.rows, 2 * x.columns);
    for (std::int64_t i = 0; i < x.rows; ++i)
      for (std::int64_t j = 0; j < x.columns; ++j) wide.at(i, 2 * j) = x.at(i, j);
    MatrixView numbers = wide.view();
    numbers.columns = x.columns;
    numbers.column_stride *= 2;
    const auto count = scale_count(scheme.block, x.rows, x.columns);
    const OwnedMatrix elements(*scheme.format, x.rows, 2 * x.columns, "elements");
    const OwnedMatrix scales(*scheme.scale_format, count.rows, count.columns, "scales");
    MutableMatrix to = elements.matrix();
    to.columns = x.columns;
    to.column_stride *= 2;
    quantise({numbers, &f32(), to, scales.matrix()}, scheme);
    EXPECT_EQ(all_of(to), all_of(expected.elements()));
    EXPECT_EQ(all_of(scales.matrix()), all_of(expected.scales()));
    EXPECT_EQ(elements.at(1, 1), 0U);
  }
}

TEST(QuantiseBlocks, SameBitsOnEveryTarget) {
  const Floats x = normal_floats(1, 999, 6);
  const auto targets = quantise_kernels();
  ASSERT_GE(targets.size(), 1U);
  EXPECT_EQ(targets.back().target, "any");
  for (const bool are_in_f32 : {false, true})
    for (const char* name : {"e4m3", "e5m2fnuz", "e5m6", "f16", "bf16"})
      for (const Quotient quotient : {Quotient::exact, Quotient::f32, Quotient::reciprocal}) {
        const CodeRounding rounding(format_named(name));
        ScaleDivisors divisors(2);
        divisors.set(0, 0.3F);
        divisors.set(1, 7 * 0.1F);
        const auto run = [&](auto codes, bool in_f32) {
          const CodeRow row{.quotient = quotient,
                            .divisors = divisors.row(),
                            .are_in_f32 = in_f32,
                            .block = 500,
                            .x = x.values.data(),
                            .count = 999};
          std::vector<std::uint16_t> words(999);
          codes(rounding, row, words.data());
          return words;
        };
        const auto expected = run(targets.back().codes16, false);
        for (const auto& kernels : targets) {
          EXPECT_EQ(run(kernels.codes16, are_in_f32), expected) << kernels.target << " " << name;
          if (format_named(name).storage_bits() > 8) continue;
          const auto in_bytes = [&](const auto& to, const auto& row, std::uint16_t* words) {
            std::vector<std::uint8_t> bytes(999);
            kernels.codes8(to, row, bytes.data());
            std::ranges::copy(bytes, words);
          };
          EXPECT_EQ(run(in_bytes, are_in_f32), expected) << kernels.target << " " << name;
        }
      }
  for (const auto& kernels : targets)
    for (const bool is_fused : {false, true}) {
      std::vector<float> sum(999, 1.1F), expected(999);
      const std::vector<float> scales(999, 0.7F);
      kernels.add_scaled(x.values.data(), 0.3F, scales.data(), is_fused, 999, sum.data());
      for (std::size_t i = 0; i < 999; ++i) {
        const float factor = 0.3F * 0.7F, product = x.values[i] * factor;
        expected[i] = is_fused ? std::fma(x.values[i], factor, 1.1F) : product + 1.1F;
      }
      EXPECT_EQ(sum, expected) << kernels.target;
    }
}

TEST(QuantiseBlocks, NarrowNumbersAreThoseNumbers) {
  for (const char* name : {"f16", "bf16"}) {
    const Format& format = format_named(name);
    std::vector<std::uint16_t> bits;
    Floats x(8, 8192);
    for (std::uint64_t i = 0; i < 65536; ++i) {
      const auto kept = exact::decode(format, i).finite() ? i : 0;
      bits.push_back(static_cast<std::uint16_t>(kept));
      x.values[i] = static_cast<float>(value_of(format, kept));
    }
    const auto* data = reinterpret_cast<const std::byte*>(bits.data());
    for (const QuantiseScheme& scheme : {block_scheme(e4m3(), {1, 128}), nvfp4_scheme()}) {
      const QuantisedMatrix expected(x.view(), f32(), scheme);
      const QuantisedMatrix narrow(row_major(format, data, 8, 8192), format, scheme);
      EXPECT_EQ(all_of(narrow.elements()), all_of(expected.elements())) << name;
      EXPECT_EQ(all_of(narrow.scales()), all_of(expected.scales())) << name;
    }
  }
}

TEST(QuantiseBlocks, OfZerosAndOfNothing) {
  for (const QuantiseScheme& scheme :
       {block_scheme(e4m3(), {1, 128}), mx_scheme(e4m3()), nvfp4_scheme(),
        with(nvfp4_scheme(), Quotient::reciprocal)}) {
    const Floats zero(2, 64), nothing(0, 64);
    const QuantisedMatrix all(zero.view(), f32(), scheme);
    for (const std::uint64_t bits : all_of(all.elements())) EXPECT_EQ(bits, 0U);
    for (const std::uint64_t bits : all_of(all.scales()))
      EXPECT_EQ(bits, one(*scheme.scale_format));
    EXPECT_EQ(all.tensor_scale(), 1);
    EXPECT_EQ(QuantisedMatrix(nothing.view(), f32(), scheme).elements().rows, 0);
  }
  Floats minus(1, 2);
  minus.at(0, 1) = -0.0F;
  EXPECT_EQ(all_of(QuantisedMatrix(minus.view(), f32(), block_scheme(e4m3(), {})).elements()),
            (std::vector<std::uint64_t>{0, 0x80}));
  EXPECT_EQ(all_of(QuantisedMatrix(minus.view(), f32(), block_scheme(format_named("e4m3fnuz"), {}))
                       .elements()),
            (std::vector<std::uint64_t>{0, 0}));
}

// Scales that f32 or ue8m0 end before.
TEST(QuantiseBlocks, AtTheEndsOfTheirRange) {
  const auto scale = [](float greatest, const QuantiseScheme& scheme) {
    return BlockScales(scheme, 0).of(greatest).bits;
  };
  EXPECT_EQ(scale(0x1p-149F, mx_scheme(e4m3())), 0U);                // 2^-127
  EXPECT_EQ(scale(0x1.fffffep127F, mx_scheme(e4m3())), 127U + 119);  // 2^(127 - 8)
  EXPECT_EQ(scale(0x1.fffffep127F, mx_scheme(format_named("e2m1"))), 127U + 125);
  const auto by_powers = with(block_scheme(e4m3(), {}), ScaleKind::power_of_two);
  EXPECT_EQ(scale(0x1p-149F, by_powers), 0x00800000U);  // 2^-126
  EXPECT_EQ(scale(448, by_powers), 0x3f800000U);        // the least that is enough
  EXPECT_EQ(scale(std::nextafterf(448, 449), by_powers), 0x40000000U);
  EXPECT_EQ(scale(0x1p-149F, block_scheme(e4m3(), {})), 0x3f800000U);  // 0 would be no scale
  QuantiseScheme floored = block_scheme(e4m3(), {});
  floored.least_greatest = 1e-4F;
  EXPECT_EQ(scale(1e-5F, floored), std::bit_cast<std::uint32_t>(1e-4F / 448));
  EXPECT_EQ(scale(0, floored), std::bit_cast<std::uint32_t>(1e-4F / 448));
}

TEST(QuantiseBlocks, TheLeastGreatestHoldsOfTheTensorToo) {
  Floats x(1, 32), least(1, 32);
  x.values[0] = 1e-9F;
  x.values[31] = 1e-10F;
  least.values[0] = 1e-4F;
  for (const Quotient quotient : {Quotient::exact, Quotient::reciprocal}) {
    QuantiseScheme scheme = with(nvfp4_scheme(), quotient);
    const QuantisedMatrix expected(least.view(), f32(), scheme);
    scheme.least_greatest = 1e-4F;
    const QuantisedMatrix made(x.view(), f32(), scheme);
    EXPECT_EQ(made.tensor_scale(), expected.tensor_scale());
    EXPECT_EQ(load_element(made.scales(), 0, 0), load_element(expected.scales(), 0, 0));
    EXPECT_EQ(load_element(made.scales(), 0, 1), load_element(expected.scales(), 0, 0));
    expect_defined(normal_floats(40, 150, 4, 5), scheme);
  }
}

// 1 / scale is infinite below 2^-128, as docs/fp8.md defines it: all but zeros are the greatest.
TEST(QuantiseBlocks, ReciprocalsOfTheLeastScalesAreInfinite) {
  Floats x(1, 5);
  x.values = {1e-38F, -1e-38F, 0, -0.0F, 0x1p-149F};
  const auto blocks = with(block_scheme(format_named("e2m1"), {1, 5}), Quotient::reciprocal);
  const QuantisedMatrix quantised(x.view(), f32(), blocks);
  EXPECT_EQ(load_element(quantised.scales(), 0, 0), std::bit_cast<std::uint32_t>(1e-38F / 6));
  const std::vector<std::uint64_t> expected{7, 0xf, 0, 8, 7};
  EXPECT_EQ(all_of(quantised.elements()), expected);
  for (const char* name : {"e4m3", "e2m1", "e5m6", "f16"})
    for (const Quotient quotient : {Quotient::exact, Quotient::f32, Quotient::reciprocal}) {
      Floats small = normal_floats(40, 64, 9, 5);
      for (float& number : small.values) number = std::ldexp(number, -120);
      expect_defined(small, with(block_scheme(format_named(name), {1, 8}), quotient));
    }
  // Blocks of their own kernels: of a number, of 16, of 32, of any count; in f32 and in f64 lanes.
  ScaleDivisors divisors(1);
  divisors.set(0, 0x1p-129F);
  for (const QuantiseKernels& kernels : quantise_kernels())
    for (const std::int64_t block : {1, 16, 32, 5})
      for (const char* name : {"e2m1", "bf16"}) {
        std::vector<std::uint16_t> codes(5);
        const std::int64_t count = std::min<std::int64_t>(block, 5);
        kernels.codes16(CodeRounding(format_named(name)),
                        {.quotient = Quotient::reciprocal,
                         .divisors = divisors.row(),
                         .block = block,
                         .x = x.values.data() + 5 - count,
                         .count = count},
                        codes.data());
        const std::uint64_t greatest = name == std::string("e2m1") ? 7 : 0x7f7f;
        EXPECT_EQ(codes[static_cast<std::size_t>(count - 1)], greatest) << kernels.target;
      }
  x = Floats(1, 2);
  x.values = {0x1p-140F, 0};
  const QuantisedMatrix two_levels(x.view(), f32(), with(nvfp4_scheme(), Quotient::reciprocal));
  EXPECT_EQ(two_levels.tensor_scale(), 0x1p-128F);  // 1 / the greatest number
  EXPECT_EQ(all_of(two_levels.elements()), (std::vector<std::uint64_t>{7, 0}));
  x.values = {0x1p-149F, 0};
  EXPECT_EQ(QuantisedMatrix(x.view(), f32(), nvfp4_scheme()).tensor_scale(), 1);
}

TEST(QuantiseBlocks, TheTensorsScaleLeavesOutNanBlocks) {
  Floats x(1, 48);
  x.at(0, 3) = std::numeric_limits<float>::infinity();
  x.at(0, 20) = -6;
  x.at(0, 40) = std::numeric_limits<float>::quiet_NaN();
  QuantiseOptions options;
  options.nan_blocks = true;
  const QuantisedMatrix quantised(x.view(), f32(), nvfp4_scheme(), options);
  EXPECT_EQ(quantised.tensor_scale(), 6.0F / 2688);
  EXPECT_EQ(all_of(quantised.scales()), (std::vector<std::uint64_t>{0x7f, 0x7e, 0x7f}));
}

TEST(QuantiseBlocks, OfNanAndInfinity) {
  Told told;
  Floats x = normal_floats(4, 64, 7);
  x.at(2, 40) = std::numeric_limits<float>::infinity();
  x.at(3, 5) = std::numeric_limits<float>::quiet_NaN();
  for (const bool is_transposed : {false, true})
    told.refusal<InputError>([&] {
      QuantisedMatrix(is_transposed ? x.view().transposed() : x.view(), f32(),
                      block_scheme(e4m3(), {1, 32}));
    });
  QuantiseOptions options;
  options.nan_blocks = true;
  for (const QuantiseScheme& scheme :
       {block_scheme(e4m3(), {1, 32}), mx_scheme(format_named("e2m1"))}) {
    const QuantisedMatrix q(x.view(), f32(), scheme, options);
    for (std::int64_t i = 0; i < 4; ++i)
      for (std::int64_t block = 0; block < 2; ++block) {
        const bool is_special = (i == 2 && block == 1) || (i == 3 && block == 0);
        const bool is_nan =
            exact::decode(*scheme.scale_format, load_element(q.scales(), i, block)).nan;
        EXPECT_EQ(is_nan, is_special);
        for (std::int64_t j = 32 * block; is_special && j < 32 * block + 32; ++j)
          EXPECT_EQ(load_element(q.elements(), i, j), scheme.format->default_nan());
      }
  }
}

Format own_format(int exponent_bits, int fraction_bits, int bias) {
  Format format;
  format.name = "own";
  format.exponent_bits = exponent_bits;
  format.fraction_bits = fraction_bits;
  format.bias = bias;
  return format;
}

// The least number is the code 0: scales below it are that number, and none is passed over.
TEST(QuantiseBlocks, ScalesOfAFormatWithoutAZero) {
  Format scales = own_format(4, 3, 7);
  scales.sign = Sign::none;
  scales.has_subnormals = false;
  scales.specials = Specials::nan_all_ones;
  QuantiseScheme scheme = block_scheme(e4m3(), {1, 1});
  scheme.scale_format = &scales;
  const std::vector<std::pair<float, std::uint64_t>> expected{{0x1p-16F, 0},
                                                              {0x1p-7F * 448 * 0.99F, 0},
                                                              {0x1p-7F * 448, 0},
                                                              {0x1.2p-7F * 448, 1},
                                                              {448, 0x38}};
  Floats x(1, static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) x.values[i] = expected[i].first;
  const QuantisedMatrix quantised(x.view(), f32(), scheme);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(load_element(quantised.scales(), 0, static_cast<std::int64_t>(i)), expected[i].second)
        << expected[i].first;
  EXPECT_EQ(load_element(quantised.elements(), 0, 0), 0x01U) << "2^-9";
}

// Powers of two whose reciprocals are beyond f32 still divide exactly.
TEST(QuantiseBlocks, PowersOfTwoBelowThoseOfUe8m0) {
  Format scales = own_format(7, 0, 140);
  scales.sign = Sign::none;
  scales.specials = Specials::none;
  QuantiseScheme scheme = mx_scheme(format_named("e2m1"));
  scheme.scale_format = &scales;
  Floats x(1, 3);
  x.values = {6 * 0x1p-135F, -0x1p-135F, 0};
  for (const Quotient quotient : {Quotient::exact, Quotient::f32}) {
    const QuantisedMatrix quantised(x.view(), f32(), with(scheme, quotient));
    EXPECT_EQ(all_of(quantised.scales()), (std::vector<std::uint64_t>{5}));  // 2^-135
    EXPECT_EQ(all_of(quantised.elements()), (std::vector<std::uint64_t>{7, 0xa, 0}));
  }
}

// ue4m3 has numbers of 2^-9 below 2^-6, and of 2^-3 from 1 to 2. A scale is the nearest, the even
// one of two, and never 0.
TEST(QuantiseBlocks, ScalesOfASmallFormatTieToEvenAndAreNotZero) {
  QuantiseScheme one_level = nvfp4_scheme();
  one_level.has_tensor_scale = false;
  const auto scale_of = [&](float wanted) {
    const auto bits = BlockScales(one_level, 0).of(6 * wanted).bits;
    EXPECT_EQ(block_scale(6 * double{wanted}, format_named("e2m1"), format_named("ue4m3")), bits);
    return bits;
  };
  EXPECT_EQ(scale_of(1.0625F), 0x38U);  // of 1 and 1.125
  EXPECT_EQ(scale_of(1.1875F), 0x3aU);  // of 1.125 and 1.25
  EXPECT_EQ(scale_of(std::nextafterf(1.0625F, 2)), 0x39U);
  EXPECT_EQ(scale_of(std::nextafterf(1.1875F, 1)), 0x39U);
  EXPECT_EQ(scale_of(1.5F * 0x1p-9F), 2U);
  EXPECT_EQ(scale_of(2.5F * 0x1p-9F), 2U);
  EXPECT_EQ(scale_of(0x1p-9F), 1U);
  for (const float below : {0x1.8p-10F, 0x1p-10F, 0x1p-11F, 0x1p-40F})
    EXPECT_EQ(scale_of(below), 1U);
  // Beside a greatest number of the tensor, by either quotient.
  Floats x(1, 48);
  x.at(0, 0) = 2688;  // the tensor's scale is 1
  x.at(0, 16) = 6 * 1.0625F;
  x.at(0, 32) = 6 * 0x1p-11F;
  for (const Quotient quotient : {Quotient::exact, Quotient::reciprocal}) {
    const QuantisedMatrix quantised(x.view(), f32(), with(nvfp4_scheme(), quotient));
    EXPECT_EQ(all_of(quantised.scales()), (std::vector<std::uint64_t>{0x7e, 0x38, 1}));
    EXPECT_EQ(load_element(quantised.elements(), 0, 32), 3U);  // 6 * 2^-11 / 2^-9
  }
}

// The greatest number of the format is below 1.
TEST(QuantiseBlocks, NoScaleIsInfinite) {
  const Format small = own_format(4, 3, 20);
  Floats x(1, 2);
  x.values = {3e38F, -3e38F};
  const QuantisedMatrix quantised(x.view(), f32(), block_scheme(small, {1, 2}));
  EXPECT_EQ(load_element(quantised.scales(), 0, 0),
            std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max()));
  EXPECT_EQ(load_element(quantised.elements(), 0, 0), 0x77U);
  EXPECT_EQ(load_element(quantised.elements(), 0, 1), 0xf7U);
}

TEST(QuantiseBlocks, Refuses) {
  Told told;
  const Floats x(2, 2);
  const auto refuses = [&](const QuantiseScheme& scheme) {
    told.refusal<InputError>([&] { QuantisedMatrix(x.view(), f32(), scheme); });
  };
  refuses(block_scheme(format_named("f32"), {}));
  refuses(block_scheme(format_named("ue8m0"), {}));
  refuses(block_scheme(format_named("s8"), {}));
  refuses(block_scheme(e4m3(), {-1, 2}));
  refuses(with(mx_scheme(e4m3()), ScaleKind::f32));
  refuses(with(nvfp4_scheme(), ScaleKind::mx));
  refuses(with(nvfp4_scheme(), Quotient::f32));
  QuantiseScheme scheme = block_scheme(e4m3(), {});
  scheme.has_tensor_scale = true;
  refuses(scheme);
  scheme = block_scheme(e4m3(), {});
  scheme.scale_format = &e4m3();
  refuses(scheme);
  for (const int bias : {400, -400}) {
    const Format far = own_format(4, 3, bias);
    refuses(block_scheme(far, {}));
  }
  for (const int bias : {250, -60}) {
    Format far = own_format(7, 0, bias);
    far.sign = Sign::none;
    far.specials = Specials::none;
    scheme = mx_scheme(e4m3());
    scheme.scale_format = &far;
    refuses(scheme);
  }
  Format no_nan = own_format(7, 0, 63);
  no_nan.sign = Sign::none;
  no_nan.specials = Specials::none;
  scheme = mx_scheme(e4m3());
  scheme.scale_format = &no_nan;
  QuantiseOptions nan_blocks;
  nan_blocks.nan_blocks = true;
  EXPECT_NO_THROW(QuantisedMatrix(x.view(), f32(), scheme));
  told.refusal<InputError>([&] { QuantisedMatrix(x.view(), f32(), scheme, nan_blocks); });
  std::byte memory[16]{};
  const QuantiseProblem problem{x.view(), &f32(), row_major(e4m3(), memory, 2, 2, 1),
                                row_major(f32(), memory + 8, 1, 1)};
  told.refusal<InputError>([&] { quantise(problem, block_scheme(e4m3(), {})); });
  const auto f64 = row_major(format_named("f64"), static_cast<const std::byte*>(nullptr), 0, 0);
  told.refusal<InputError>(
      [&] { QuantisedMatrix(f64, format_named("f64"), block_scheme(e4m3(), {})); });
}

// Single floats are rounded as convert() does: every bf16, those beside the middles of elements,
// and random bits.
TEST(FloatRounding, IsConvert) {
  std::vector<float> x;
  for (std::uint32_t i = 0; i < 65536; ++i) x.push_back(std::bit_cast<float>(i << 16));
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i)
    x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
  for (const char* name : {"e4m3", "e5m2", "e5m6", "e2m1", "e3m2", "e4m3fnuz", "f16", "bf16"}) {
    const Format& to = format_named(name);
    std::vector<float> numbers;
    for (const float each : x)
      if (to.has_nan() || !std::isnan(each)) numbers.push_back(each);
    const auto codes = definition::numbers_of(to);
    for (std::size_t i = 1; i < codes.size(); i += 1 + codes.size() / 256) {
      const auto middle = static_cast<float>((codes[i - 1] + codes[i]) / 2);
      for (const float each :
           {middle, -std::nextafterf(middle, 0), std::nextafterf(middle, INFINITY)})
        numbers.push_back(each);
    }
    const auto last =
        static_cast<float>(codes.back() + (codes.back() - codes[codes.size() - 2]) / 2);
    for (const float each : {last, std::nextafterf(last, 0), -last}) numbers.push_back(each);
    for (const Overflow overflow :
         {Overflow::infinity, Overflow::by_rounding, Overflow::saturate}) {
      const Conversion conversion{Rounding::nearest_even, overflow};
      ASSERT_TRUE(FloatRounding::fits(to, conversion));
      const auto count = static_cast<std::int64_t>(numbers.size());
      const OwnedMatrix rounded(to, 1, count, name);
      ASSERT_TRUE(
          FloatRounding(to, conversion).round(numbers.data(), count, rounded.matrix().data));
      for (std::int64_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::uint32_t>(numbers[static_cast<std::size_t>(i)]);
        ASSERT_EQ(rounded.at(0, i), *convert(f32(), to, bits, conversion))
            << name << " " << numbers[static_cast<std::size_t>(i)];
      }
    }
  }
}

TEST(FloatRounding, LeavesTheRestToConvert) {
  EXPECT_FALSE(FloatRounding::fits(e4m3(), {Rounding::toward_zero, Overflow::infinity}));
  for (const char* name : {"f32", "ue8m0", "s8", "tf32"})
    EXPECT_FALSE(FloatRounding::fits(format_named(name), {})) << name;
  std::byte code{};
  const float nan = std::nanf("");
  EXPECT_FALSE(FloatRounding(format_named("e2m1"), {}).round(&nan, 1, &code));
  EXPECT_TRUE(FloatRounding(e4m3(), {}).round(&nan, 0, nullptr));
}

// The slow and exact functions that studies use are the same definition.
TEST(QuantiseBlocks, AreTheElementsOfStudies) {
  const Floats x = normal_floats(3, 96, 8);
  for (const ScaleKind kind : {ScaleKind::f32, ScaleKind::power_of_two, ScaleKind::mx}) {
    const QuantisedMatrix q(x.view(), f32(), with(block_scheme(e4m3(), {1, 0}), kind));
    for (std::int64_t i = 0; i < x.rows; ++i) {
      double greatest = 0;
      for (std::int64_t j = 0; j < x.columns; ++j)
        greatest = std::max(greatest, std::fabs(double{x.at(i, j)}));
      const double scale = scale_for(greatest, e4m3(), kind);
      EXPECT_EQ(value_of(f32(), load_element(q.scales(), i, 0)), scale);
      for (std::int64_t j = 0; j < x.columns; ++j)
        EXPECT_EQ(load_element(q.elements(), i, j), quantised(double{x.at(i, j)}, scale, e4m3()));
    }
  }
}

}  // namespace
}  // namespace mmasc
