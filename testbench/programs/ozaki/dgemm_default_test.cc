// SPDX-License-Identifier: Apache-2.0
// DGEMM of slices: no bit depends on threads, blocks and orders, and errors are those of FP64.
#include <gtest/gtest.h>

#include <cfenv>

#include "mmasc/ozaki/dgemm.h"
#include "ozaki/doubles.h"

namespace mmasc {
namespace {

TEST(Dgemm, ThreadsBlocksAndOrdersChangeNoBit) {
  const Unit unit = catalog().find(kHopperE4m3);
  const Doubles a = random_doubles(70, 100, 1, 3), b = random_doubles(100, 67, 1, 4);
  for (const SliceSummation summation : {SliceSummation::fp64, SliceSummation::correct}) {
    DgemmOptions options;
    options.summation = summation;
    const Doubles expected = multiply(*one_thread(unit), a, b, options);
    for (const int threads : {1, 3}) {
      const auto engine = make_batch_engine(unit, {.target = "", .threads = threads});
      for (const std::int64_t block : {0, 7, 31, 64, 10000}) {
        DgemmOptions other = options;
        other.threads = threads;
        other.block = block;
        EXPECT_TRUE(same_doubles(multiply(*engine, a, b, other), expected))
            << threads << " " << block;
      }
    }
    // Columns one after the other, and the caller's rounding mode.
    Doubles by_columns(100, 70), d(67, 70);
    for (std::int64_t i = 0; i < 70; ++i)
      for (std::int64_t k = 0; k < 100; ++k) by_columns.at(k, i) = a.at(i, k);
    std::fesetround(FE_UPWARD);
    dgemm(*one_thread(unit),
          {.a = std::as_const(by_columns).view().transposed(),
           .b = b.view(),
           .d = d.view().transposed()},
          options);
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetround(FE_TONEAREST);
    for (std::int64_t i = 0; i < 70; ++i)
      for (std::int64_t j = 0; j < 67; ++j) ASSERT_EQ(d.at(j, i), expected.at(i, j));
  }
}

// The greatest relative error of elements.
double error_of(const Doubles& d, const Doubles& correct) {
  double greatest = 0;
  for (std::size_t i = 0; i < d.values.size(); ++i)
    greatest = std::max(greatest,
                        std::fabs(d.values[i] - correct.values[i]) / std::fabs(correct.values[i]));
  return greatest;
}

Doubles host_product(const Doubles& a, const Doubles& b) {
  Doubles d(a.rows, b.columns);
  for (std::int64_t i = 0; i < a.rows; ++i)
    for (std::int64_t k = 0; k < a.columns; ++k)
      for (std::int64_t j = 0; j < b.columns; ++j) d.at(i, j) += a.at(i, k) * b.at(k, j);
  return d;
}

TEST(Dgemm, IsAsAccurateAsFp64WithTheEstimatedSlices) {
  for (const char* id : {kHopperF16, kHopperE4m3, kInt8}) {
    const auto engine = one_thread(catalog().find(id));
    for (const double phi : {0.0, 1.0, 4.0}) {
      const Doubles a = random_doubles(128, 128, phi, 11), b = random_doubles(128, 128, phi, 12);
      const Doubles correct = multiply(*engine, a, b, all_slices());
      DgemmSummary summary;
      const Doubles estimated = multiply(*engine, a, b, {}, &summary);
      EXPECT_LE(error_of(estimated, correct), error_of(host_product(a, b), correct)) << id << phi;
      // 16 bits less are not.
      DgemmOptions fewer;
      fewer.slices = summary.slices_a - (15 + summary.unit.bits) / summary.unit.bits;
      fewer.slice_bits = summary.unit.bits;
      EXPECT_GT(error_of(multiply(*engine, a, b, fewer), correct),
                error_of(host_product(a, b), correct))
          << id << phi;
    }
  }
}

}  // namespace
}  // namespace mmasc
