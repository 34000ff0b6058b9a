// SPDX-License-Identifier: Apache-2.0
// Units whose A is sparse, by the kernels of dense ones.
#include "mmasc/arith/sparsity.h"

#include <numeric>
#include <optional>
#include <set>

#include "batch/agreement.h"
#include "batch/gemm_case.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/unit/validate.h"
#include "random/integer_unit.h"
#include "random/operation_batch.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

constexpr const char* kRows[] = {
    "hopper/mma.sp.m16n8k32.f32.f16.f16.f32", "ampere/mma.sp.m16n8k8.f32.tf32.tf32.f32",
    "ampere/mma.sp.m16n8k128.s32.u4.s4.s32", "cdna3/v_smfmac_f32_32x32x16_bf16"};

GemmProblem problem_of(const OwnedMatrix& a, const OwnedMatrix& b, const OwnedMatrix& d) {
  GemmProblem problem;
  problem[Operand::a] = a.matrix();
  problem[Operand::b] = b.matrix();
  problem.d = d.matrix();
  return problem;
}

std::string refusal(const Engine& engine, const GemmProblem& problem) {
  try {
    engine.gemm(problem);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(SparseBatch, AgreesOnDotProducts) {
  for (const char* id : kRows) expect_agreement(find_row(id), 11, 300);
}

TEST(SparseBatch, MultipliesMatricesThatKeepTheirZeros) {
  using enum Order;
  std::vector<GemmCase> cases{sized(1, 1, 1),    sized(3, 0, 8),    sized(2, 7, 0),
                              sized(9, 5, 32),   sized(4, 33, 70),  sized(7, 16, 131),
                              sized(5, 66, 256), sized(131, 17, 41)};
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

// With a sparse a and as many lanes; nothing where its groups do not fit them.
std::optional<Unit> made_sparse(Unit unit, const SparsityRow& row) {
  unit.instruction.sparsity = row;
  unit.instruction.shape.k = unit.instruction.shape.k / row.keep * row.of;
  if (unit.instruction.shape.k == 0 || unit.instruction.shape.k > kMaxK) return std::nullopt;
  try {
    validate(unit);
    return unit;
  } catch (const RowError&) {
    return std::nullopt;
  }
}

TEST(SparseBatch, MultipliesWithEveryKernel) {
  std::set<std::string> kernels;
  for (const char* id : kRowsOfKernels)
    for (const SparsityRow& row : {SparsityRow{1, 2}, {2, 4}, {3, 4}, {1, 4}, {2, 4, 2}, {4, 16}}) {
      const auto unit = made_sparse(find_row(id), row);
      if (!unit) continue;
      kernels.insert(batch_kernel(*unit).name);
      const bool chains = *unit->instruction.c == unit->d();
      const int k = unit->instruction.shape.k;
      // The long sums have several slices of K.
      const int long_k = row.keep == 2 && row.of == 4 ? 530 : 3 * k;
      std::vector<GemmCase> cases{sized(5, 18, chains ? 2 * k + 3 : k - 1),
                                  sized(3, 65, chains ? long_k : k)};
      cases[0].specials = 50;
      expect_same_gemms(*unit, cases);
      if (HasFatalFailure()) return;
    }
  EXPECT_EQ(kernels, (std::set<std::string>{"f32_lanes", "f64_lanes", "f32_ieee", "f64_exact",
                                            "f32_tree", "f64_tree", "fma", "int32_lanes"}));
}

// Operands that come close to the ends of what lanes hold, each in a GEMM of one element.
TEST(SparseBatch, MultipliesWhatIsHardForEveryKernel) {
  for (const char* id : kRowsOfKernels)
    for (const SparsityRow& row : {SparsityRow{1, 2}, {2, 4}}) {
      const auto unit = made_sparse(find_row(id), row);
      if (!unit) continue;
      const Unit dense = dense_unit(*unit);
      const int k = unit->instruction.shape.k;
      const auto reference = make_reference_engine(*unit);
      const auto engines = engines_on_all_targets(*unit);
      std::vector<int> places(static_cast<std::size_t>(row.of));
      std::iota(places.begin(), places.end(), 0);
      for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Case x = random_operands(dense, seed);
        Random random(seed, 3);
        const OwnedMatrix a(*unit->instruction.a, 1, k, "A"), b(*unit->instruction.b, k, 1, "B"),
            c(*unit->instruction.c, 1, 1, "C"), d(unit->d(), 1, 1, "D");
        for (int i = 0; i < k; ++i)
          if (seed % 2 == 0)  // else +0
            store_element(b.matrix(), i, 0, uniform_bits(random, *unit->instruction.b));
        for (std::size_t i = 0; i < x[Operand::a].size(); ++i) {
          const auto at = i % static_cast<std::size_t>(row.keep);
          if (at == 0) random.shuffle(places);
          const auto place = static_cast<int>(i - at) / row.keep * row.of + places[at];
          store_element(a.matrix(), 0, place, x[Operand::a][i]);
          store_element(b.matrix(), place, 0, x[Operand::b][i]);
        }
        store_element(c.matrix(), 0, 0, x.c());
        const auto run_on = [&](const Engine& engine) {
          GemmProblem problem = problem_of(a, b, d);
          problem.c() = c.matrix();
          engine.gemm(problem);
          return d.at(0, 0);
        };
        const std::uint64_t expected = run_on(*reference);
        for (const auto& [target, engine] : engines)
          ASSERT_EQ(run_on(*engine), expected) << target << ", " << id << ", seed " << seed;
      }
    }
}

// 1 + 2^-70 - 1 by exact sums: too wide for f64, which only the selected elements show.
TEST(SparseBatch, SeesHowWideSelectedProductsAre) {
  const Unit unit = made_sparse(find_row("cdna1/v_mfma_f32_16x16x8bf16"), {1, 2}).value();
  ASSERT_EQ(batch_kernel(unit).name, "f64_exact");
  const int k = unit.instruction.shape.k;
  const OwnedMatrix a(*unit.instruction.a, 1, k, "A"), b(*unit.instruction.b, k, 1, "B"),
      c(*unit.instruction.c, 1, 1, "C"), d(unit.d(), 1, 1, "D");
  for (const int place : {1, 3}) store_element(a.matrix(), 0, place, 0x3f80);
  store_element(b.matrix(), 1, 0, 0x3f80);
  store_element(b.matrix(), 3, 0, 0x1c80);
  store_element(c.matrix(), 0, 0, 0xbf800000);
  GemmProblem problem = problem_of(a, b, d);
  problem.c() = c.matrix();
  for (const auto& [target, engine] : engines_on_all_targets(unit)) {
    engine->gemm(problem);
    EXPECT_EQ(d.at(0, 0), 0x1c800000u) << target;
  }
}

TEST(SparseBatch, MultipliesOnUnitsNobodyBuilt) {
  int units = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Unit unit = sparse_unit(seed);
    if (!has_kernel(unit) || !has_zeros(unit)) continue;
    ++units;
    const bool chains = *unit.instruction.c == unit.d();
    const int k = unit.instruction.shape.k;
    std::vector<GemmCase> cases{sized(4, 17, chains ? 3 * k + 1 : k)};
    cases[0].specials = 40;
    expect_same_gemms(unit, cases);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(units, 30);
}

TEST(SparseBatch, ClampsIntegersStepByStep) {
  constexpr SparsityRow kSparsities[] = {{1, 2}, {2, 4}, {2, 4, 2}, {3, 8}};
  int clamped_in_steps = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Unit dense = integer_unit(seed);
    const auto unit = made_sparse(dense, kSparsities[seed % std::size(kSparsities)]);
    if (!unit || !has_kernel(*unit) || !(*unit->instruction.c == unit->d())) continue;
    clamped_in_steps += unit->steps() > 1 && unit->datapath.result.overflow == Overflow::saturate;
    const std::int64_t k = unit->instruction.shape.k;
    SCOPED_TRACE(seed);
    expect_same_gemms(*unit, std::vector<GemmCase>{sized(9, 11, 5 * k - 1)});
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(clamped_in_steps, 15);
}

TEST(SparseBatch, LooksAtNothingThatIsNotSelected) {
  for (const char* id : {kRows[0], kRows[3]}) {
    const Unit& unit = find_row(id);
    const Format &a = *unit.instruction.a, &b = *unit.instruction.b;
    const int k = 3 * unit.instruction.shape.k;
    const auto run_with = [&](std::uint64_t not_selected) {
      const OwnedMatrix rows(a, 2, k, "A"), columns(b, k, 20, "B"), d(unit.d(), 2, 20, "D");
      for (int i = 0; i < k; ++i) {
        for (int row = 0; row < 2; ++row)
          store_element(rows.matrix(), row, i, i % 2 == row ? one(a) : 0);
        for (int column = 0; column < 20; ++column)
          store_element(columns.matrix(), i, column, i % 2 == column % 2 ? one(b) : not_selected);
      }
      make_batch_engine(unit)->gemm(problem_of(rows, columns, d));
      std::vector<std::uint64_t> same;  // elements whose row and column meet
      for (int row = 0; row < 2; ++row)
        for (int column = row; column < 20; column += 2) same.push_back(d.at(row, column));
      return same;
    };
    EXPECT_EQ(run_with(b.default_nan()), run_with(0)) << id;
  }
}

// The elements kept of A with their metadata give the D of A with its zeros; with other metadata
// they give the D of its dot products.
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
      for (std::int64_t i = 0; i < k; ++i) all.push_back(load_element(dense.a(), row, i));
      ASSERT_FALSE(compress(sparsity, *unit.instruction.a, all, kept, places));
      for (std::int64_t i = 0; i < products; ++i)
        store_element(a.matrix(), row, i, kept[static_cast<std::size_t>(i)]);
      for (std::int64_t i = 0; i < indices; ++i)
        store_element(metadata.matrix(), row, i, places[static_cast<std::size_t>(i)]);
    }
    GemmProblem problem = dense;
    problem[Operand::a] = a.matrix();
    problem.metadata() = metadata.matrix();
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
    problem[Operand::b]->rows = unit.instruction.shape.k;
    problem[Operand::a]->columns = unit.products();
    problem.metadata()->columns = unit.metadata();
    batch->gemm(problem);
    for (std::int64_t i = 0; i < m * n; ++i) {
      const std::int64_t row = i / n, column = i % n;
      Case x;
      x.c() = load_element(*problem.c(), row, column);
      for (std::int64_t j = 0; j < unit.products(); ++j) x[Operand::a].push_back(a.at(row, j));
      for (std::int64_t j = 0; j < unit.metadata(); ++j)
        x[Operand::metadata].push_back(metadata.at(row, j));
      for (std::int64_t j = 0; j < problem.k(); ++j)
        x[Operand::b].push_back(load_element(problem.b(), j, column));
      OperationBatch operation(unit);
      operation.add(x);
      ASSERT_EQ(by_batch.at(row, column), operation.run(*reference).front());
    }
  }
}

// Elements named twice and out of order, in units nobody built, on every kernel and over several
// slices of K.
TEST(SparseBatch, MultipliesWithAnyMetadata) {
  std::vector<Unit> units;
  for (const char* id : kRows) units.push_back(find_row(id));
  units.push_back(made_sparse(find_row(kF16), {2, 4, 2}).value());
  // Two elements of a that meet the same one of b leave int16.
  Unit& wide = units.emplace_back(
      made_sparse(find_row("ampere/mma.m16n8k32.s32.s8.s8.s32"), {2, 4}).value());
  wide.instruction.a = find_format("u15");
  const std::size_t rows = units.size();
  for (const char* id : kRowsOfKernels)
    for (const SparsityRow& row : {SparsityRow{1, 2}, {2, 4}})
      if (const auto unit = made_sparse(find_row(id), row)) units.push_back(*unit);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    units.push_back(sparse_unit(seed));
    if (const auto unit = made_sparse(integer_unit(seed), {2, 4})) units.push_back(*unit);
  }
  for (const Unit& unit : units) {
    if (!has_kernel(unit)) continue;
    SCOPED_TRACE(unit.instruction.id);
    const SparsityRow& sparsity = *unit.instruction.sparsity;
    const std::int64_t group = sparsity.of * sparsity.together;
    const bool chains = *unit.instruction.c == unit.d(), is_row = &unit < &units[rows];
    const std::int64_t m = 67, n = 3,
                       k = is_row   ? 1100 / group * group
                           : chains ? 2 * unit.instruction.shape.k + (has_zeros(unit) ? group : 0)
                                    : unit.instruction.shape.k;
    const Unit dense = dense_unit(unit);
    GemmOperands kept(dense, sized(m, n, k / sparsity.of * sparsity.keep));
    GemmOperands operands(unit, sized(m, n, k));
    const OwnedMatrix metadata(metadata_format(sparsity), m, k / group * sparsity.keep, "metadata");
    Random random(5);
    for (std::int64_t row = 0; row < m; ++row)
      for (std::int64_t i = 0; i < metadata.matrix().columns; ++i)
        store_element(metadata.matrix(), row, i,
                      static_cast<std::uint64_t>(random.below(sparsity.of)));
    GemmProblem problem = operands.problem();
    problem[Operand::a] = kept.problem().a();
    problem.metadata() = metadata.matrix();
    make_reference_engine(unit)->gemm(problem);
    const auto expected = operands.d().bytes();
    for (const auto& [target, engine] : engines_on_all_targets(unit)) {
      engine->gemm(problem);
      ASSERT_TRUE(operands.d().bytes() == expected) << target;
    }
  }
}

TEST(SparseBatch, RefusesMetadataThatDoesNotFit) {
  const Unit &sparse = find_row(kRows[0]), &dense = find_row(kF16);
  const OwnedMatrix metadata(metadata_format(*sparse.instruction.sparsity), 3, 4, "metadata");
  const auto refused = [&](const Unit& unit, std::int64_t k, const char* why) {
    GemmOperands operands(unit, sized(3, 2, k));
    GemmProblem problem = operands.problem();
    problem.metadata() = metadata.matrix();
    const std::string what = refusal(*make_batch_engine(unit), problem);
    EXPECT_NE(what.find(why), std::string::npos) << what;
  };
  refused(dense, 8, "this unit takes no metadata");
  refused(sparse, 10, "K is 10, no multiple of 4, which metadata needs");
  refused(sparse, 8,
          "A is 3 x 8, not 3 x 4: with metadata it has none but the elements that the unit keeps");
}

TEST(SparseBatch, RefusesAMatrixThatIsNotSparseEnough) {
  const Unit& unit = find_row(kRows[0]);
  GemmCase chosen = sized(3, 2, 9);
  const Unit& dense = find_row(kF16);
  GemmOperands operands(dense, chosen);
  for (const auto& engine : {make_reference_engine(unit), make_batch_engine(unit)})
    EXPECT_EQ(refusal(*engine, operands.problem()).find("A is not sparse enough in row "), 0u);
}

TEST(SparseBatch, NamesColumnsWithinTheMatrix) {
  const Unit& unit = find_row(kRows[0]);
  const OwnedMatrix a(*unit.instruction.a, 3, 1031, "A"), b(*unit.instruction.b, 1031, 2, "B"),
      d(unit.d(), 3, 2, "D");
  for (const int column : {1028, 1029, 1030}) store_element(a.matrix(), 2, column, 0x3c00);
  EXPECT_EQ(refusal(*make_batch_engine(unit), problem_of(a, b, d)),
            "A is not sparse enough in row 2, columns 1028 to 1030: the unit keeps 2 of 4, and "
            "more are not zero; set the others to zero");
}

TEST(SparseBatch, AsksForTheMetadataOfAWithoutItsZeros) {
  const Unit& unit = find_row(kRows[0]);
  const OwnedMatrix d(unit.d(), 3, 2, "D");
  const auto error_of = [&](std::int64_t columns) -> std::string {
    const OwnedMatrix a(*unit.instruction.a, 3, columns, "A"), b(*unit.instruction.b, 64, 2, "B");
    return refusal(*make_batch_engine(unit), problem_of(a, b, d));
  };
  const std::string sizes = " and B 64 x 2: A's columns and B's rows must be as many";
  EXPECT_EQ(error_of(32), "A is 3 x 32" + sizes + "; give the metadata of A, or A with its zeros");
  EXPECT_EQ(error_of(33), "A is 3 x 33" + sizes);
  EXPECT_EQ(error_of(64), "accepted");
}

}  // namespace
}  // namespace mmasc
