// SPDX-License-Identifier: Apache-2.0
// Units whose A is sparse, by the kernels of dense ones.
#include "batch/agreement.h"
#include "batch/gemm_case.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

constexpr const char* kRows[] = {
    "hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "ampere/mma.sp.m16n8k8.f32.tf32.tf32.f32",
    "ampere/mma.sp.m16n8k128.s32.u4.s4.s32", "cdna3/v_smfmac_f32_32x32x16_bf16"};

TEST(SparseBatch, AgreesOnDotProducts) {
  for (const char* id : kRows) expect_agreement(find_row(id), 11, 300);
}

TEST(SparseBatch, AgreesOnUnitsNobodyBuilt) {
  const int kernels = expect_agreement(sparse_unit, 300, 100, 20);
  EXPECT_GT(kernels, 50);
}

TEST(SparseBatch, MultipliesMatricesThatKeepTheirZeros) {
  using enum Order;
  std::vector<GemmCase> cases{sized(1, 1, 1),   sized(3, 0, 8),   sized(2, 7, 0),
                              sized(9, 5, 32),  sized(4, 33, 70), sized(7, 16, 131),
                              sized(5, 66, 256)};
  cases[5].a = {columns, 1};
  cases[5].b = {packed_columns, 0};
  cases[5].c_is = GemmCase::C::absent;
  cases[6].a = {packed_rows, 0};
  cases[6].c = {packed_rows, 0};
  cases[6].d = {columns, 3};
  for (const char* id : kRows) expect_same_gemms(find_row(id), cases);
  cases[6].promotion = Promotion{2, Rounding::nearest_even};
  expect_same_gemms(find_row(kRows[0]), cases, 3);
}

TEST(SparseBatch, RefusesAMatrixThatIsNotSparseEnough) {
  const Unit& unit = find_row(kRows[0]);
  GemmCase chosen = sized(3, 2, 9);
  const Unit& dense = find_row(kF16);
  GemmOperands operands(dense, chosen);
  for (const auto& engine : {make_reference_engine(unit), make_batch_engine(unit)}) try {
      engine->gemm(operands.problem());
      FAIL();
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("A is not sparse enough in row "), std::string::npos)
          << error.what();
    }
}

}  // namespace
}  // namespace mmasc
