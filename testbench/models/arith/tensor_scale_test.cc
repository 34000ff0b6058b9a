// SPDX-License-Identifier: Apache-2.0
// A tensor-wide scale is one element of a GEMM.
#include <gtest/gtest.h>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/gemm.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr const char* kNvfp4 = "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3";
constexpr std::uint64_t kOneE2m1 = 2, kOneUe4m3 = 0x38, kQuarterF32 = 0x3e800000;

Unit nvfp4() { return catalog().find(kNvfp4).with("instruction.tensor_scale", "f32"); }

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

}  // namespace
}  // namespace mmasc
