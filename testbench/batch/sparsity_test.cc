// SPDX-License-Identifier: Apache-2.0
// Units whose A is sparse, by the kernels of dense ones.
#include "arith/sparsity.h"

#include "arith/owned_matrix.h"
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

// What is kept of A with its metadata gives the D of A with its zeros; other metadata that of its
// dot products.
TEST(SparseBatch, MultipliesMatricesWithTheirMetadata) {
  for (const char* id : kRows) {
    SCOPED_TRACE(id);
    const Unit& unit = find_row(id);
    const SparsityRow& sparsity = *unit.instruction.sparsity;
    const std::int64_t m = 5, n = 7, k = 3 * unit.instruction.shape.k / 2;  // half an instruction
    const std::int64_t products = 3 * unit.products() / 2, indices = 3 * unit.metadata() / 2;
    GemmOperands operands(unit, sized(m, n, k));
    GemmProblem dense = operands.problem();
    const OwnedMatrix a(*unit.instruction.a, m, products, "A"), d(unit.d(), m, n, "D"),
        metadata(metadata_format(sparsity), m, indices, "metadata");
    for (std::int64_t row = 0; row < m; ++row) {
      std::vector<std::uint64_t> all, kept, places;
      for (std::int64_t i = 0; i < k; ++i) all.push_back(load_element(dense.a, row, i));
      ASSERT_FALSE(compress(sparsity, *unit.instruction.a, all, kept, places));
      for (std::int64_t i = 0; i < products; ++i)
        store_element(a.matrix(), row, i, kept[static_cast<std::size_t>(i)]);
      for (std::int64_t i = 0; i < indices; ++i)
        store_element(metadata.matrix(), row, i, places[static_cast<std::size_t>(i)]);
    }
    GemmProblem problem = dense;
    problem.a = a.matrix();
    problem.metadata = metadata.matrix();
    problem.d = d.matrix();
    const auto reference = make_reference_engine(unit), batch = make_batch_engine(unit);
    reference->gemm(dense);
    for (const Engine* engine : {reference.get(), batch.get()}) {
      engine->gemm(problem);
      for (std::int64_t i = 0; i < m * n; ++i)
        ASSERT_EQ(d.at(i / n, i % n), load_element(dense.d, i / n, i % n)) << engine->name();
    }

    Random random(1);
    for (std::int64_t i = 0; i < m * indices; ++i)
      store_element(metadata.matrix(), i / indices, i % indices,
                    static_cast<std::uint64_t>(random.below(sparsity.of)));
    const OwnedMatrix by_batch(unit.d(), m, n, "D");
    reference->gemm(problem);
    problem.d = by_batch.matrix();
    batch->gemm(problem);
    EXPECT_TRUE(std::ranges::equal(d.bytes(), by_batch.bytes()));
    // The first instruction's dot products, by hand.
    problem.b.rows = unit.instruction.shape.k;
    problem.a.columns = unit.products();
    problem.metadata->columns = unit.metadata();
    batch->gemm(problem);
    for (std::int64_t i = 0; i < m * n; ++i) {
      const std::int64_t row = i / n, column = i % n;
      std::vector<std::uint64_t> as, bs, places, c{load_element(*problem.c, row, column)}, to{0};
      for (std::int64_t j = 0; j < unit.products(); ++j) as.push_back(a.at(row, j));
      for (std::int64_t j = 0; j < unit.metadata(); ++j) places.push_back(metadata.at(row, j));
      for (std::int64_t j = 0; j < problem.k(); ++j)
        bs.push_back(load_element(problem.b, j, column));
      reference->dot({.a = as, .b = bs, .c = c, .sa = {}, .sb = {}, .d = to, .metadata = places});
      ASSERT_EQ(by_batch.at(row, column), to[0]);
    }
  }
}

TEST(SparseBatch, RefusesMetadataThatDoesNotFit) {
  const Unit &sparse = find_row(kRows[0]), &dense = find_row(kF16);
  const OwnedMatrix metadata(metadata_format(*sparse.instruction.sparsity), 3, 4, "metadata");
  const auto refused = [&](const Unit& unit, std::int64_t k, const char* why) {
    GemmOperands operands(unit, sized(3, 2, k));
    GemmProblem problem = operands.problem();
    problem.metadata = metadata.matrix();
    try {
      make_batch_engine(unit)->gemm(problem);
      FAIL() << why;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  refused(dense, 8, "this unit takes no metadata");
  refused(sparse, 10, "K is 10, no multiple of 4, which metadata needs");
  refused(sparse, 8, "A is 3 x 8, not 3 x 4");
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
