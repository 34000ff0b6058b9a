// SPDX-License-Identifier: Apache-2.0
// Our widths and numbers of slices against those that the scheme's authors published with OzBLAS.
#include <gtest/gtest.h>

#include "mmasc/ozaki/split.h"
#include "ozaki/doubles.h"

namespace mmasc {
namespace {

// github.com/mukunoki/ozblas, commit 3ca7b9e, testing/_testing_cuozblas_dsgemm_nn.dat: FP64
// matrices, slices until nothing is left, sums in FP32 on an A100.
constexpr struct {
  std::int64_t n;
  int slices;
} kPublished[] = {{128, 6}, {256, 6}, {512, 7}, {1024, 7}, {2048, 8}, {4096, 8}, {8192, 9}};

// As drawn there: +-(9 * u + 1) with a u of drand48, which has 48 bits.
Doubles as_published(std::int64_t rows, std::int64_t columns) {
  std::mt19937_64 engine(48);
  Doubles matrix(rows, columns);
  for (double& x : matrix.values) {
    x = std::ldexp(static_cast<double>(engine() >> 16), -48) * 9 + 1;
    if (engine() % 2 == 0) x = -x;
  }
  return matrix;
}

// OzBLAS rounds elements to multiples of 2^(rho - 53) of the greatest: 53 - rho bits and a sign,
// which is one of our bits (src/cpu/ozblas_split.cpp there, getRho).
int published_bits(std::int64_t n) {
  const double rho = std::ceil(53 - (24 - std::log2(static_cast<double>(n))) / 2);
  return 53 - static_cast<int>(rho) + 1;
}

TEST(PublishedSlices, AreOursWithoutBlocksOfK) {
  for (const char* id : {kHopperF16, "ampere/mma.m16n8k16.f32.f16.f16.f32"}) {
    const Unit unit = catalog().find(id);
    for (const auto& [n, slices] : kPublished) {
      int widest = 0;
      for (const ExactSlices& width : exact_slices(unit))
        if (width.chain >= n) widest = width.bits;
      EXPECT_EQ(widest, published_bits(n)) << id << " n = " << n;
      const Doubles matrix = as_published(4, n);
      const SplitMatrix split(matrix.view(), Lines::rows, format_named("f64"), "A");
      EXPECT_EQ(split.all_slices(widest), slices) << id << " n = " << n;
    }
  }
}

TEST(PublishedSlices, AreNoFewerThanOursWithBlocksOfK) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  for (const auto& [n, slices] : kPublished) {
    DgemmSummary summary;
    multiply(*engine, as_published(2, n), as_published(n, 2), all_slices(), &summary);
    EXPECT_EQ(summary.unit.bits, 9) << "n = " << n;
    EXPECT_EQ(summary.slices_a, 6) << "n = " << n;
    EXPECT_EQ(summary.slices_b, 6) << "n = " << n;
  }
}

}  // namespace
}  // namespace mmasc
