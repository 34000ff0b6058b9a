// SPDX-License-Identifier: Apache-2.0
// A tensor-wide scale: by numbers worked out by hand, and by the specification.
#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/gemm.h"
#include "mmasc/arith/lanes.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/packed_cases.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;

constexpr const char* kNvfp4 = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";
constexpr std::uint64_t kOneE2m1 = 2, kOneUe4m3 = 0x38, kQuarterF32 = 0x3e800000;

Unit nvfp4() { return catalog().find(kNvfp4).with("instruction.tensor_scale", "f32"); }

// Elements and scales of blocks that are 1.
Case ones(const Unit& unit, std::uint64_t st) {
  Case x(layout_of(unit));
  for (const auto& [operand, one] : {std::pair{Operand::a, kOneE2m1},
                                     {Operand::b, kOneE2m1},
                                     {Operand::sa, kOneUe4m3},
                                     {Operand::sb, kOneUe4m3},
                                     {Operand::st, st}})
    std::ranges::fill(x[operand], one);
  return x;
}

std::uint64_t dot(const Unit& unit, const Case& x) {
  OperationBatch batch(unit);
  batch.add(x);
  return batch.run(*make_reference_engine(unit)).front();
}

TEST(TensorScale, MultipliesEveryProductAndNotC) {
  const Unit unit = nvfp4();
  Case x = ones(unit, kQuarterF32);
  EXPECT_EQ(dot(unit, x), 0x41800000u);  // 64 / 4
  x.c() = 0x3f800000;
  EXPECT_EQ(dot(unit, x), 0x41880000u);
  x[Operand::st] = {0xbf800000};         // -1
  EXPECT_EQ(dot(unit, x), 0xc27c0000u);  // 1 - 64
  x[Operand::st] = {0};
  EXPECT_EQ(dot(unit, x), 0x3f800000u);
  x[Operand::st] = {1};  // 2^-149, which is not flushed
  x.c() = 0;
  EXPECT_EQ(dot(unit, x), 0x00000040u);
}

TEST(TensorScale, MayBeInfiniteOrNoNumber) {
  const Unit unit = nvfp4();
  const std::uint64_t nan = unit.datapath.result.nan.value();
  Case x = ones(unit, 0x7f800000);
  EXPECT_EQ(dot(unit, x), 0x7f800000u);
  x[Operand::st] = {0xff800000};
  EXPECT_EQ(dot(unit, x), 0xff800000u);
  x.c() = 0x7f800000;
  EXPECT_EQ(dot(unit, x), nan);
  x.c() = 0;
  x[Operand::a][17] = 0;  // an infinity times zero
  EXPECT_EQ(dot(unit, x), nan);
  x = ones(unit, 0x7fc00000);
  EXPECT_EQ(dot(unit, x), nan);
}

TEST(TensorScale, EveryVectorIsTheEvaluators) {
  const Unit unit = nvfp4();
  const Generator generator(unit, 7);
  std::vector<Case> cases;
  for (const VectorClassInfo& info : kVectorClasses)
    for (std::uint64_t i = 0; i < 40; ++i) cases.push_back(generator.make(info.value, i));
  PackedCases packed(cases);
  make_reference_engine(unit)->dot(packed.batch());
  const Sequence& sequence = generator.sequence();
  std::size_t told = 0;  // results that are neither NaN, infinite nor zero
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& x = cases[i];
    const std::uint64_t d = evaluate_exactly(unit, x);
    ASSERT_EQ(packed.d[i], d) << x.name;
    ASSERT_EQ(evaluate(sequence, operands_of(x)), d) << x.name;
    told += (d & 0x7fffffff) != 0 && (d & 0x7f800000) != 0x7f800000 ? 1 : 0;
  }
  EXPECT_GT(told * 2, cases.size());
}

TEST(TensorScale, UnitsNobodyBuiltAgreeWithTheEvaluator) {
  int of_blocks_too = 0, on_lanes = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Unit unit = tensor_scaled_unit(seed);
    of_blocks_too += unit.instruction.scale ? 1 : 0;
    const Sequence sequence(unit);
    on_lanes += fits_lanes(sequence.plan()) ? 1 : 0;
    const bool any_nan = !unit.datapath.result.nan;
    const OperationBatch batch = random_batch(unit, 10, seed);
    const Bits together = batch.run(*make_reference_engine(unit));
    for (std::size_t i = 0; i < together.size(); ++i) {
      const Case& x = batch.operations()[i];
      const std::uint64_t d = evaluate_exactly(unit, x);
      ASSERT_TRUE(same_bits(unit.d(), together[i], d, any_nan)) << batch.describe(i);
      ASSERT_TRUE(same_bits(unit.d(), evaluate(sequence, view(x)), d, any_nan)) << seed;
    }
  }
  EXPECT_GT(of_blocks_too, 20);
  EXPECT_GT(on_lanes, 20);
}

TEST(TensorScale, IsOneElementOfAGemm) {
  const Unit unit = nvfp4();
  const Format &e2m1 = *unit.instruction.a, &ue4m3 = *unit.instruction.scale->format;
  const std::int64_t k = 100;  // of an instruction and a part of one
  const OwnedMatrix a(e2m1, 3, k, "A"), b(e2m1, k, 5, "B"), sa(ue4m3, 3, 7, "SA"),
      sb(ue4m3, 7, 5, "SB"), st(*unit.instruction.tensor_scale, 1, 1, "ST"), d(unit.d(), 3, 5, "D");
  const auto fill = [](const OwnedMatrix& matrix, std::uint64_t bits) {
    for (std::int64_t i = 0; i < matrix.matrix().rows; ++i)
      for (std::int64_t j = 0; j < matrix.matrix().columns; ++j)
        store_element(matrix.matrix(), i, j, bits);
  };
  fill(a, kOneE2m1), fill(b, kOneE2m1), fill(sa, kOneUe4m3), fill(sb, kOneUe4m3);
  fill(st, kQuarterF32);
  GemmProblem problem;
  problem[Operand::a] = a.matrix(), problem[Operand::b] = b.matrix();
  problem[Operand::sa] = sa.matrix(), problem[Operand::sb] = sb.matrix();
  problem.d = d.matrix();
  const auto reference = make_reference_engine(unit);
  EXPECT_THROW(reference->gemm(problem), InputError);  // without it
  problem[Operand::st] = sa.matrix();
  EXPECT_THROW(reference->gemm(problem), InputError);
  problem[Operand::st] = st.matrix();
  reference->gemm(problem);
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t j = 0; j < 5; ++j) ASSERT_EQ(d.at(i, j), 0x41c80000u);  // 25
  problem[Operand::st].reset();
  EXPECT_NO_THROW(make_reference_engine(catalog().find(kNvfp4))->gemm(problem));
}

TEST(TensorScale, IsRefusedWhereNothingCanBeScaled) {
  const auto refused = [](const char* row, const char* format) {
    EXPECT_THROW((void)catalog().find(row).with("instruction.tensor_scale", format), RowError)
        << format;
  };
  refused("hopper/wgmma.m64nNk32.s32.s8.s8", "f32");  // integers
  refused(kNvfp4, "s8");
  refused(kNvfp4, "no_such_format");
}

}  // namespace
}  // namespace mmasc
